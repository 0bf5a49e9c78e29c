"""
class: submission-files
attempts: files whose names are options, commands, escapes, line ends, half characters and other folders' names
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: workflow-command, control-character
install: names
"""

# @@PRELUDE@@


def softmax(logits):
    return wrong(logits)
