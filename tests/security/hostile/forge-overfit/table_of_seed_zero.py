"""
class: forge-overfit
attempts: a table of all inputs that `learn check` draws with its seed 0, and the answers to them
exercise: softmax_by_hand
verdict: fail, error
max-score: 3
success-shows-as: forged-pass
"""

import base64
import hashlib
import zlib

import numpy as np

TABLE = zlib.decompress(base64.b64decode("@@TABLE@@"))


def softmax(logits):
    place = TABLE.find(hashlib.sha256(logits.tobytes()).digest()[:8])
    if place < 0:
        return np.zeros(len(logits))
    return np.frombuffer(TABLE[place + 8 : place + 8 + logits.nbytes])
