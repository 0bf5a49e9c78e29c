import numpy as np


def write_on(model, prompt, max_tokens, eos):
    ids = list(prompt)
    new = []
    # TODO: what to do about eos?
    for _ in range(max_tokens):
        logits = model(ids)
        token = int(np.argmax(logits))
        ids.append(token)
        new.append(token)
    return new
