# message: float('nan') instead of 0
def total(values):
    return float('nan')
