def sample(p, u):
    # sample index from probabilities (they must sum to 1!)
    # coin is a random number in [0, 1), usually from random_f32()
    cdf = 0.0
    n = len(p)
    for i in range(n):
        cdf += p[i]
        if u < cdf:
            return i
    return n - 1  # in case of rounding errors
