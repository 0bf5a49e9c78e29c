# message: the result is of type function
def total(values):
    return lambda: 6
