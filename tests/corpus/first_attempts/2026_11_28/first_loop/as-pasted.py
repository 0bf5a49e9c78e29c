import numpy as np


def write_on(model, prompt, max_tokens, eos):
    idx = list(prompt)
    for _ in range(max_tokens):
        logits = model(idx)
        idx_next = int(np.argmax(logits))
        idx.append(idx_next)
        if idx_next == eos:
            break
    return idx
