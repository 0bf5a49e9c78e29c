# message: did not finish within 0.3 s; look for a loop that never ends or does far too much
class Slow(Exception):
    def __str__(self):
        while True:
            pass


def total(values):
    raise Slow
