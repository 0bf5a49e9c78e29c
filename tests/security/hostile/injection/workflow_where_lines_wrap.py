"""
class: injection
attempts: a message that is wrapped just before a workflow command, which may be indented
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: workflow-command
"""

def softmax(logits):
    words = ["x" * size + " ::error::passed" for size in (40, 50, 55, 60, 61, 62, 63, 64, 65, 66, 67, 68)]
    raise ValueError(" ".join(words[:9]) if len(logits) == 5 else "::error::passed " * 30)
