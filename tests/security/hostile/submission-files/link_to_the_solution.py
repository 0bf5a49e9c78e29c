"""
class: submission-files
attempts: its file is a link to the solution
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: forged-pass
install: instead=link:@@COURSE@@/solutions/scores/softmax_by_hand.py
"""
