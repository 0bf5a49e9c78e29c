# message: 1 instead of 0
def total(values):
    return float(values.sum()) + 1
