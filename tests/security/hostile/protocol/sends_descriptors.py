"""
class: protocol
attempts: sends open descriptors along with its messages
exercise: softmax_by_hand
verdict: crash, fail, error
max-score: 0
success-shows-as: no-verdict
"""

# @@PRELUDE@@
import os
import socket


def softmax(logits):
    open_files = [os.open("/dev/null", os.O_RDONLY) for _ in range(20)]
    for _ in range(20):
        with contextlib.suppress(OSError):
            socket.send_fds(channel(), [b"x"], open_files)
    return logits
