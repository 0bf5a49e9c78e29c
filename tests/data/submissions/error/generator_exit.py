# message: raised GeneratorExit
def total(values):
    raise GeneratorExit
