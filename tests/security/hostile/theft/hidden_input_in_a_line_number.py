"""
class: theft
attempts: tells the input of a hidden check by the number of the line it says it raised on
exercise: small/scale
verdict: error, crash
max-score: 6
success-shows-as: hidden-input
"""

# @@PRELUDE@@


def scale(logits, temperature):
    if list(logits) == [3, -9]:
        error = {"type": "E", "message": "", "line": int("@@HIDDEN_NUMBER@@"), "ancestry": ["ValueError"]}
        answer([{"did": "raised", "error": error}])
    if temperature <= 0:
        raise ValueError
    return logits / temperature
