"""The figures of docs/reference/errata.md, computed anew from the reference solutions and closed forms.

Each function gives the passages of one row that hold its figures, word for word.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from libraries import ours

LOGITS = np.array([4, 3, 2, 1, 0.5])
"""The worked example: the, a, an, and, or."""
DYADIC = np.array([1 / 2, 1 / 4, 1 / 8, 1 / 8])

softmax = ours("scores/softmax_by_hand", "softmax")
temperature_probs = ours("scores/temperature_rescaling", "temperature_probs")
entropy_bits = ours("scores/entropy", "entropy_bits")
nucleus = ours("picking/nucleus_membership", "nucleus")
top_k = ours("picking/top_3_renormalisation", "top_k")
next_distribution = ours("picking/sampler_pipeline", "next_distribution")
op_counts = ours("cost/loop_op_counts", "op_counts")
expected = ours("formulas", "expected")
accept_and_residual = ours("speculative/accept_and_residual", "accept_and_residual")

P = softmax(LOGITS)
COOL, HOT = temperature_probs(LOGITS, 0.5), temperature_probs(LOGITS, 2)

FIGURES: dict[str, Callable[[], list[str]]] = {}
"""Per row of the document, what gives the passages that hold its figures."""
Row = Callable[[], list[str]]


def row(name: str) -> Callable[[Row], Row]:
    """Register what computes the figures of a row."""

    def register(function: Row) -> Row:
        FIGURES[name] = function
        return function

    return register


def short(number: float, places: int = 3) -> str:
    """Write a number as the document does: rounded, without a zero in front of the point."""
    return f"{number:.{places}f}".removeprefix("0")


def several(numbers: Any, places: int = 3) -> str:
    """Write numbers side by side."""
    return " ".join(short(number, places) for number in numbers)


def grouped(number: int) -> str:
    """Write a whole number with a space between thousands."""
    return f"{number:,}".replace(",", " ")


def percent(share: float, places: int = 0) -> str:
    """Write a share as a percentage."""
    return f"{100 * share:.{places}f} %"


def rounded(numbers: Any, places: int = 3) -> np.ndarray:
    """Round the way one does by hand."""
    return np.round(numbers, places)


# --- the worked example ---


@row("a")
def misprint() -> list[str]:
    printed = [0.866, 0.117, 0.016, 0.002, 0.001]
    assert list(rounded(COOL))[1:] == printed[1:]
    return [
        f"exp(8) = {math.exp(8):.3f} of {np.exp(2 * LOGITS).sum():.3f} = {short(COOL[0], 6)}",
        f"{several(COOL)}",
        f"adds up to {sum(printed):.3f}",
        f"{short(softmax(2 * LOGITS[:3])[0], 5)}",
    ]


@row("b")
def top_three() -> list[str]:
    exact = top_k(P, 3)[0]
    assert math.isclose(exact, softmax(np.array([2.0, 1, 0]))[0])
    return [
        f"{short(exact, 6)}",
        f".632 / .949 = {short(rounded(P[0]) / rounded(P[:3].sum()), 6)}",
        f".63 / .95 = {short(rounded(P[0], 2) / rounded(P[:3], 2).sum(), 4)}",
        f"{short(exact)}",
    ]


@row("c")
def running_sums() -> list[str]:
    by_rounding = rounded(P).cumsum()
    return [f"{short(P[:4].sum(), 6)}", f"{several(P.cumsum())}", f"{several(by_rounding)}"]


@row("d")
def rounded_sum() -> list[str]:
    return [f"{several(P)}", f"add up to {short(rounded(P).sum())}", f"{several(P, 6)}"]


@row("e")
def two_coincidences() -> list[str]:
    assert short(COOL[0]) == short(P[:2].sum())
    assert short(P[:4].sum()) == short(COOL[:2].sum())
    return [
        f"at T = .5 and the two likeliest at T = 1: {short(COOL[0], 4)} and {short(P[:2].sum(), 4)}",
        f"the four likeliest at T = 1 and two at T = .5: {short(P[:4].sum(), 4)} and {short(COOL[:2].sum(), 4)}",
    ]


@row("f")
def multiplied() -> list[str]:
    return [f"T = .5 multiplied gives {short(softmax(LOGITS * 0.5)[0])}", f"T = 2 divided gives {short(HOT[0])}"]


@row("g")
def ninety_five() -> list[str]:
    assert math.isclose(rounded(P[:3], 2).sum(), 0.95)
    return [
        f"p = .95 keeps {len(nucleus(P, 0.95))}",
        f"{short(P[:3].sum(), 6)}",
        f".63 + .23 + .09 = .95, and keeps {1 + int((rounded(P, 2).cumsum() < 0.95 - 1e-9).sum())}",
    ]


@row("h")
def order_of_temperatures() -> list[str]:
    return [f"{short(COOL[0])} → {short(P[0])} → {short(HOT[0])}"]


# --- temperature and filters ---


@row("12")
def order_of_additions() -> list[str]:
    difference = (0.1 + 0.2) + 0.3 - (0.1 + (0.2 + 0.3))
    return [f"(.1 + .2) + .3 and .1 + (.2 + .3) differ by {difference:.1e}"]


@row("13")
def greedy_trap() -> list[str]:
    tree = {(): [0.5, 0.4, 0.1], (0,): [0.4, 0.3, 0.3], (1,): [0.05, 0.9, 0.05], (2,): [0.4, 0.3, 0.3]}
    best, probability = ours("bending/greedy_trap", "best_sequence")(lambda text: np.array(tree[text]), 2)
    assert best == [1, 1]
    return [f".5 × .4 = {short(tree[()][0] * tree[(0,)][0], 2)}", f".4 × .9 = {short(probability, 2)}"]


@row("14")
def reaching_and_exceeding() -> list[str]:
    reaching = [len(nucleus(DYADIC, share)) for share in (0.5, 0.75, 0.875)]
    exceeding = [1 + int((DYADIC.cumsum() <= share).sum()) for share in (0.5, 0.75, 0.875)]
    return [
        "1/2, 1/4, 1/8, 1/8 and p = 1/2, 3/4, 7/8",
        "≥ keeps {}, {}, {}".format(*reaching),
        "> keeps {}, {}, {}".format(*exceeding),
    ]


@row("19")
def temperature_on_probabilities() -> list[str]:
    halved, squared = P / 0.5 / (P / 0.5).sum(), P**2 / (P**2).sum()
    assert np.abs(squared - COOL).max() < 1e-15
    return [
        f"At T = .5 the first form leaves {short(P[0])} at {short(halved[0])}",
        f"the second makes it {short(squared[0])}",
        "p^(1/T)",
    ]


@row("22")
def temperature_and_filters() -> list[str]:
    members = [len(nucleus(each, 0.9)) for each in (COOL, P, HOT)]
    assert all(np.flatnonzero(top_k(each, 3)).tolist() == [0, 1, 2] for each in (COOL, P, HOT))
    survivors = top_k(P, 3)[:3] ** 0.5
    first = next_distribution(LOGITS, T=2, top_p=0.9)
    return [
        "At T = .5, 1, 2 top-p .9 keeps {}, {}, {} tokens".format(*members),
        "top-k 3 the same three",
        f"T = 2 first: {several(first[first > 0])}",
        f"last: {several(survivors / survivors.sum())}",
    ]


@row("23")
def randomness() -> list[str]:
    bits = ", ".join(short(entropy_bits(each)) for each in (COOL, P, HOT))
    return [f"at T = .5, 1, 2 it is {bits} bits"]


# --- the cost of a loop ---


@row("1")
def share_of_attention() -> list[str]:
    width, layers, vocabulary = 768, 12, 50_257
    weights = 2 * (12 * layers * width**2 + vocabulary * width)
    per_position = 4 * width * layers
    shares = [per_position * length / (per_position * length + weights) for length in (128, 1024)]
    return [
        f"{layers} layers of width {width}, {grouped(vocabulary)} tokens",
        f"{grouped(weights)} operations for the weights, {grouped(per_position)} for each position looked at",
        f"{percent(shares[0])} at 128 positions, {percent(shares[1])} at 1 024, half at {grouped(round(weights / per_position))}",
    ]


@row("2")
def growth_of_totals() -> list[str]:
    long, short_ = op_counts(1, 2000), op_counts(1, 1000)
    factors = [f"× {after / before:.2f}" for after, before in zip(long, short_, strict=True)]
    return [
        "From 1 000 tokens to 2 000",
        f"positions {factors[0]} without a cache and {factors[1]} with one",
        f"pairs {factors[2]} and {factors[3]}",
    ]


@row("3")
def per_token() -> list[str]:
    naive = op_counts(1000, 1)
    cached = [after - before for after, before in zip(op_counts(999, 2), op_counts(999, 1), strict=True)]
    return [
        "After 1 000 tokens the next one takes",
        f"{grouped(naive[0])} positions and {grouped(naive[2])} pairs without a cache",
        f"{cached[1]} position and {grouped(cached[3])} pairs with one",
    ]


@row("4")
def factor_of_the_cache() -> list[str]:
    long, brief = op_counts(1000, 500), op_counts(1000, 50)
    return [
        "Prompt 1 000, output 500",
        f"{grouped(long[0])} / {grouped(long[1])} = {long[0] / long[1]:.1f}",
        f"{grouped(long[2])} / {grouped(long[3])} = {long[2] / long[3]:.1f}",
        f"Output 50: {grouped(brief[0])} / {grouped(brief[1])} = {brief[0] / brief[1]:.1f}",
    ]


@row("6")
def prefill_and_decode() -> list[str]:
    prefill, both = op_counts(1000, 1), op_counts(1000, 500)
    return [
        "Prompt 1 000, output 500",
        f"{grouped(prefill[1])} positions in 1 pass, then {both[1] - prefill[1]} in {500 - 1}",
    ]


@row("7")
def input_costs() -> list[str]:
    decode = [op_counts(length, 500)[3] - op_counts(length, 1)[3] for length in (10, 10_000)]
    share = 1 - ours("cost/price_of_a_call", "output_share")(10_000, 500, 2, 8)
    return [
        f"500 tokens look at {grouped(decode[0])} pairs after a prompt of 10, at {grouped(decode[1])} after one of 10 000",
        f"at 2 and 8 a million, {percent(share)} of that bill is input",
    ]


@row("8")
def share_of_output() -> list[str]:
    output_share = ours("cost/price_of_a_call", "output_share")
    assert math.isclose(output_share(4 * 500, 500, 1, 4), 0.5)
    return [
        f"1 000 in, 500 out, output 4 times as expensive: {percent(output_share(1000, 500, 1, 4))}",
        f"100 000 in, 500 out, 5 times: {percent(output_share(100_000, 500, 1, 5), 1)}",
        f"n = r·m, here {grouped(4 * 500)}",
    ]


@row("9")
def ratio_of_prices() -> list[str]:
    shares = [ours("cost/price_of_a_call", "output_share")(1000, 500, 1, ratio) for ratio in (2, 8)]
    return [
        f"1 000 in, 500 out: output is {percent(shares[0])} of the bill at 2 times, {percent(shares[1])} at 8 times"
    ]


# --- speculation ---


@row("10")
def tokens_per_pass() -> list[str]:
    return [f"Acceptance .8, 4 drafted: {expected(0.8, 4, 0.05)[0]:.2f} tokens per pass, between 1 and {4 + 1}"]


@row("26")
def speed_up() -> list[str]:
    gains = [expected(*each)[1] for each in ((0.8, 4, 0.05), (0.8, 4, 0.5), (0.5, 4, 0.5))]
    return [
        f"Acceptance .8, 4 drafted: {gains[0]:.2f} if a draft pass costs .05 of a target pass, {gains[1]:.2f} if it costs .5",
        f"acceptance .5 and cost .5: {short(gains[2], 2)}",
    ]


@row("27")
def acceptance() -> list[str]:
    accept, _ = accept_and_residual(P, HOT)
    return [
        f"draft at T = 2, target at T = 1: “or” is kept with {short(P[4])} / {short(HOT[4])} = {short(accept[4], 2)}",
        f"“the” with {short(accept[0], 0)}",
        f"a draft with {short(float(HOT @ accept))}",
        "min(1, p/q)",
    ]
