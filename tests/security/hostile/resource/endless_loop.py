"""
class: resource
attempts: never ends, and catches everything
exercise: softmax_by_hand
verdict: timeout
max-score: 0
success-shows-as: hang
"""

def softmax(logits):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
