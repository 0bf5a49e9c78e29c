"""
class: environment
attempts: types into the terminal of whoever started the grader
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: canary
"""

# @@PRELUDE@@
import fcntl
import os
import termios

for path in ("/dev/tty", "/dev/stdin", "/proc/self/fd/0", "/proc/self/fd/2"):
    with contextlib.suppress(OSError):
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
        fcntl.ioctl(terminal, termios.TIOCSTI, b"#")
        won(path)


def softmax(logits):
    return wrong(logits)
