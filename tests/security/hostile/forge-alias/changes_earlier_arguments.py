"""
class: forge-alias
attempts: keeps every argument and answer of earlier calls and makes them all alike
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
kept = []


def softmax(logits):
    result = wrong(logits)
    kept.extend([logits, result])
    for array in kept:
        array[...] = 1.0
    return result
