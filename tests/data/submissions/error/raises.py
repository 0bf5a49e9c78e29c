# message: raised ValueError: not today
def total(values):
    raise ValueError('not today')
