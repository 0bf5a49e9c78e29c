"""
class: submission-files
attempts: imports a file beside it that is a link to the solution
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
install: link=helper.py:@@COURSE@@/solutions/scores/softmax_by_hand.py
"""

from helper import softmax
