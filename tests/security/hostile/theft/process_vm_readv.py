"""
class: theft
attempts: reads another process's memory with process_vm_readv and pidfd_getfd, and attaches to it with ptrace
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: canary
needs: read
"""

# @@PRELUDE@@
import ctypes
import os


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(4)
with contextlib.suppress(OSError):
    for pid in (os.getppid(), int("@@BYSTANDER_PID@@")):
        if libc.ptrace(16, pid, 0, 0) == 0:  # PTRACE_ATTACH
            won("ptrace")
            os.waitpid(pid, 0x40000000)  # __WALL
            libc.ptrace(17, pid, 0, 0)  # PTRACE_DETACH
        mine = Vector(ctypes.cast(buffer, ctypes.c_void_p), 4)
        start = int(open(f"/proc/{pid}/maps", encoding="utf-8").readline().partition("-")[0], 16)
        if libc.process_vm_readv(pid, ctypes.byref(mine), 1, ctypes.byref(Vector(start, 4)), 1, 0) == 4:
            won("process_vm_readv")


def softmax(logits):
    return wrong(logits)
