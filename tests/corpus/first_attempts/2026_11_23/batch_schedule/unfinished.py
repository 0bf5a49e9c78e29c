"""Continuous batching: which requests run in each step of a server, and what that gains."""


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
    """
    waiting = list(range(len(requests)))
    running = {}
    steps = []
    time = 0.0
    tokens_out = 0
    while waiting or running:
        new = []
        while waiting and len(running) < slots:
            r = waiting.pop(0)
            running[r] = requests[r][2]
            new.append(r)
        steps.append(sorted(running))
        T = sum(requests[r][1] if r in new else 1 for r in running)
        time += max(memory, T * compute)
        for r in list(running):
            running[r] -= 1
            tokens_out += 1
            if running[r] == 0:
                del running[r]
    latencies = [0.0] * len(requests)  # TODO
    return steps, latencies, tokens_out / time if time else 0
