# message: the result is text, not numbers
def total(values):
    return 'six'
