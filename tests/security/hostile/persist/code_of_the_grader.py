"""
class: persist
attempts: opens the grader's own files, numpy's and the standard library's for writing (and writes nothing)
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: write
"""

# @@PRELUDE@@
import json
import os
import sys

for module in (json, np, sys.modules["child"], sys.modules["child.session"]):
    for path in (module.__file__, getattr(module, "__cached__", None) or ""):
        if os.path.isfile(path):
            with contextlib.suppress(OSError):
                os.close(os.open(path, os.O_RDWR))
                won(path)


def softmax(logits):
    return wrong(logits)
