# message: the result is of type type
def total(values):
    return Exception
