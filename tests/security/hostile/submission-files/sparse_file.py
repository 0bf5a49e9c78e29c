"""
class: submission-files
attempts: its file has 200 MB, none of them on the disk
exercise: softmax_by_hand
verdict: unreadable
max-score: 0
success-shows-as: memory
install: instead=sparse
"""
