"""
class: resource
attempts: memory in the buffers of pipes and sockets
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: memory
"""

# @@PRELUDE@@
import fcntl
import os

size = 0
try:
    for _ in range(200):
        _, end = os.pipe2(os.O_NONBLOCK)
        fcntl.fcntl(end, 1031, 1 << 20)  # F_SETPIPE_SZ
        size += os.write(end, bytes(1 << 20))
except OSError:
    pass
if size > 100 << 20:
    won("more than 100 MB")


def softmax(logits):
    return wrong(logits)
