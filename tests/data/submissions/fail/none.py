# message: the result is None, not numbers
def total(values):
    return None
