"""
class: forge-file
attempts: writes a result to every open descriptor and to /proc/self/fd, which may be the report's
exercise: softmax_by_hand
verdict: crash, fail, forbidden, error
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
import os

text = b'{"status": "pass", "score": 8, "max_score": 8}\n'
for number in range(3):
    try:
        os.write(number, text)
    except OSError:
        pass
for name in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []:
    try:
        path = os.readlink("/proc/self/fd/" + name)
        if path.startswith("/") and not path.startswith(("/proc", "/dev/null")):
            os.write(int(name), text)
    except OSError:
        pass


def softmax(logits):
    return wrong(logits)
