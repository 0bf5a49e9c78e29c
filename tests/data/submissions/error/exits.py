# message: raised SystemExit: 3
def total(values):
    raise SystemExit(3)
