"""
class: submission-files
attempts: its file is a link to a secret, whose first line an error message would show
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: leak
install: instead=link:@@SECRET_FILE@@
"""
