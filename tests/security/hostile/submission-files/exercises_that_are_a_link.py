"""
class: submission-files
attempts: the folder exercises is a link to the solutions
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: forged-pass
install: instead=none; link=exercises:@@COURSE@@/solutions
"""
