# message: the result has shape (1,), not ()
def total(values):
    return [values.sum()]
