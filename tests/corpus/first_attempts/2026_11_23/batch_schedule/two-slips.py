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
    if slots < 1:
        raise ValueError("no slot")
    queue = sorted(range(len(requests)), key=lambda r: (requests[r][0], r))
    left = {}
    start = {}
    latencies = [0.0] * len(requests)
    steps = []
    now = 0.0
    while queue or left:
        if not left and requests[queue[0]][0] > now:
            now = requests[queue[0]][0]
        fresh = set()
        if is_continuous or not left:
            while queue and len(left) < slots and requests[queue[0]][0] <= now:
                r = queue.pop(0)
                left[r] = requests[r][2]
                start[r] = now
                fresh.add(r)
        steps.append(sorted(left))
        n = 0
        for r in left:
            n += requests[r][1] if r in fresh else 1
        now += max(memory, n * compute)
        for r in sorted(left):
            left[r] -= 1
            if left[r] == 0:
                del left[r]
                latencies[r] = now - start[r]
    if not requests:
        return [], [], 0
    return steps, latencies, sum(p + o for _, p, o in requests) / now
