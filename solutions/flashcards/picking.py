"""The figures on the cards of the deck `picking`."""

import math

import numpy as np

from ..picking.nucleus_membership import nucleus
from ..picking.sample_with_u import sample
from ..picking.sampler_pipeline import next_distribution
from ..picking.top_3_renormalisation import top_k
from ..scores.softmax_by_hand import softmax
from .as_text import BLANK, several, short
from .worked_example import LOGITS, TOKENS

P = softmax(LOGITS)
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def order_of_additions() -> dict[str, str]:
    """Return by how much two orders of adding .1, .2 and .3 differ."""
    mantissa, _, exponent = f"{(0.1 + 0.2) + 0.3 - (0.1 + (0.2 + 0.3)):.1e}".partition("e")
    return {"difference": f"{mantissa} · 10{str(int(exponent)).translate(SUPERSCRIPTS)}"}


def dice() -> dict[str, str]:
    """Return which token of the worked example u = .9 draws, and the running sums."""
    return {"token": TOKENS[sample(P, 0.9)], "sums": several(np.cumsum(P)[:-1]) + f"{BLANK}1"}


def tail() -> dict[str, str]:
    """Return how likely at least one token of a tail of 5 % is in 50 steps."""
    return {"chance": short(1 - (1 - 0.05) ** 50)}


def top_three() -> dict[str, str]:
    """Return what the top 3 of the worked example hold, and “the” before and after."""
    return {"held": short(P[:3].sum()), "before": short(P[0]), "after": short(top_k(P, 3)[0])}


def reaching_and_exceeding() -> dict[str, str]:
    """Return how many of 1/2, 1/4, 1/8, 1/8 reach 3/4, and how many exceed it."""
    halves = np.array([1 / 2, 1 / 4, 1 / 8, 1 / 8])
    exceeding = 1 + int((np.cumsum(halves) <= 3 / 4).sum())
    return {"reaching": str(len(nucleus(halves, 3 / 4))), "exceeding": str(exceeding)}


def crossing() -> dict[str, str]:
    """Return how many tokens top-p .9 keeps, and how many without the one that crosses p; none at p = .6."""
    without = {p: int((np.cumsum(P) <= p).sum()) for p in (0.6, 0.9)}
    assert without[0.6] == 0
    return {"right": str(len(nucleus(P, 0.9))), "slip": str(without[0.9])}


def alone() -> dict[str, str]:
    """Return the largest p for which the worked example's nucleus is one token."""
    assert len(nucleus(P, round(float(P[0]), 4))) == 1
    return {"largest": short(P[0], 4)}  # rounded down, or it would be too much


def gap_of_min_p() -> dict[str, str]:
    """Return how many logits behind the best a token may be for m = .1 and T = 1."""
    return {"gap": short(-math.log(0.1))}


def filter_after_filter() -> dict[str, str]:
    """Return how many tokens top-k 3 and then top-p .9 keep, and what two hold after top-k and before."""
    kept = next_distribution(LOGITS, top_k=3, top_p=0.9)
    shared = top_k(P, 3)[:2].sum()
    return {"kept": str((kept > 0).sum()), "shared": short(shared), "unfiltered": short(P[:2].sum())}


def first_or_last() -> dict[str, str]:
    """Return how many tokens top-p .9 keeps with T = 2 before it, and with T = 2 after it."""
    return {"first": str((next_distribution(LOGITS, T=2, top_p=0.9) > 0).sum()), "last": str(len(nucleus(P, 0.9)))}


def top_n_sigma() -> dict[str, str]:
    """Return the bar of top-n-sigma for the logits of the worked example and n = 1, and how many tokens reach it."""
    logits = np.array([4, 3, 2, 1, 0.5])
    bar = logits.max() - logits.std()
    return {"bar": short(bar), "count": str(int((logits >= bar).sum()))}
