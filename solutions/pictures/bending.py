"""A picture of bending the scores."""

from typing import Any

import numpy as np

from ..bending.repetition_penalty import repetition_penalty
from ..flashcards.as_text import short
from ..lessons.bending import REPEATED, R
from ..lessons.drawing import following
from ..scores.softmax_stable import softmax
from ..tiny_lm import model as tiny_lm


def repetition() -> dict[str, Any]:
    """Draw the tiny model's two likeliest tokens before and after the repetition penalty."""
    tokenizer = tiny_lm.tokenizer()
    logits = following(REPEATED).logits
    bent = repetition_penalty(logits, tokenizer.encode(REPEATED), R)
    two = np.argsort(-logits)[:2]
    names = [tokenizer.bytes[each].decode().strip() for each in two]
    before, after = softmax(logits)[two], softmax(bent)[two]
    return {
        "title": f"After “{REPEATED}”: the penalty r = {R:g} changes who leads",
        "description": f"Two bars, twice. Before: {names[0]} {short(before[0])}, {names[1]} {short(before[1])}. "
        f"After: {names[0]} {short(after[0])}, {names[1]} {short(after[1])}.",
        "parts": [
            {
                "kind": "bars",
                "title": title,
                "rows": [
                    {"label": name, "shown": [short(share)], "value": float(share), "look": look}
                    for name, share, look in zip(names, shares, ("full", "light"), strict=True)
                ],
                "most": 1,
            }
            for title, shares in (("Before", before), ("After", after))
        ],
    }
