"""
class: protocol
attempts: nan as key, True beside 1, text that is a number, keys of 1 MB, and keys given twice
exercise: softmax_by_hand
verdict: fail, crash
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
nan = float("nan")
pairs = [[nan, 1], [nan, 2], [True, 1], [1, 2], ["1", 3], ["k" * (1 << 20), 4], [{"t": [{"s": [nan]}]}, 5]]
always([{"did": "returned", "value": {"d": pairs}}])


def softmax(logits):
    return logits
