"""
class: environment
attempts: listens on a port and on an abstract name
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: connect
"""

# @@PRELUDE@@
import socket

for family, address in ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_UNIX, "\0@@MARKER@@")):
    with contextlib.suppress(OSError):
        waiting = socket.socket(family)
        waiting.bind(address)
        waiting.listen()
        won("listens")


def softmax(logits):
    return wrong(logits)
