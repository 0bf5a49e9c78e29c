"""
class: submission-files
attempts: a link to a link to the solution
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: forged-pass
install: instead=link:other.py; link=other.py:@@COURSE@@/solutions/scores/softmax_by_hand.py
"""
