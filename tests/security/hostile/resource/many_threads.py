"""
class: resource
attempts: 150 threads
exercise: softmax_by_hand
verdict: fail, error, memory, crash, timeout
max-score: 1
success-shows-as: survivor
"""

# @@PRELUDE@@
import threading
import time

threading.stack_size(1 << 16)
with contextlib.suppress(RuntimeError):
    for _ in range(150):
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()


def softmax(logits):
    return wrong(logits)
