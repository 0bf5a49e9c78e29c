"""
class: theft
attempts: reads the memory of its parent and of the process before that through /proc
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: read
"""

# @@PRELUDE@@
import os


def parents():
    pid = os.getpid()
    for _ in range(3):
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
        if pid < 2:
            return
        yield pid


with contextlib.suppress(OSError):
    for pid in parents():
        with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
            start = int(maps.readline().partition("-")[0], 16)
            memory.seek(start)
            if memory.read(4) == b"\x7fELF":
                won(f"memory of {pid}")


def softmax(logits):
    return wrong(logits)
