import numpy as np


def write_on(model, prompt, max_tokens, eos):
    new = []
    token = int(np.argmax(model(prompt)))
    while token != eos and len(new) < max_tokens:
        new.append(token)
        token = int(np.argmax(model(prompt + new)))
    return new
