# message: asked for more memory than the 256 MiB it may use
def total(values):
    held = []
    while True:
        held.append(bytes(1 << 24))
