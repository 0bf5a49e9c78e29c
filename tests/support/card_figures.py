"""The figures of cards and of the cheat sheet, computed with fractions and decimals and none of our functions.

Each function stands for one in `solutions/flashcards/`, named as the deck and that function. Here are those about
choosing a token; `card_figures_of_runs` has the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import accumulate
from typing import Any

Figures = dict[str, str]
FIGURES: dict[str, Callable[[], Figures]] = {}
"""Per deck and function, such as `scores.misprint`, what gives the figures."""

TOKENS = ["the", "a", "an", "and", "or"]
LOGITS = [Decimal(each) for each in ("4", "3", "2", "1", "0.5")]
HALF, ONE, TWO = Decimal("0.5"), Decimal(1), Decimal(2)
TEMPERATURES = {"cold": HALF, "plain": ONE, "hot": TWO}


def of(*names: str) -> Callable[[Callable[[], Figures]], Callable[[], Figures]]:
    """Register what computes the figures of some functions."""

    def register(function: Callable[[], Figures]) -> Callable[[], Figures]:
        FIGURES.update(dict.fromkeys(names, function))
        return function

    return register


def exact(number: Fraction | Decimal | str) -> Decimal:
    """Return a number with 40 digits."""
    getcontext().prec = 40
    return Decimal(number.numerator) / number.denominator if isinstance(number, Fraction) else Decimal(number)


def short(number: Fraction | Decimal | str, places: int = 3) -> str:
    """Write a number rounded, without a zero in front of the point."""
    text = f"{exact(number):.{places}f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def row(numbers: Iterable[Decimal], places: int = 3) -> str:
    """Write numbers side by side, with blanks that do not break."""
    return "\u00a0".join(short(number, places) for number in numbers)


def grouped(number: int) -> str:
    """Set thousands apart with blanks that do not break."""
    return re.sub(r"(?<=\d)(?=(\d{3})+$)", "\u00a0", str(number))


def softmax(logits: list[Decimal], T: Decimal = ONE) -> list[Decimal]:
    """Return probabilities."""
    getcontext().prec = 40
    exponentials = [(each / T).exp() for each in logits]
    return [each / sum(exponentials) for each in exponentials]


def mass_until(p: Iterable[Any], share: Any) -> int:
    """Return how many of the likeliest reach a share."""
    return next(count for count, mass in enumerate(accumulate(p), start=1) if mass >= share)


def entropy(p: list[Decimal]) -> Decimal:
    """Return the entropy in bits."""
    return -sum((each * each.ln() / TWO.ln() for each in p), Decimal(0))


P, COLD, HOT = softmax(LOGITS), softmax(LOGITS, HALF), softmax(LOGITS, TWO)
BY_NAME = {"cold": COLD, "plain": P, "hot": HOT}


# --- course, scores ---------------------------------------------------------------------------


@of("course.nucleus_sizes")
def nucleus_sizes() -> Figures:
    return {name: str(mass_until(p, Decimal("0.9"))) for name, p in BY_NAME.items()}


@of("course.temperatures")
def temperatures() -> Figures:
    return {name: short(p[0]) for name, p in BY_NAME.items()}


@of("course.saving_of_the_cache")
def saving_of_the_cache() -> Figures:
    return {"factor": short(Fraction(sum(range(1000, 1500)), 1000 + 499), 1)}


@of("course.entropies")
def entropies() -> Figures:
    return {"cold": short(entropy(COLD)), "hot": short(entropy(HOT))}


@of("scores.worked_example")
def worked_example() -> Figures:
    return {"probabilities": row(P), "sums": row([*accumulate(P)][:-1]) + "\u00a01"}


@of("scores.softmax_by_hand")
def softmax_by_hand() -> Figures:
    exponentials = [each.exp() for each in LOGITS]
    return {
        "exponentials": ", ".join(map(short, exponentials)),
        "total": short(sum(exponentials, Decimal(0))),
        "the": short(P[0]),
    }


@of("scores.rounded_sum")
def rounded_sum() -> Figures:
    rounded = [Decimal(f"{each:.3f}") for each in P]
    return {"rounded": row(rounded), "total": short(sum(rounded, Decimal(0)))}


@of("scores.ratios_of_gaps")
def ratios_of_gaps() -> Figures:
    return {"one": short(ONE.exp(), 1), "three": short(Decimal(3).exp(), 1)}


@of("scores.overflow")
def overflow() -> Figures:
    largest = Decimal(2) ** 1024 - Decimal(2) ** 970  # what still rounds to the largest float64
    assert Decimal(709).exp() < largest < Decimal(710).exp()
    return {"last": "709", "first": "710"}


@of("scores.ratios_of_temperatures", "cheat_sheet.odds")
def ratios_of_temperatures() -> Figures:
    return {name: short((ONE / T).exp(), 2) for name, T in TEMPERATURES.items()}


@of("scores.power_form")
def power_form() -> Figures:
    return {"before": short(P[0]), "after": short(P[0] ** 2 / sum(each**2 for each in P))}


@of("scores.nine_to_one")
def nine_to_one() -> Figures:
    return {"temperature": short(ONE / Decimal(9).ln())}


@of("scores.misprint")
def misprint() -> Figures:
    printed = sum(map(Decimal, (".866", ".117", ".016", ".002", ".001")), Decimal(0))
    return {"right": short(COLD[0]), "printed_sum": short(printed), "three_only": short(softmax(LOGITS[:3], HALF)[0])}


@of("scores.surprises")
def surprises() -> Figures:
    bits = [f"{-(Decimal(1) / n).ln() / TWO.ln():.0f}" for n in (1, 2, 4, 8)]
    return {"bits": f"{bits[0].lstrip('-')}, {bits[1]}, {bits[2]} and {bits[3]}"}


@of("scores.effective_choices")
def effective_choices() -> Figures:
    return {"choices": short(TWO ** entropy(P), 2)}


# --- picking, bending -------------------------------------------------------------------------


@of("picking.order_of_additions")
def order_of_additions() -> Figures:
    one, two, three = Fraction(0.1), Fraction(0.2), Fraction(0.3)  # what float64 makes of them
    left = Fraction(float(Fraction(float(one + two)) + three))
    right = Fraction(float(one + Fraction(float(two + three))))
    assert left - right == Fraction(1, 2**53)
    assert f"{exact(left - right):.1e}" == "1.1e-16"
    return {"difference": "1.1 · 10⁻¹⁶"}


@of("picking.dice")
def dice() -> Figures:
    drawn = next(token for token, end in zip(TOKENS, accumulate(P), strict=True) if end > Decimal("0.9"))
    return {"token": drawn, "sums": row([*accumulate(P)][:-1]) + "\u00a01"}


@of("picking.tail")
def tail() -> Figures:
    return {"chance": short(1 - Fraction(19, 20) ** 50)}


@of("picking.top_three")
def top_three() -> Figures:
    return {"held": short(sum(P[:3], Decimal(0))), "before": short(P[0]), "after": short(softmax(LOGITS[:3])[0])}


@of("picking.reaching_and_exceeding")
def reaching_and_exceeding() -> Figures:
    sums = [Fraction(each, 8) for each in (4, 6, 7, 8)]
    return {
        "reaching": str(1 + sum(each < Fraction(3, 4) for each in sums)),
        "exceeding": str(1 + sum(each <= Fraction(3, 4) for each in sums)),
    }


@of("picking.crossing")
def crossing() -> Figures:
    right = mass_until(P, Decimal("0.9"))
    assert P[0] > Decimal("0.6")
    return {"right": str(right), "slip": str(right - 1)}


@of("picking.alone")
def alone() -> Figures:
    assert Decimal("0.6316") < P[0]
    return {"largest": short(P[0], 4)}


@of("picking.gap_of_min_p")
def gap_of_min_p() -> Figures:
    return {"gap": short(Decimal(10).ln())}


@of("picking.filter_after_filter")
def filter_after_filter() -> Figures:
    three = softmax(LOGITS[:3])
    return {
        "kept": str(mass_until(three, Decimal("0.9"))),
        "shared": short(three[0] + three[1]),
        "unfiltered": short(P[0] + P[1]),
    }


@of("picking.first_or_last")
def first_or_last() -> Figures:
    return {"first": str(mass_until(HOT, Decimal("0.9"))), "last": str(mass_until(P, Decimal("0.9")))}


@of("bending.both_signs")
def both_signs() -> Figures:
    return {"positive": str(4 // 2), "negative": f"−{4 * 2}", "divided": f"−{4 // 2}"}


@of("bending.where_zero_is")
def where_zero_is() -> Figures:
    penalty = Decimal("1.3")
    return {
        "before": short(P[0]),
        "after": short(softmax([LOGITS[0] / penalty, *LOGITS[1:]])[0]),
        "shifted": short(softmax([(LOGITS[0] - 10) * penalty, *(each - 10 for each in LOGITS[1:])])[0]),
    }


@of("bending.penalised")
def penalised() -> Figures:
    return {"logit": short(3 - 3 * Fraction(1, 2) - 1, 1)}


@of("bending.odds")
def odds() -> Figures:
    return {"factor": short(HALF.exp(), 2)}


@of("bending.low_is_not_banned")
def low_is_not_banned() -> Figures:
    return {"share": short(softmax([Decimal(-10), Decimal(-20), Decimal(-30)])[0], 5)}


@of("bending.bias")
def bias() -> Figures:
    factor = Decimal(5).exp()
    return {"factor": short(factor, 0), "after": short(factor / (factor + 999))}


@of("bending.product_of_steps")
def product_of_steps() -> Figures:
    return {"product": short(Fraction(5 * 4 * 9, 1000), 2)}


@of("bending.greedy_trap")
def greedy_trap() -> Figures:
    return {"greedy": short(Fraction(6 * 5, 100), 2), "best": short(Fraction(4 * 9, 100), 2)}


@of("bending.all_texts")
def all_texts() -> Figures:
    return {"digits": str(int(20 * exact("50257").log10()) + 1)}


# --- cheat sheet -------------------------------------------------------------------------------


@of("cheat_sheet.worked_example")
def table() -> Figures:
    found = dict(zip([f"logit_{token}" for token in TOKENS], ["4", "3", "2", "1", ".5"], strict=True))
    found |= {f"sum_{token}": short(mass) for token, mass in zip(TOKENS, accumulate(P), strict=True)}
    for name, p in BY_NAME.items():
        found |= {f"{name}_{token}": short(each) for token, each in zip(TOKENS, p, strict=True)}
        found |= {f"bits_{name}": short(entropy(p)), f"kept_{name}": str(mass_until(p, Decimal("0.9")))}
    return found


@of("cheat_sheet.picking")
def picking() -> Figures:
    return {
        "drawn": "an",
        "top_k": row(softmax(LOGITS[:3])),
        "nucleus": ", ".join(TOKENS[: mass_until(P, Decimal("0.9"))]),
        "min_p": ", ".join(token for token, z in zip(TOKENS, LOGITS, strict=True) if LOGITS[0] - z <= Decimal(10).ln()),
    }


@of("cheat_sheet.costs")
def costs() -> Figures:
    return {"naive": grouped(500 * 1000 + 500 * 499 // 2), "cached": grouped(1000 + 500 - 1)}


@of("cheat_sheet.neutral")
def neutral() -> Figures:
    filters = {"top_k": "0", "top_p": "1", "min_p": "0"}  # all tokens, all of the mass, no bar
    return {"temperature": "1", **filters, "repetition_penalty": "1", "frequency_penalty": "0"}


@of("bending.calls_of_a_beam_search")
def calls_of_a_beam_search() -> Figures:
    return {"width": "4", "length": "20", "calls": str(1 + 4 * 19)}


@of("bending.length_penalty")
def length_penalty() -> Figures:
    one, three = Decimal("0.3").ln(), (Decimal("0.6") * Decimal("0.8") * Decimal("0.6")).ln()
    shown = {"short_sum": one, "long_sum": three, "short_score": one, "long_score": three / 3}
    return {name: short(number).replace("-0.", "−.").replace("-", "−") for name, number in shown.items()}
