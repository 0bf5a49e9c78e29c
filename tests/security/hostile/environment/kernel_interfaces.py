"""
class: environment
attempts: io_uring, bpf, perf, userfaultfd, keyctl, modules, new mounts: calls that no exercise needs
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: canary
needs: syscalls
"""

# @@PRELUDE@@
import ctypes
import os

CALLS = {"io_uring_setup": (425, 4, ctypes.create_string_buffer(256)), "userfaultfd": (323, 1), "fsopen": (430, b"tmpfs", 0)}
CALLS |= {"perf_event_open": (298, ctypes.create_string_buffer(b"\1\0\0\0\x80", 128), 0, -1, -1, 0)}
libc = ctypes.CDLL(None, use_errno=True)
for name, call in CALLS.items() if os.uname().machine == "x86_64" else ():
    if libc.syscall(*call) >= 0:
        won(name)


def softmax(logits):
    return wrong(logits)
