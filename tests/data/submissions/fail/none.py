# message: the result is None, not numbers: a `return` is missing, or what follows it is None
def total(values):
    return None
