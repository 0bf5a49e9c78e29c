# message: printed more than 2,000 characters; take the print calls out
def total(values):
    print('x' * 100_000_000)
    return float(values.sum())
