"""Continuous batching: which requests run in each step of a server, and what that gains."""


def step_time(tokens: int, memory: float, compute: float) -> float:
    """Return how long a step takes that puts so many tokens through the model.

    Reading the weights and computing with them happen at the same time, so the slower one decides.

    Source: Pope et al. 2022, Efficiently scaling transformer inference, section 2, https://arxiv.org/abs/2211.05102.
    """
    return max(memory, tokens * compute)


def schedule(
    requests: list[tuple[float, int, int]], slots: int, memory: float, compute: float, is_continuous: bool = True
) -> tuple[list[list[int]], list[float], float]:
    """Return which requests run in each step, how long each request takes, and the throughput.

    Args:
        requests: for each its arrival, and the tokens of its prompt and of its output, at least 1 each.
        slots: how many requests can run at once.
        memory: how long a step reads the weights.
        compute: how long a step computes for each token.
        is_continuous: whether a free slot is filled before the next step; otherwise when all slots are free.

    Returns:
        the steps, each a list of the numbers of its requests, the smallest first; the latency of each request; and the
        output tokens of all in a unit of time.

    Raises:
        ValueError: there is no slot.

    >>> schedule([(0, 2, 1), (0, 2, 2)], 2, 2.0, 0.5)
    ([[0, 1], [1]], [2.0, 4.0], 0.75)
    >>> schedule([(0, 2, 1), (0, 2, 2)], 1, 2.0, 0.5)
    ([[0], [1], [1]], [2.0, 6.0], 0.5)

    Source: Yu et al. 2022, Orca: a distributed serving system for transformer-based generative models, section 4.1,
    https://www.usenix.org/conference/osdi22/presentation/yu.
    """
    if slots < 1:
        raise ValueError(f"no request can run in {slots} slots")
    waiting = sorted(range(len(requests)), key=lambda number: requests[number][0])  # equal ones stay in their order
    left: dict[int, int] = {}  # output tokens to come, of the requests that run
    steps: list[list[int]] = []
    latencies = [0.0] * len(requests)
    now = 0.0
    while waiting or left:
        if not left:
            now = max(now, requests[waiting[0]][0])
        tokens = len(left)
        if is_continuous or not left:
            while waiting and len(left) < slots and requests[waiting[0]][0] <= now:
                number = waiting.pop(0)
                _, prompt, left[number] = requests[number]
                tokens += prompt
        steps.append(sorted(left))
        now += step_time(tokens, memory, compute)
        for number in steps[-1]:
            left[number] -= 1
            if left[number] == 0:
                del left[number]
                latencies[number] = now - requests[number][0]
    return steps, latencies, sum(output for _, _, output in requests) / now if steps else 0.0
