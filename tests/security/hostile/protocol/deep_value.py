"""
class: protocol
attempts: values nested past the limit, in well-formed JSON
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: no-verdict
"""

# @@PRELUDE@@
value = {"l": []}
for _ in range(300):
    value = {"l": [value]}
always([{"did": "returned", "value": value}])


def softmax(logits):
    return logits
