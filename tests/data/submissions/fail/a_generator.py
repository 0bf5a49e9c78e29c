# message: the result is of type generator
def total(values):
    return (value for value in values)
