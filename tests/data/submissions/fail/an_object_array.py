# message: the result has shape (1,), not ()
def total(values):
    return __import__('numpy').array([values.sum()], dtype=object)
