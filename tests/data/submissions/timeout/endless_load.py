# message: total.py, when it is loaded, did not finish within 1.5 s; look for a loop that never ends or does far too much
while True:
    pass
