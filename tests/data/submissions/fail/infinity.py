# message: float('inf') instead of 0
def total(values):
    return float('inf')
