# message: the result is of type complex
def total(values):
    return complex(values.sum())
