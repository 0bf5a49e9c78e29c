# message: did not finish within 0.3 s; look for a loop that never ends or does far too much
def total(values):
    while True:
        pass
