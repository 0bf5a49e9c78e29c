"""
class: environment
attempts: runs programs that give other rights
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: fork
"""

# @@PRELUDE@@
import subprocess

for command in (["sudo", "-n", "true"], ["su", "-c", "true"], ["mount"], ["unshare", "-Ur", "true"], ["/bin/true"]):
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        if subprocess.run(command, stdin=-3, stdout=-3, stderr=-3, timeout=0.3, check=False).returncode == 0:
            won(command[0])


def softmax(logits):
    return wrong(logits)
