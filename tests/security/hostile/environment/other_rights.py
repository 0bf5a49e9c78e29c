"""
class: environment
attempts: becomes another user, gains a namespace, mounts, changes root, sets the host's name
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: canary
needs: privilege
"""

# @@PRELUDE@@
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if os.getuid() == 0:
    won("root")
for name, result in (
    ("new user namespace", libc.unshare(0x10000000)),
    ("new mount namespace", libc.unshare(0x00020000)),
    ("chroot", libc.chroot(b".")),
    ("setuid", libc.setresuid(12, 12, 12)),
):
    if result == 0:
        won(name)


def softmax(logits):
    return wrong(logits)
