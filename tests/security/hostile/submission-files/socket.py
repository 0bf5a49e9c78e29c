"""
class: submission-files
attempts: its file is a socket
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: no-verdict
install: instead=socket
"""
