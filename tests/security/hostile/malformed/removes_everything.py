"""
class: malformed
attempts: removes builtins, modules and streams that the reporting code needs
exercise: softmax_by_hand
verdict: fail, error, crash
max-score: 1
success-shows-as: forged-pass
then: temperature_rescaling
"""

# @@PRELUDE@@
import builtins
import sys


def softmax(logits):
    result = wrong(logits)
    sys.modules.clear()
    sys.stdout = sys.stderr = None
    for name in ("len", "print", "open", "isinstance", "type", "ValueError", "BaseException", "__import__"):
        if hasattr(builtins, name):
            delattr(builtins, name)
    return result
