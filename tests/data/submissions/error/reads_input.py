# message: raised EOFError: EOF when reading a line
def total(values):
    return float(input())
