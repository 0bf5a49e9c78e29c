# message: raised SystemExit: 3; return the result instead of ending Python
def total(values):
    raise SystemExit(3)
