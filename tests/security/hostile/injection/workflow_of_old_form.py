"""
class: injection
attempts: commands in the form ##[name], which count anywhere in a line
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: workflow-command
"""

print("all is ##[error]passed and ##[set-output name=score]8")


def softmax(logits):
    raise ValueError("all is ##[add-mask]8 and ##[error]passed")
