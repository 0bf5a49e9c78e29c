"""The visible parts of a decode step: the probabilities after each setting, and the likeliest tokens."""

from typing import Any

import numpy as np

from ..loop.stop_sequences import apply_stops
from ..picking.sampler_pipeline import next_distribution
from ..scores.entropy import entropy_bits
from ..scores.softmax_by_hand import softmax as softmax_by_hand
from ..scores.softmax_stable import softmax
from ..text.utf8_stream import decode_stream

CANDIDATES = 6
"""How many tokens are shown at each step, unless fewer have a noticeable chance."""
NOTICEABLE = 0.001
LEAST_LOGIT = -50.0
"""The lowest logit that the course's first softmax accepts; the exponential of anything lower is almost 0."""

Stages = list[tuple[str, np.ndarray]]
"""Probabilities (V,) by the name of the setting that made them."""


def stages(made: list[np.ndarray], names: list[str], filters: list[Any]) -> Stages:
    """Return the probabilities (V,) after each step that does something, by its name, the model's own first.

    Args:
        made: the model's own logits (V,), and those after each setting that bends them.
        names: of these settings.
        filters: temperature, top-k, top-p and min-p.
    """
    temperature, top_k, top_p, min_p = filters
    own, bent = made[0], made[-1]
    found = [("model", softmax_by_hand(np.maximum(own - own.max(), LEAST_LOGIT)))]
    for name, before, after in zip(names, made, made[1:], strict=False):
        if not np.array_equal(before, after):
            found.append((name, softmax(after)))
    if temperature != 1:
        found.append((f"T = {temperature:g}", next_distribution(bent, temperature)))
    if top_k:
        found.append((f"top-k {top_k}", next_distribution(bent, temperature, top_k)))
    if top_p < 1:
        found.append((f"top-p {top_p:g}", next_distribution(bent, temperature, top_k, top_p)))
    if min_p:
        found.append((f"min-p {min_p:g}", next_distribution(bent, temperature, top_k, top_p, min_p)))
    return found


def seen(chances: Stages, token: int, tokenizer: Any) -> dict[str, Any]:
    """Return how many tokens each stage leaves, the likeliest tokens, and how unsure the model is."""
    own, final = chances[0][1], chances[-1][1]
    best = np.maximum(own, final)
    ranked = [each for each in np.argsort(-best, kind="stable")[:CANDIDATES].tolist() if best[each] >= NOTICEABLE]
    shown = ranked if token in ranked else [*ranked[: CANDIDATES - 1], token]
    return {
        "entropy": float(entropy_bits(own)),
        "left": [(name, int((p > 0).sum())) for name, p in chances],
        "candidates": [
            {
                "token": each,
                "text": None if each == tokenizer.eos else tokenizer.bytes[each],
                "before": float(own[each]),
                "after": float(final[each]),
                "removed_by": next((name for name, p in chances if p[each] == 0), None),
            }
            for each in shown
        ],
        "others": {
            "count": len(own) - len(shown),
            "before": float(max(0.0, 1 - own[shown].sum())),
            "after": float(max(0.0, 1 - final[shown].sum())),
        },
    }


def why(picked: list[int], finish_reason: str, tokenizer: Any, stop: list[str]) -> str:
    """Say why a text has ended."""
    if picked[-1] == tokenizer.eos:
        return "the model ended its text"
    if finish_reason == "length":
        return "max-tokens was reached"
    pieces = decode_stream([tokenizer.bytes[token] for token in picked])
    return f"the stop sequence {apply_stops(list(pieces), stop)[2]!r} came"
