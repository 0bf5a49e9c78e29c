"""
class: injection
attempts: ends the string it stands in, in JSON, shells and Python, and adds a score
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: broken-report
"""

TEXT = '", "score": 8, "status": "pass"}]} \\u001b[2J \\ $(id) `id` ${{ github.token }} %0A %s {0} {score}'
print(TEXT)


def softmax(logits):
    raise ValueError(TEXT)
