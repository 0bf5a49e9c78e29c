# message: raised RecursionError: maximum recursion depth exceeded
def total(values):
    return total(values)
