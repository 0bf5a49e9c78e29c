"""
class: resource
attempts: prints 40 MB, and goes on when that is refused
exercise: softmax_by_hand
verdict: output
max-score: 0
success-shows-as: output
"""

# @@PRELUDE@@


def softmax(logits):
    for _ in range(40):
        with contextlib.suppress(BaseException):
            print("x" * (1 << 20))
    return wrong(logits)
