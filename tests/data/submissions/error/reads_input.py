# message: raised EOFError: EOF when reading a line; nobody answers `input()` here; use the function's arguments, or try it with `learn try`, where you can type
def total(values):
    return float(input())
