# message: returned a value that takes more room than allowed; only results of up to 16 MiB and 32 levels can be read
def total(values):
    return ["x" * 1_000_000] * 20
