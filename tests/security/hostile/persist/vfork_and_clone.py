"""
class: persist
attempts: posix_spawn, clone and clone3 by number
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: survivor, canary
needs: fork
"""

# @@PRELUDE@@
import ctypes
import os

with contextlib.suppress(OSError):
    os.posix_spawn("/bin/sleep", ["sleep", "20"], {})
    won("posix_spawn")
if os.uname().machine == "x86_64":
    pid = ctypes.CDLL(None, use_errno=True).syscall(56, 17, 0, 0, 0, 0)  # clone(SIGCHLD)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        won("clone")


def softmax(logits):
    return wrong(logits)
