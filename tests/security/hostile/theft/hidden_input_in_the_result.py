"""
class: theft
attempts: shows the input of a hidden check in values, keys, type names and changed arguments
exercise: small/scale
verdict: fail, error
max-score: 6
success-shows-as: hidden-input
"""

# @@PRELUDE@@


def scale(logits, temperature):
    if list(logits) == [3, -9]:
        odd = type("@@HIDDEN@@", (), {})()
        answer([{"did": "returned", "value": {"o": "@@HIDDEN@@"}, "changed": ["@@HIDDEN@@"]}])
        return {"@@HIDDEN@@": odd}
    if temperature <= 0:
        raise ValueError
    return logits / temperature
