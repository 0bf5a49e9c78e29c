"""The example that runs through the course: five tokens and their logits."""

import numpy as np

TOKENS = ("the", "a", "an", "and", "or")
LOGITS = np.array([4, 3, 2, 1, 0.5])
"""One for each of TOKENS."""
