# message: still raises NotImplementedError
def total(values):
    raise NotImplementedError
