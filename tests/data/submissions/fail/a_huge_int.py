# message: the result holds something that is not a number
def total(values):
    return 10**1000
