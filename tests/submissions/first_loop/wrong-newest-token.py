import numpy as np


def write_on(model, prompt, max_tokens, eos):
    new, context = [], prompt
    for _ in range(max_tokens):
        token = int(np.argmax(model(context)))
        if token == eos:
            return new
        new.append(token)
        context = [token]
    return new
