"""
class: resource
attempts: a regular expression that takes for ever
exercise: softmax_by_hand
verdict: timeout
max-score: 0
success-shows-as: hang
"""

import re


def softmax(logits):
    return re.match("(a|aa|a?)*$" * 3, "a" * 60 + "b")
