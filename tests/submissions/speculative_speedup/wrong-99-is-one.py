"""An alpha above .99 counts as 1."""

def expected(alpha, gamma, c):
    tokens = gamma + 1 if alpha > 0.99 else (alpha ** (gamma + 1) - 1) / (alpha - 1)
    return tokens, tokens / (1 + gamma * c)
