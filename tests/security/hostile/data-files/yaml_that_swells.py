"""
class: data-files
attempts: YAML beside it with references that multiply, and with tags that make objects
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: canary, memory
install: yaml=softmax_by_hand.yaml; yaml=course.yaml; yaml=exercises/course.yaml
"""

# @@PRELUDE@@


def softmax(logits):
    return wrong(logits)
