"""
class: callback
attempts: gives the model 4 MB in each question, which the grader keeps
exercise: small/reply
verdict: timeout, fail, error, output, memory, crash
max-score: 0
success-shows-as: memory
"""

import numpy as np


def reply(model, prompt, count):
    ids = np.zeros(1 << 19, int)
    for _ in range(60):
        try:
            model("x", ids)
        except RuntimeError:
            pass
    return [0]
