# message: 
def total(values):
    return values.sum()
