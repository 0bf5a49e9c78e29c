"""
class: malformed
attempts: a module that raises when its attributes are read, and a function whose attributes lie
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: forged-pass
"""

class Odd:
    def __getattr__(self, name):
        raise SystemExit(name)

    def __call__(self, logits):
        return logits


softmax = Odd()


def __getattr__(name):
    raise KeyboardInterrupt(name)
