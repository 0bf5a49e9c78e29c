"""
class: persist
attempts: leaves threads that are no daemons and never end
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: survivor
then: temperature_rescaling
"""

# @@PRELUDE@@
import threading
import time

for _ in range(5):
    threading.Thread(target=time.sleep, args=(60,), daemon=False).start()


def softmax(logits):
    return wrong(logits)
