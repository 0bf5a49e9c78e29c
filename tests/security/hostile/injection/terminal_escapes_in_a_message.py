"""
class: injection
attempts: the same in a message, a class name and a result
exercise: softmax_by_hand
verdict: error, fail
max-score: 0
success-shows-as: control-character
"""

TEXT = "\x1b[2J\x1b]0;8 of 8\x07\x9b31m\x9d0;t\x9c\rpass\x08\x00"


def softmax(logits):
    if len(logits) == 5:
        raise type("E" + TEXT, (ValueError,), {})(TEXT)
    return {TEXT: TEXT, TEXT.encode(): [TEXT]}
