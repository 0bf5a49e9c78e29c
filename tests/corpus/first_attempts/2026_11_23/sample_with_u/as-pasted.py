def sample(p, u):
    # the way a small C program does it: p adds up to 1, u is the coin
    acc = 0.0
    for i, prob in enumerate(p):
        acc += prob
        if acc > u:
            return i
    return len(p) - 1  # rounding
