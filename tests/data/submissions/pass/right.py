# message: 
def total(values):
    return float(values.sum())
