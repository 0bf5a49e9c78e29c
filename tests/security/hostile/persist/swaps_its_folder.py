"""
class: persist
attempts: puts a link to another folder in the place of the folder that is removed in the end
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: world, canary, litter
needs: write
"""

# @@PRELUDE@@
import os

here = os.getcwd()
with contextlib.suppress(OSError):
    os.rename(here, here + "-moved")
    won("moved")
    os.symlink("@@HOME@@", here)
    os.unlink(here)
    os.rename(here + "-moved", here)


def softmax(logits):
    return wrong(logits)
