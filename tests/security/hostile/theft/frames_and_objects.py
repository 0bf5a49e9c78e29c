"""
class: theft
attempts: looks for answers in all frames above, all objects alive and all modules
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: forged-pass, leak
"""

# @@PRELUDE@@
import gc
import sys

WORDS = ("expect", "expected", "reference", "solution", "answer_key", "mistakes", "checks")


def softmax(logits):
    frame = sys._getframe(1)
    while frame:
        for word in WORDS:
            if word in frame.f_locals or word in frame.f_globals:
                print("found", word, frame.f_code.co_name)
        frame = frame.f_back
    for item in gc.get_objects():
        if type(item) is dict:
            for word in WORDS:
                value = dict.get(item, word)
                if callable(value) and getattr(value, "__name__", "") == "softmax":
                    return value(logits)
        if type(item) is np.ndarray and item.shape == logits.shape and abs(item.sum() - 1) < 1e-9:
            return item
    return wrong(logits)
