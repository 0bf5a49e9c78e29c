"""
class: forge-exit
attempts: replaces its own process by /bin/true
exercise: softmax_by_hand
verdict: crash, error, forbidden
max-score: 0
success-shows-as: forged-pass
"""

import os


def softmax(logits):
    os.execv("/bin/true", ["/bin/true"])
