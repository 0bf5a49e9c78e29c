# message: total.py cannot be loaded: it raised ValueError: at once
raise ValueError('at once')
