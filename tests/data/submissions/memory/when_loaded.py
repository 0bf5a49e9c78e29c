# message: total.py, when it is loaded, asked for more memory than the 256 MiB it may use
numbers = bytearray(1 << 30)


def total(values):
    return 6.0
