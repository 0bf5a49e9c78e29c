"""
class: resource
attempts: a list that grows without end
exercise: softmax_by_hand
verdict: memory, timeout
max-score: 0
success-shows-as: memory
"""

def softmax(logits):
    hoard = []
    while True:
        hoard.append(bytearray(1 << 24))
