"""
class: injection
attempts: an exception message of several lines with workflow commands
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: workflow-command
"""

def softmax(logits):
    raise ValueError("\n::set-output name=score::8\n::error::passed\r\n::stop-commands::pwned%0A::error::x")
