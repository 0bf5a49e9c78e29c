"""
class: protocol
attempts: announces 60 MB and sends them a byte at a time
exercise: softmax_by_hand
verdict: timeout
max-score: 0
success-shows-as: hang
"""

# @@PRELUDE@@
import struct
import time


def softmax(logits):
    channel().sendall(struct.pack(">II", 100, 60 << 20))
    while True:
        channel().sendall(b"x")
        time.sleep(0.01)
