"""The figures on the cards of the deck `cost`."""

from ..cost.batch_schedule import schedule, step_time
from ..cost.loop_op_counts import op_counts
from ..cost.price_of_a_call import output_share, price
from ..cost.reasoning_usage import price_per_answer, reasoning_usage
from .as_text import grouped, percent, short


def time_to_the_end() -> dict[str, str]:
    """Return when 101 tokens are there, if the first takes .8 s and each further one .05 s."""
    return {"seconds": short(0.8 + (101 - 1) * 0.05, 1)}


def positions() -> dict[str, str]:
    """Return the positions of a prompt of 200 and 50 picks, with and without a cache."""
    naive, cached, _, _ = op_counts(200, 50)
    return {"naive": grouped(naive), "cached": grouped(cached)}


def growth_of_pairs() -> dict[str, str]:
    """Return how many times more pairs 2000 tokens make than 1000, with and without a cache."""
    short_text, long_text = op_counts(1, 1000), op_counts(1, 2000)
    return {
        "naive": short(long_text[2] / short_text[2], 1),
        "cached": short(long_text[3] / short_text[3], 1),
    }


def factor_of_the_cache() -> dict[str, str]:
    """Return how many times fewer positions a cache needs after a prompt of 1000, for 50 and for 500 tokens."""
    counts = {"brief": op_counts(1000, 50), "long": op_counts(1000, 500)}
    return {name: short(naive / cached, 1) for name, (naive, cached, _, _) in counts.items()}


def share_of_attention() -> dict[str, str]:
    """Return which share of a token's operations is for looking back, and where it is half, for GPT-2's smallest shape."""
    width, layers, vocabulary = 768, 12, 50_257
    weights = 2 * (12 * layers * width**2 + vocabulary * width)  # a multiplication and an addition for each weight
    for_a_position = 4 * width * layers  # its score and its part of the mix, in every layer
    shares = {name: for_a_position * n / (for_a_position * n + weights) for name, n in (("short", 128), ("long", 1024))}
    return {name: percent(share) for name, share in shares.items()} | {"half": grouped(round(weights / for_a_position))}


def price_of_a_call() -> dict[str, str]:
    """Return what 1000 input and 500 output tokens cost at 2 and 8 coins a million."""
    return {"price": short(price(1000, 500, 2, 8))}


def cached_input() -> dict[str, str]:
    """Return what 1000 input tokens cost at 2 coins a million, without a cache and with 800 from it at half a coin."""
    return {"full": short(price(1000, 0, 2, 8)), "cached": short(price(1000, 0, 2, 8, 800, 0.5), 4)}


def shares_of_output() -> dict[str, str]:
    """Return the output's share of the bill for a short prompt and for a long one."""
    return {
        "brief": percent(output_share(1000, 500, 1, 4)),
        "long": percent(output_share(100_000, 500, 1, 5), 1),
    }


def break_even() -> dict[str, str]:
    """Return how many input tokens cost as much as 500 output tokens at 4 times the price."""
    tokens = 4 * 500
    assert output_share(tokens, 500, 1, 4) == 0.5
    return {"tokens": grouped(tokens)}


def pairs_after_a_prompt() -> dict[str, str]:
    """Return the pairs that 500 new tokens make after a prompt of 10 and of 10 000, the prefill left out."""
    pairs = {name: op_counts(P, 500)[3] - op_counts(P, 1)[3] for name, P in (("short", 10), ("long", 10_000))}
    return {name: grouped(count) for name, count in pairs.items()}


def hidden_tokens() -> dict[str, str]:
    """Return what is billed for 300 hidden tokens and 200 of an answer, at 8 coins a million, and the hidden share."""
    usage = reasoning_usage(300, 200, 1000)
    billed, hidden = int(usage["completion_tokens"]), int(usage["reasoning_tokens"])
    return {"billed": str(billed), "price": short(price(0, billed, 2, 8)), "share": percent(hidden / billed)}


def nothing_shown() -> dict[str, str]:
    """Return what is billed and shown if the limit ends within the hidden text."""
    usage = reasoning_usage(300, 200, 250)
    return {"billed": str(usage["completion_tokens"]), "shown": str(usage["answer_tokens"])}


def low_limit() -> dict[str, str]:
    """Return how many tokens of output a finished answer costs, with a limit that cuts half of the calls and without."""
    calls = [(400, 100)] * 10 + [(1400, 100)] * 10
    costs = {name: price_per_answer(calls, limit, 0, 0, 1e6) for name, limit in (("low", 1000), ("high", 4000))}
    return {name: grouped(round(cost)) for name, cost in costs.items()}


def weights_read_once() -> dict[str, str]:
    """Return how long an H100 reads 8 billion weights of 2 bytes, and computes one token with them, in milliseconds."""
    weights = 8e9
    reading, computing = 1000 * weights * 2 / 3.35e12, 1000 * weights * 2 / 989e12
    assert step_time(1, reading, computing) == reading
    return {
        "reading": short(reading, 1),
        "computing": short(computing),
        "tokens": grouped(round(reading / computing)),
    }


def full_slots() -> dict[str, str]:
    """Return the steps of three outputs in two slots."""
    requests = [(0.0, 1, 1), (0.0, 1, 3), (0.0, 1, 2)]
    return {
        name: str(len(schedule(requests, 2, 1.0, 0.5, is_continuous=name == "continuous")[0]))
        for name in ("continuous", "static")
    }
