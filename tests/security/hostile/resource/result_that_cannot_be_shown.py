"""
class: resource
attempts: results and exceptions whose repr, str, len and iteration never end
exercise: softmax_by_hand
verdict: fail, error, timeout
max-score: 0
success-shows-as: hang
"""

# @@PRELUDE@@


class Endless(Exception):
    def __repr__(self):
        while True:
            pass

    __str__ = __len__ = __iter__ = __bool__ = __format__ = __reduce__ = __repr__


def softmax(logits):
    if len(logits) == 5:
        return Endless()
    raise Endless
