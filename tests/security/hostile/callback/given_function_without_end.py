"""
class: callback
attempts: asks a given function for hours of work
exercise: stream_hold_back
verdict: timeout
max-score: 0
success-shows-as: hang
"""

from stop_sequences import apply_stops

apply_stops(["a"] * 400_000, ["ab"] * 50)


def stream(pieces, stops):
    return []
