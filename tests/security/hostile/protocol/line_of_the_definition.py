"""
class: protocol
attempts: says that its function begins on line -7
exercise: softmax_by_hand
verdict: fail, crash
max-score: 1
success-shows-as: broken-report
"""

# @@PRELUDE@@
import sys

sys.modules["child.session"].first_line = lambda function: -7


def softmax(logits):
    return wrong(logits)
