"""Continuous batching: which requests run in each step of a server, and what that gains."""

from dataclasses import dataclass


@dataclass
class Running:
    number: int
    admitted: float
    todo: int
    first: bool = True


def schedule(
    requests: list[tuple[float, int, int]], slots: int, memory: float, compute: float, is_continuous: bool = True
) -> tuple[list[list[int]], list[float], float]:
    """Return which requests run in each step, how long each request takes, and the throughput."""
    if slots < 1:
        raise ValueError("there must be a slot")
    if not requests:
        return [], [], 0

    clock = 0.0
    queue = list(range(len(requests)))
    running: list[Running] = []
    steps: list[list[int]] = []
    latencies = [0.0] * len(requests)

    while queue or running:
        if not running:
            clock = max(clock, min(requests[n][0] for n in queue))
        # admit
        if is_continuous or not running:
            for n in list(queue):
                if len(running) == slots:
                    break
                if requests[n][0] <= clock:
                    running.append(Running(n, clock, requests[n][2]))
                    queue.remove(n)
        # one step
        tokens = sum(requests[r.number][1] if r.first else 1 for r in running)
        clock += max(memory, tokens * compute)
        steps.append(sorted(r.number for r in running))
        for r in running:
            r.first = False
            r.todo -= 1
            if r.todo == 0:
                latencies[r.number] = clock - r.admitted
        running = [r for r in running if r.todo > 0]

    return steps, latencies, sum(out for _, _, out in requests) / clock
