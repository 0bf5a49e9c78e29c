"""
class: malformed
attempts: source nested so deeply that a parser overflows
exercise: softmax_by_hand
verdict: error, memory, crash
max-score: 0
success-shows-as: forged-pass
install: deep
"""
