"""
class: resource
attempts: recursion without end, with the limit raised
exercise: softmax_by_hand
verdict: crash, error, memory, timeout
max-score: 0
success-shows-as: no-verdict
"""

import sys

sys.setrecursionlimit(1 << 30)


def softmax(logits):
    return sorted([logits], key=softmax)
