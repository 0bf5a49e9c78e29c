"""
class: theft
attempts: watches the folders of others with inotify
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: read
"""

# @@PRELUDE@@
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
with contextlib.suppress(OSError):
    watcher = libc.inotify_init()
    if watcher >= 0 and libc.inotify_add_watch(watcher, os.path.dirname("@@SIBLING@@").encode(), 0xFFF) >= 0:
        won("inotify")


def softmax(logits):
    return wrong(logits)
