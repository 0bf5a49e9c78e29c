def expected(alpha, gamma, c):
    # Leviathan et al. 2023, eq. (1) and Theorem 3.8
    expected_tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    walltime_improvement = (1 - alpha ** (gamma + 1)) / ((1 - alpha) * (gamma * c + 1))
    return expected_tokens, walltime_improvement
