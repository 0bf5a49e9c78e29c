# message: the result is of type function; call it: write `(…)` after its name
def total(values):
    return lambda: 6
