"""
class: submission-files
attempts: sitecustomize.py, usercustomize.py, a .pth file and pyvenv.cfg beside it, to be read when Python starts
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: canary
install: text=sitecustomize.py; text=usercustomize.py; text=evil.pth; text=pyvenv.cfg; text=__init__.py; text=__main__.py
"""

# @@PRELUDE@@


def softmax(logits):
    return wrong(logits)
