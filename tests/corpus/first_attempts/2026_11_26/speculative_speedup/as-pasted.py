def expected(alpha, gamma, c):
    # Leviathan et al. 2023, equation 1 and theorem 3.8
    if alpha == 1:
        return gamma, gamma / (gamma * c + 1)
    tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    improvement = (1 - alpha ** (gamma + 1)) / ((1 - alpha) * (gamma * c + 1))
    return tokens, improvement
