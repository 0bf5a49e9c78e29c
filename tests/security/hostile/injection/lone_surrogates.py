"""
class: injection
attempts: half characters, which no encoding can write
exercise: softmax_by_hand
verdict: error, fail
max-score: 0
success-shows-as: no-verdict
"""

print("\ud83d and \udc80")


def softmax(logits):
    if len(logits) == 5:
        raise ValueError("\udcff\ud800")
    return "\udfff"
