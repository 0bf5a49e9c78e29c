"""
class: malformed
attempts: a thousand bytes of noise
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
install: garbage
"""
