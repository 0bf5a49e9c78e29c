"""
class: persist
attempts: starts another program in a session of its own
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: survivor, canary
needs: fork
"""

# @@PRELUDE@@
import subprocess

with contextlib.suppress(OSError):
    subprocess.Popen(["/bin/sleep", "20"], start_new_session=True, stdin=-3, stdout=-3, stderr=-3, close_fds=False)
    won("sleep")


def softmax(logits):
    return wrong(logits)
