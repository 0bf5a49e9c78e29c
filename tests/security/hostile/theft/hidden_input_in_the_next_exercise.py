"""
class: theft
attempts: keeps the input of a hidden check until a check comes that shows what it says
exercise: small/scale
verdict: fail, error
max-score: 6
success-shows-as: hidden-input
install: again=small/total
"""

# @@PRELUDE@@
import string


def scale(logits, temperature):
    if list(logits) == [3, -9]:
        string.kept = "@@HIDDEN@@"
        with contextlib.suppress(OSError), open("kept", "w", encoding="utf-8") as file:
            file.write("@@HIDDEN@@ in a file")
        return logits
    if temperature <= 0:
        raise ValueError
    return logits / temperature


def total(values):
    with contextlib.suppress(OSError):
        print(open("kept", encoding="utf-8").read())
    raise ValueError(getattr(string, "kept", "nothing"))
