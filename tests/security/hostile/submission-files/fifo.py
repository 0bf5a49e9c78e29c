"""
class: submission-files
attempts: its file is a fifo, which blocks whoever opens it; more of them lie beside it
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: hang
install: instead=fifo; fifo=helper.py
"""
