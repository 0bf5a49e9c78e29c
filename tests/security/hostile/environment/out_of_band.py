"""
class: environment
attempts: sends out-of-band data on the channel, a part of the kernel that has had holes
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: socket
"""

# @@PRELUDE@@
import socket

with contextlib.suppress(OSError):
    channel().send(b"x", socket.MSG_OOB)
    won("out of band")


def softmax(logits):
    return wrong(logits)
