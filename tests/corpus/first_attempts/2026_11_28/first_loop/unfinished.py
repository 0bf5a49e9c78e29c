import numpy as np


def write_on(model, prompt, max_tokens, eos):
    result = []
    for i in range(max_tokens):
        scores = model(prompt + result)
        result.append(int(scores.argmax()))
    # TODO: eos
    return result
