"""
class: malformed
attempts: exceptions whose str, class, arguments and traceback fail when looked at
exercise: softmax_by_hand
verdict: error, crash
max-score: 0
success-shows-as: forged-pass
"""

class Broken(BaseException):
    def __str__(self):
        raise self

    __repr__ = __getattribute__ = __str__
    args = property(__str__)


def softmax(logits):
    raise Broken
