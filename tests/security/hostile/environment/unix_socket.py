"""
class: environment
attempts: connects to a socket in the file system, as that of a container service is
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: listener, canary
needs: connect
"""

# @@PRELUDE@@
import socket

with contextlib.suppress(OSError):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect("@@SINK_PATH@@")
    connection.sendall(b"unix")
    won("unix")


def softmax(logits):
    return wrong(logits)
