"""
class: submission-files
attempts: its file is a folder with a module inside
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: no-verdict
install: instead=folder; text=softmax_by_hand.py/__init__.py
"""
