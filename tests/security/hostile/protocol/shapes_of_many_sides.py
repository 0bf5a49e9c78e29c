"""
class: protocol
attempts: shapes with hundreds of sides, with zeros among huge ones, and none
exercise: softmax_by_hand
verdict: crash, fail, error
max-score: 1
success-shows-as: memory
"""

# @@PRELUDE@@
SHAPES = [[1] * 400, [0, 1 << 26, 1 << 26, 1 << 26], [0] * 32, [1 << 21, 0], [1] * 33, [1] * 32, []]


def softmax(logits):
    shape = SHAPES[len(logits) % len(SHAPES)]
    answer([{"did": "returned", "value": {"a": ["|b1", shape, 0]}}], bytes(1))
