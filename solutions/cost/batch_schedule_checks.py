"""Random requests of a small server, and a law of every schedule."""

from collections import Counter


def some_requests(rng, size):
    """Draw up to `size` requests with arrivals in halves, and times that binary fractions hold exactly."""
    requests = []
    for _ in range(size):
        arrival = float(rng.choice([0.0, 0.0, 0.5, 1.0, 2.0, 3.0, 6.0, 9.5]))
        requests.append((arrival, int(rng.choice([1, 1, 2, 3, 8])), int(rng.integers(1, 5))))
    return {
        "requests": requests,
        "slots": int(rng.integers(1, 4)),
        "memory": float(rng.choice([1.0, 2.0])),
        "compute": float(rng.choice([0.25, 0.5, 1.0])),
        "is_continuous": bool(rng.random() < 0.7),
    }


def gets_its_steps(near, requests, slots, memory, compute, is_continuous):
    """Every request runs in as many steps as it has output tokens, one after the other, and slots are not exceeded."""
    given = {"slots": slots, "memory": memory, "compute": compute, "is_continuous": is_continuous}
    ((steps, latencies, _),) = yield [{"requests": requests, **given}]
    ran = Counter(int(number) for step in steps for number in step)
    for number, (_, _, output) in enumerate(requests):
        if ran[number] != output:
            return f"request {number} has {output} output tokens and runs in {ran[number]} steps"
        first, last = (place(steps, number) for place in (_first, _last))
        if last - first + 1 != output:
            return f"request {number} pauses between its steps; once admitted, a request runs to its end"
    for number, step in enumerate(steps):
        if not 1 <= len(step) <= slots:
            return f"step {number} runs {len(step)} requests in {slots} slots"
    if any(
        latency < memory * output and not near(latency, memory * output)
        for latency, (_, _, output) in zip(latencies, requests, strict=True)
    ):
        return "a request is finished sooner than its steps can be"
    return None


def _first(steps, number):
    return next(place for place, step in enumerate(steps) if number in step)


def _last(steps, number):
    return max(place for place, step in enumerate(steps) if number in step)
