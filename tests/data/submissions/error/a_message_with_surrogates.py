# message: raised ValueError: \ud800 and \x1b[31m red
def total(values):
    raise ValueError('\ud800 and \x1b[31m red')
