# message: 
def total(values):
    print('adding', len(values))
    return float(values.sum())
