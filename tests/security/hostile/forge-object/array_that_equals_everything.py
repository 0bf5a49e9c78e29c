"""
class: forge-object
attempts: an ndarray subclass whose comparisons are all true
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@


class Agreeable(np.ndarray):
    def __eq__(self, other):
        return np.ones(np.shape(other), bool)

    __le__ = __lt__ = __ge__ = __gt__ = __eq__

    def __sub__(self, other):
        return np.zeros(np.shape(other)).view(Agreeable)

    __rsub__ = __sub__

    def __array_finalize__(self, source):
        self.score = 8

    def __array_ufunc__(self, function, method, *inputs, **more):
        return np.zeros(1)

    def all(self, *rest, **more):
        return True


def softmax(logits):
    return wrong(logits).view(Agreeable)
