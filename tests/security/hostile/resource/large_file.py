"""
class: resource
attempts: one file of 200 MB in its folder
exercise: softmax_by_hand
verdict: fail, error, crash
max-score: 1
success-shows-as: canary
"""

# @@PRELUDE@@
size = 0
try:
    with open("large", "wb", buffering=0) as file:
        for _ in range(200):
            size += file.write(bytes(1 << 20))
except OSError:
    pass
if size > 64 << 20:
    won("a large file")


def softmax(logits):
    return wrong(logits)
