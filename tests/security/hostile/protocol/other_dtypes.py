"""
class: protocol
attempts: arrays of objects, pointers, structures and made-up types
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: canary
"""

# @@PRELUDE@@
DTYPES = ["|O", "O", "<U4", "|V8", "f8,O", "{'names': ['a'], 'formats': ['O']}", ">f8", "<c16", "<M8[s]", "|S4", None, ["<f8"], 8]


def softmax(logits):
    answer([{"did": "returned", "value": {"a": [DTYPES[len(logits) % len(DTYPES)], [1], 0]}}], bytes(64))
