# message: the result is of type array of complex128
def total(values):
    return values.sum() + 0j * values
