"""
class: submission-files
attempts: its file is a link to /dev/zero
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: hang
install: instead=link:/dev/zero
"""
