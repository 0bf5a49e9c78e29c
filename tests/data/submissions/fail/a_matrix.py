# message: the result is of type numpy.matrix
def total(values):
    return __import__('numpy').asmatrix(values)
