"""
class: persist
attempts: fills the folder that is removed in the end with links to files and folders of others
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: world, litter
"""

# @@PRELUDE@@
import os

for number, target in enumerate(("@@HOME@@", "@@SECRET_FILE@@", "/", "..", ".")):
    with contextlib.suppress(OSError):
        os.symlink(target, f"link{number}")
with contextlib.suppress(OSError):
    os.mkdir("closed")
    os.mkdir("closed/inner")
    os.chmod("closed/inner", 0)
    os.chmod("closed", 0)


def softmax(logits):
    return wrong(logits)
