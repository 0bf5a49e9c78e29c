# message: returned a value nested more than 32 levels deep; only results of up to 16 MiB and 32 levels can be read
def total(values):
    result = []
    result.append(result)
    return result
