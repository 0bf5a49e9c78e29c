"""
class: resource
attempts: maps anonymous, shared and file memory past the limit
exercise: softmax_by_hand
verdict: memory, error, crash, timeout
max-score: 0
success-shows-as: memory
"""

import mmap


def softmax(logits):
    maps = []
    for _ in range(64):
        part = mmap.mmap(-1, 1 << 25)
        for place in range(0, 1 << 25, 4096):
            part[place] = 1
        maps.append(part)
    return logits
