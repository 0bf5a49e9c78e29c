"""
class: forge-object
attempts: a list subclass with another length, order and content each time it is asked
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@


class Shifty(list):
    asked = 0

    def __len__(self):
        return 10**6

    def __iter__(self):
        Shifty.asked += 1
        return iter([0.25 * Shifty.asked] * 4)

    def __getitem__(self, index):
        return 0.25

    def __reduce__(self):
        return won, ("pickled",)


def softmax(logits):
    return Shifty(wrong(logits))
