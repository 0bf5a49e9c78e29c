# message: raised KeyboardInterrupt
def total(values):
    raise KeyboardInterrupt
