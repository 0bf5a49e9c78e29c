"""
class: protocol
attempts: sends names of types with half a character, escape codes and a workflow command, which no result could be stored with
exercise: softmax_by_hand
verdict: fail
max-score: 0
success-shows-as: control-character, workflow-command, broken-report
"""

# @@PRELUDE@@
def softmax(logits):
    answer([{"did": "returned", "value": {"o": "\ud800\x1b[2J\u202e\n::error::owned\n" + "x" * 400}}])
