# message: the result has shape (1, 0), not ()
def total(values):
    return __import__('numpy').asmatrix(values)
