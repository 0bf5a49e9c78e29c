"""Pictures of picking a token."""

from typing import Any

import numpy as np

from ..flashcards.as_text import short
from ..flashcards.worked_example import LOGITS, TOKENS
from ..picking import min_p as relative
from ..picking import nucleus_membership as by_mass
from ..picking import sample_with_u as dice
from ..picking import top_3_renormalisation as by_rank
from ..scores.softmax_stable import softmax
from ..scores.temperature_rescaling import temperature_probs

P = softmax(LOGITS)
U, K, TOP_P, M, HOT = 0.9, 2, 0.9, 0.1, 2


def number_line() -> dict[str, Any]:
    """Draw the line from 0 to 1 with a stretch for each token, and where one number falls."""
    ends = np.cumsum(P)
    drawn = TOKENS[dice.sample(P, U)]
    pieces = ", ".join(f"{token} up to {short(end)}" for token, end in zip(TOKENS[:3], ends, strict=False))
    return {
        "title": f"The number u = {short(U, 1)} falls on “{drawn}”",
        "description": f"A line from 0 to 1 in five stretches: {pieces}, and two narrow ones up to 1. "
        f"An arrow at {short(U, 1)} points into the stretch of “{drawn}”.",
        "parts": [
            {
                "kind": "strips",
                "is_scaled": True,
                "rows": [
                    {
                        "cells": [
                            {
                                "text": token if share > 0.05 else "",
                                "span": float(share),
                                "look": "full" if token == drawn else "light",
                            }
                            for token, share in zip(TOKENS, P, strict=True)
                        ]
                    }
                ],
                "ticks": [
                    {"at": 0, "label": "0"},
                    *({"at": float(end), "label": short(end)} for end in ends[:3]),
                    {"at": 1, "label": "1"},
                ],
                "marks": [{"at": U, "label": f"u = {short(U, 1)}"}],
                "note": "The two narrow stretches at the right: " + " and ".join(f"“{each}”" for each in TOKENS[3:]),
            }
        ],
    }


def top_k_and_nucleus() -> dict[str, Any]:
    """Draw two cuts through one distribution: after k tokens, and after a share of p."""
    by_count = int(np.count_nonzero(by_rank.top_k(P, K)))
    kept = len(by_mass.nucleus(P, TOP_P))
    sums = np.cumsum(P)
    return {
        "title": "Top-k and top-p cut the same list",
        "description": f"Five bars in order with their running sums. One cut, for k = {K}, comes after bar {by_count}. "
        f"Another, for p = {short(TOP_P, 1)}, comes after bar {kept}, where the sum goes from {short(sums[kept - 2])} "
        f"to {short(sums[kept - 1])}.",
        "parts": [
            {
                "kind": "bars",
                "columns": ["token", "p", "sum"],
                "rows": [
                    {
                        "label": token,
                        "shown": [short(share), short(end) if end < 0.9995 else "1"],
                        "value": float(share),
                        "look": "full" if number <= by_count else "light" if number <= kept else "empty",
                    }
                    for number, (token, share, end) in enumerate(zip(TOKENS, P, sums, strict=True), start=1)
                ],
                "cuts": [
                    {"after": by_count, "label": f"top-k, k = {K}"},
                    {"after": kept, "label": f"top-p, p = {short(TOP_P, 1)}"},
                ],
            }
        ],
    }


def min_p() -> dict[str, Any]:
    """Draw the same m on a sure and on an unsure distribution: the bar moves."""
    parts, words = [], []
    for name, p in (("sure", P), (f"unsure, T = {HOT}", temperature_probs(LOGITS, HOT))):
        kept = np.flatnonzero(relative.min_p(p, M))
        limit = float(M * p.max())
        words.append(f"{short(p.max())} for the longest bar, the line at {short(limit)}, {len(kept)} bars reach it")
        parts.append(
            {
                "kind": "bars",
                "title": name[0].upper() + name[1:],
                "rows": [
                    {
                        "label": token,
                        "shown": [short(share)],
                        "value": float(share),
                        "look": "full" if index in kept else "empty",
                    }
                    for index, (token, share) in enumerate(zip(TOKENS, p, strict=True))
                ],
                "most": float(P.max()),
                "limit": {"value": limit, "label": short(limit)},
            }
        )
    return {
        "title": f"The threshold of min-p moves with the favorite: m = {short(M, 1)}",
        "description": "Two sets of five bars, each with an upright line; bars that do not reach it are hollow. "
        f"First: {words[0]}. Second: {words[1]}.",
        "parts": parts,
    }
