"""
class: malformed
attempts: softmax is a number
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
"""

softmax = 3
