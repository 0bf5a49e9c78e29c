"""The figures of the page on costs, and of its answers."""

from ..cost import batch_schedule as batching
from ..cost import loop_op_counts as counts
from ..cost import price_of_a_call as prices
from ..cost import reasoning_usage as usages
from ..flashcards.as_text import grouped, percent
from .drawing import listed

P, N = 1000, 500
IN, OUT, CACHED = 2, 8, 0.5
"""Coins for a million tokens, as in the task."""
LONG, DEAR = 100_000, 10
MEMORY, COMPUTE, TEXTS = 5, 0.1, 32
"""Milliseconds of a step for reading the weights, and for computing a token; texts in a batch."""


def page() -> dict[str, str]:
    """Return the work for a long text with and without a cache, and the price of two calls."""
    naive, cached, naive_pairs, cached_pairs = counts.op_counts(P, N)
    doubled = counts.op_counts(P, 2 * N)
    assert naive == N * P + N * (N - 1) // 2
    return {
        "prompt": grouped(P),
        "new": str(N),
        "last": grouped(P + N - 1),
        "prompts": grouped(N * P),
        "growth": grouped(N * (N - 1) // 2),
        "naive": grouped(naive),
        "cached": grouped(cached),
        "factor": f"{naive / cached:.0f}",
        "pair_factor": f"{naive_pairs / cached_pairs:.0f}",
        "cached_pairs": grouped(cached_pairs),
        "doubled": f"{doubled[0] / naive:.1f}",
        "doubled_cached": f"{doubled[1] / cached:.1f}",
        "share": percent(prices.output_share(P, N, IN, OUT)),
        "long": grouped(LONG),
        "long_share": percent(prices.output_share(LONG, N, IN, OUT), 1),
        "ratio": f"{OUT / IN:g}",
        "memory_ms": str(MEMORY),
        "compute_ms": f"{COMPUTE:g}".lstrip("0"),
        "texts": str(TEXTS),
        "alone": grouped(round(1000 / batching.step_time(1, MEMORY, COMPUTE))),
        "together": grouped(round(1000 * TEXTS / batching.step_time(TEXTS, MEMORY, COMPUTE))),
        "limit": str(round(MEMORY / COMPUTE)),
    }


def loop_op_counts() -> dict[str, str]:
    """Return the four counts for P = 3 and N = 2."""
    naive, cached, naive_pairs, cached_pairs = counts.op_counts(3, 2)
    return {
        "naive": str(naive),
        "cached": str(cached),
        "pairs": str(naive_pairs),
        "cached_pairs": str(cached_pairs),
        "first": str(counts.op_counts(3, 1)[2]),
        "all": listed([str(each) for each in (naive, cached, naive_pairs, cached_pairs)]),
    }


def price_of_a_call() -> dict[str, str]:
    """Return the price of the call in thousandths of a coin, and the share of the output, with and without a cache."""
    plain = prices.price(P, N, IN, OUT), prices.output_share(P, N, IN, OUT)
    saved = prices.price(P, N, IN, OUT, 800, CACHED), prices.output_share(P, N, IN, OUT, 800, CACHED)
    return {
        "price": f"{plain[0]:g}".lstrip("0"),
        "share": percent(plain[1]),
        "cached_price": f"{saved[0]:g}".lstrip("0"),
        "cached_share": percent(saved[1]),
    }


def reasoning_usage() -> dict[str, str]:
    """Return what becomes of a call of 300 hidden tokens and an answer of 200 under three limits."""
    limits = {"enough": 500, "low": 400, "lowest": 250}
    made = {name: usages.reasoning_usage(300, 200, limit) for name, limit in limits.items()}
    assert [each["finish_reason"] for each in made.values()] == ["stop", "length", "length"]
    assert made["lowest"]["answer_tokens"] == 0
    billed = {name: str(each["completion_tokens"]) for name, each in made.items()}
    return billed | {"shown": str(made["low"]["answer_tokens"])}


def batch_schedule() -> dict[str, str]:
    """Return the steps and the throughput of the three requests, with continuous batching and without."""
    requests = [(0.0, 2, 1), (0.0, 2, 3), (0.0, 2, 2)]
    runs = {way: batching.schedule(requests, 2, 2.0, 0.5, way == "continuous") for way in ("continuous", "static")}
    shown = {way: ", ".join(map(str, steps)) for way, (steps, _, _) in runs.items()}
    return shown | {"fast": f"{runs['continuous'][2]:g}", "slow": f"{runs['static'][2]:g}"}
