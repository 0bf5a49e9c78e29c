# message: total.py cannot be loaded: it raised ValueError: spoiled
import builtins

import numpy as np

np.exp = np.array = builtins.range = None
raise ValueError('spoiled')
