"""
class: submission-files
attempts: its file is a link to the standard input of whoever reads it
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: hang
install: instead=link:/dev/stdin
"""
