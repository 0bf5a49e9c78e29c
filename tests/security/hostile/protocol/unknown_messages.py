"""
class: protocol
attempts: messages of kinds that do not exist, and that are no objects
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: forged-pass
"""

# @@PRELUDE@@


def softmax(logits):
    for message in ({"op": "result", "score": 8}, {"op": "verdict"}, [], "pass", 8, None, {"op": ["called"]}, {}):
        send(message)
    return logits
