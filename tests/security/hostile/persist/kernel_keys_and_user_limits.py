"""
class: persist
attempts: leaves a key in the kernel's keyring and lowers the priority and limits of its parent
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: canary
needs: ipc
"""

# @@PRELUDE@@
import ctypes
import os
import resource

libc = ctypes.CDLL(None, use_errno=True)
if os.uname().machine == "x86_64":
    key = libc.syscall(248, b"user", b"@@MARKER@@", b"x", 1, -2)  # add_key, process keyring
    if key > 0:
        won("key")
with contextlib.suppress(OSError, ValueError):
    limits = resource.prlimit(int("@@BYSTANDER_PID@@"), resource.RLIMIT_CORE)
    resource.prlimit(int("@@BYSTANDER_PID@@"), resource.RLIMIT_CORE, limits)
    won("limits")


def softmax(logits):
    return wrong(logits)
