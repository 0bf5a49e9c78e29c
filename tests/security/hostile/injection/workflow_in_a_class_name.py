"""
class: injection
attempts: an exception class and module with newlines and commands in their names
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: workflow-command
"""

def softmax(logits):
    raise type("E\n::error::passed\n", (ValueError,), {"__module__": "m\n::error::passed\n", "__qualname__": "q\n::error::p"})
