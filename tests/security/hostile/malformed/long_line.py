"""
class: malformed
attempts: one line of 200 KB
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
install: long
"""
