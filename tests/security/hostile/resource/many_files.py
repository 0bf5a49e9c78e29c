"""
class: resource
attempts: 100 MB in files of 1 MB in its folder
exercise: softmax_by_hand
verdict: fail, error, crash, output, forbidden
max-score: 1
success-shows-as: canary
needs: size
"""

# @@PRELUDE@@
size = 0
try:
    for number in range(100):
        with open(f"f{number}", "wb", buffering=0) as file:
            size += file.write(bytes((1 << 20) - 1))
except OSError:
    pass
if size > 64 << 20:
    won("many files")


def softmax(logits):
    return wrong(logits)
