"""
class: environment
attempts: connects to a port of this machine, over IPv4 and IPv6
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: listener, canary
needs: connect
"""

# @@PRELUDE@@
import socket

with contextlib.suppress(OSError):
    with socket.create_connection(("127.0.0.1", int("@@SINK_PORT@@")), 0.2) as connection:
        connection.sendall(b"tcp")
    won("tcp")


def softmax(logits):
    return wrong(logits)
