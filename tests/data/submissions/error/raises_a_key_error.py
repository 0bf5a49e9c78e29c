# message: raised KeyError: 1
def total(values):
    return {}[1]
