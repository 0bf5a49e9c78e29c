"""
class: environment
attempts: sends a datagram
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: listener, canary
needs: connect
"""

# @@PRELUDE@@
import socket

with contextlib.suppress(OSError):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"udp", ("127.0.0.1", int("@@SINK_PORT@@")))
    won("udp")


def softmax(logits):
    return wrong(logits)
