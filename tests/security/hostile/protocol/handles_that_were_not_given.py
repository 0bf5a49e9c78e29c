"""
class: protocol
attempts: returns and asks for handles of spies where there are none
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: forged-pass
"""

# @@PRELUDE@@


def softmax(logits):
    send({"op": "ask", "of": 0, "use": "call", "name": "__init__", "args": []})
    return logits
