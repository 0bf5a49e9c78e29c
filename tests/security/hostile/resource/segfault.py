"""
class: resource
attempts: reads address 0
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: no-verdict
"""

import ctypes


def softmax(logits):
    ctypes.string_at(0)
