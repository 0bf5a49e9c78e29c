"""The numbers in the texts of the quiz, computed from the references; each function belongs to one question."""

import numpy as np

from ..cost.loop_op_counts import op_counts
from ..cost.price_of_a_call import output_share
from ..loop.stream_hold_back import stream
from ..picking.nucleus_membership import nucleus
from ..picking.sample_with_u import sample
from ..picking.sampler_pipeline import next_distribution
from ..picking.top_3_renormalisation import top_k
from ..pictures.cache import growth as cache_growth
from ..pictures.loop import surprise
from ..scores.temperature_rescaling import temperature_probs

TOKENS = ("the", "a", "an", "and", "or")
LOGITS = np.array([4.0, 3.0, 2.0, 1.0, 0.5])
"""The worked example of the course."""


def exact_hit() -> dict[str, str | float]:
    """Four tokens, two of which reach top_p exactly."""
    p, top_p = np.array([0.5, 0.25, 0.125, 0.125]), 0.75
    kept, upwards = nucleus(p, top_p), np.sort(p)
    more_than_top_p = 1 + int((np.cumsum(upwards[::-1]) <= top_p).sum())
    (too_many,) = {more_than_top_p, int(np.ceil(top_p * len(p)))}  # the other one: a share of the vocabulary
    return {
        "shares": _listed(list(map(_short, p))),
        "top_p": _short(top_p),
        "kept": _number(len(kept)),
        "too_few": _number(len(kept) - 1),
        "too_few_hold": _short(p[kept[:-1]].sum()),
        "too_many": _number(too_many),
        "upwards": _number(int((np.cumsum(upwards) - upwards < top_p).sum())),
    }


def halved() -> dict[str, str | float]:
    """Return how halving and renormalizing changes the worked example, beside temperature 2."""
    p = temperature_probs(LOGITS, 1.0)
    return {
        "before": _decimals(p[0]),
        "after": _decimals((p / 2 / (p / 2).sum())[0]),
        "at_two": _decimals(temperature_probs(LOGITS, 2.0)[0]),
    }


def two_filters() -> dict[str, str | float]:
    """Top-k and then top-p on the worked example, and three ways to get it wrong."""
    k, top_p = 3, 0.9
    p = temperature_probs(LOGITS, 1.0)
    three = top_k(p, k)
    kept = np.flatnonzero(next_distribution(LOGITS, 1.0, k, top_p)).tolist()
    joint = [token for token in nucleus(p, top_p) if three[token] > 0]
    return {
        "logits": _listed(list(map(_short, LOGITS))),
        "tokens": _listed([_quoted(each) for each in TOKENS]),
        "k": k,
        "top_p": _short(top_p),
        "kept": _set(kept),
        "joint": _set(joint),
        "single": _set(kept[:-1]),
        "unfiltered": _set(range(len(LOGITS) - 1)),
        "sum_before": _decimals(p[kept].sum()),
        "sum_after": _decimals(three[kept].sum()),
        "first_after": _decimals(three[0]),
    }


def on_the_line() -> dict[str, str | float]:
    """Numbers on the line of probabilities, one in the second token's stretch."""
    p = temperature_probs(LOGITS, 1.0)
    before, inside, behind = 0.6, 0.7, 0.97
    assert [sample(p, u) for u in (before, inside, p[1])] == [0, 1, 0]
    assert sample(p, behind) >= 3
    start, end = np.cumsum(p)[:2]
    numbers = {"start": start, "end": end, "share": p[1], "before": before, "inside": inside, "behind": behind}
    return {"wanted": TOKENS[1], **{name: _decimals(u) for name, u in numbers.items()}}


def cuts() -> dict[str, str | float]:
    """Four values of p, each of which keeps another number of tokens."""
    p = temperature_probs(LOGITS, 1.0)
    kept = {"one": 0.6, "two": 0.8, "three": 0.9, "four": 0.96}
    assert [len(nucleus(p, top_p)) for top_p in kept.values()] == [1, 2, 3, 4]
    sums = zip(("sum_one", "sum_two", "sum_three"), np.cumsum(p), strict=False)
    return {name: _short(top_p) for name, top_p in kept.items()} | {name: _decimals(total) for name, total in sums}


def surprises() -> dict[str, str | float]:
    """Tokens above and below the mean surprise in two texts."""
    parts = surprise()["parts"]
    means = [part["limit"]["value"] for part in parts]
    nats = [{row["label"]: row["value"] for row in part["rows"]} for part in parts]
    both = [token for token, own in nats[0].items() if own > means[0] and nats[1].get(token, 0) > means[1]]
    near = [token for token, own in nats[0].items() if own > means[0] and 0 < nats[1].get(token, 0) < means[1]]
    (only,) = [token for token, own in nats[1].items() if own > means[1] and token not in nats[0]]
    (expected,) = [token for token in nats[0] if token not in nats[1]]
    return {
        "both": both[0],
        "near": near[0],
        "only": only,
        "expected": expected,
        "both_nats": f"{nats[0][both[0]]:.2f}",
        "near_nats": f"{nats[0][near[0]]:.2f}".removeprefix("0"),
        "low": f"{means[0]:.2f}".removeprefix("0"),
        "high": f"{means[1]:.2f}".removeprefix("0"),
    }


def one_more_pass() -> dict[str, str | float]:
    """Positions that the pass after those of the picture feeds."""
    cached, naive = ([len(row["cells"]) for row in part["rows"]] for part in cache_growth()["parts"])
    _, before, _, _ = op_counts(cached[0], len(cached))
    _, after, _, _ = op_counts(cached[0], len(cached) + 1)
    return {"new": after - before, "all": naive[-1] + 1, "last": naive[-1], "prompt": cached[0]}


def passes() -> dict[str, str | float]:
    """How many passes an answer takes that is ended by EOS."""
    shown = 20
    return {"shown": shown, "passes": shown + 1, "eos_free": shown, "extra": shown + 2, "one": 1}


def held_back() -> dict[str, str | float]:
    """Return the text that a stream has shown after two tokens."""
    stop, pieces = "User:", ["Hi", " Us"]
    chunks = stream([*pieces, "ers"], [stop])
    return {
        "stop": _quoted(stop),
        "pieces": _listed([_quoted(each) for each in pieces]),
        "sent": _quoted("".join(chunks[:2])),
        "everything": _quoted("".join(pieces)),
        "whole_tokens": _quoted(pieces[0]),
    }


def growth() -> dict[str, str | float]:
    """How pairs grow with a cache when the text gets twice as long."""
    n, twice = 1000, 2000
    *_, few = op_counts(1, n)
    *_, many = op_counts(1, twice)
    return {"n": n, "twice": twice, "pairs_factor": f"{many / few:.2f}"}


def long_prompt() -> dict[str, str | float]:
    """The bill of a call with a long prompt and a short answer."""
    n_in, n_out, ratio = 100_000, 500, 5
    share = output_share(n_in, n_out, 1.0, float(ratio))
    return {
        "n_in": f"{n_in:,}".replace(",", " "),
        "n_out": n_out,
        "ratio": ratio,
        "output_share": f"{100 * share:.1f} %",
        "input_share": f"{100 * (1 - share):.1f} %",
    }


def _number(count: int) -> str:
    words = {1: "one of them", 2: "two of them", 3: "three of them", 4: "all of them"}
    return words[count]


def _decimals(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _short(value: float) -> str:
    return f"{value:g}".removeprefix("0") or "0"


def _listed(items) -> str:
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _set(ids) -> str:
    return f"{{{', '.join(TOKENS[each] for each in ids)}}}"


def _quoted(text: str) -> str:
    return f"“{text}”"
