# message: raised SyntaxError: (its message cannot be shown: __str__ failed)
def total(values):
    error = SyntaxError(7)
    error.filename = 'total.py'
    error.lineno = 'three'
    raise error
