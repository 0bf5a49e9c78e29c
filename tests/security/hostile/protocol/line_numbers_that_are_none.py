"""
class: protocol
attempts: says that it raised on line -7, 0 or 10 to the power 300
exercise: softmax_by_hand
verdict: error, crash
max-score: 0
success-shows-as: broken-report
"""

# @@PRELUDE@@
LINES = [-7, 0, 10**300]


def softmax(logits):
    error = {"type": "ValueError", "message": "m", "line": LINES[len(logits) % 3], "ancestry": ["ValueError"]}
    answer([{"did": "raised", "error": error}])
