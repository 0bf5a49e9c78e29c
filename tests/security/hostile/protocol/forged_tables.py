"""
class: protocol
attempts: tells of more calls than there are, of none, of half ones, and of none of those it made
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: forged-pass
"""

# @@PRELUDE@@
TOLD = [(999, b"[]"), (0, b"[]"), (-1, b"[]"), (True, b"[[1]]"), (1, b"[]"), (1, b"[[1], [1]]"), (1, b"{"), (1, b"[[1, 2, 3]]")]


def softmax(logits):
    for count, text in TOLD[len(logits) % len(TOLD) :]:
        send({"op": "called", "count": count, "text": len(text), "status": "pass", "score": 8}, text)
    return wrong(logits)
