"""Continuous batching: which requests run in each step of a server, and what that gains."""


def schedule(
    requests: list[tuple[float, int, int]], slots: int, memory: float, compute: float, is_continuous: bool = True
) -> tuple[list[list[int]], list[float], float]:
    """Return which requests run in each step, how long each request takes, and the throughput."""
    if not is_continuous:
        raise NotImplementedError  # later

    waiting = sorted(range(len(requests)), key=lambda i: (requests[i][0], i))
    left = {}  # running request -> output tokens that are still to come
    latency = [0.0] * len(requests)
    steps = []
    now = 0.0
    while waiting or left:
        if not left and requests[waiting[0]][0] > now:
            now = requests[waiting[0]][0]
        new = []
        while waiting and len(left) < slots and requests[waiting[0]][0] <= now:
            i = waiting.pop(0)
            left[i] = requests[i][2]
            new.append(i)
        tokens = 0
        for i in left:
            tokens += requests[i][1] if i in new else 1
        # read the weights, then compute
        now += memory + tokens * compute
        steps.append(sorted(left))
        for i in list(left):
            left[i] -= 1
            if left[i] == 0:
                del left[i]
                latency[i] = now - requests[i][0]
    total = sum(r[2] for r in requests)
    return steps, latency, total / now
