"""
class: submission-files
attempts: a link to itself
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: no-verdict
install: instead=link:softmax_by_hand.py
"""
