"""Two formulas that pages, cards, questions and reports compute with: the memory of a KV cache, and the gain of a draft."""


def kv_bytes(layers: int, kv_heads: int, d_head: int, positions: int, bytes_per_number: int, batch: int = 1) -> int:
    """Return how many bytes a KV cache takes: keys and values, for every layer, head, position and text.

    Source: the shapes of keys and values in Ainslie et al. 2023, GQA, https://arxiv.org/abs/2305.13245.
    """
    return 2 * batch * layers * kv_heads * positions * d_head * bytes_per_number


def expected(alpha: float, gamma: int, c: float) -> tuple[float, float]:
    """Return what speculative decoding gains on average: tokens per pass of the target, and tokens per cost.

    Token number i + 1 of a round is there if the first i drafts were accepted, which has probability alpha^i.

    Args:
        alpha: probability that a drafted token is accepted, from 0 to 1.
        gamma: tokens drafted in each round.
        c: cost of one pass of the draft, in passes of the target.

    Source: Leviathan, Kalman and Matias 2023, https://arxiv.org/abs/2211.17192, equation 1 and theorem 3.8.
    """
    tokens = float(sum(alpha**i for i in range(gamma + 1)))
    return tokens, tokens / (gamma * c + 1)
