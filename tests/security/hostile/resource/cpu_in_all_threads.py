"""
class: resource
attempts: threads that compute for ever while the answer is given
exercise: softmax_by_hand
verdict: fail, timeout
max-score: 1
success-shows-as: survivor
"""

# @@PRELUDE@@
import threading


def burn():
    while True:
        np.sort(np.arange(1000.0))


for _ in range(4):
    threading.Thread(target=burn, daemon=True).start()


def softmax(logits):
    return wrong(logits)
