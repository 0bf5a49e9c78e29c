# message: the result is of type int of more than 4096 bits
def total(values):
    return 1 << 5000
