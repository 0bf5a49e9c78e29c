# message: 2 instead of 6
def total(values):
    return float(values.sum() / max(len(values), 1))
