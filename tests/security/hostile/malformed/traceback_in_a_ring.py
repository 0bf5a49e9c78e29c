"""
class: malformed
attempts: an exception that is its own cause and context, with a chain 10,000 long
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
"""

def softmax(logits):
    first = error = ValueError("first")
    for number in range(10_000):
        error.__context__ = ValueError(str(number))
        error = error.__context__
    error.__context__ = first
    raise first
