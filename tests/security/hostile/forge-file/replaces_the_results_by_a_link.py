"""
class: forge-file
attempts: renames a file of its own over the results, and makes a link that later results are written through
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: world, canary
needs: write
"""

# @@PRELUDE@@
import os

open("mine", "w", encoding="utf-8").write('{"status": "pass"}')
for change in (
    lambda: os.replace("mine", "@@RESULTS@@"),
    lambda: os.symlink("/dev/null", "@@RESULTS@@.tmp"),
    lambda: os.link("@@RESULTS@@", "hard"),
):
    try:
        change()
        won("linked")
    except OSError:
        pass


def softmax(logits):
    return wrong(logits)
