"""
class: resource
attempts: sleeps for days, in C code that holds on to nothing
exercise: softmax_by_hand
verdict: timeout
max-score: 0
success-shows-as: hang
"""

import select


def softmax(logits):
    select.select([], [], [], 10**6)
