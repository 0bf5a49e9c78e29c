"""
class: resource
attempts: never ends while it is loaded, with all signals ignored
exercise: softmax_by_hand
verdict: timeout
max-score: 0
success-shows-as: hang
"""

import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
while True:
    pass
