"""Pictures of bending the scores, and of a search with a length penalty."""

from typing import Any

import numpy as np

from ..bending.beam_search import beam_search
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


def length_penalty() -> dict[str, Any]:
    """Draw what two texts of a beam search are worth without a length penalty and with one, as e to the scores."""
    texts = {"1 token": [0.3], "3 tokens": [0.6, 0.8, 0.6]}
    worth = {alpha: {name: float(np.exp(_score(p, alpha))) for name, p in texts.items()} for alpha in (0, 1)}
    words = "; ".join(
        f"with alpha = {alpha} " + " and ".join(f"{short(each)} for {name}" for name, each in found.items())
        for alpha, found in worth.items()
    )
    return {
        "title": "A length penalty turns the order round",
        "description": f"Two texts as bars, e to the power of their scores: {words}.",
        "parts": [
            {
                "kind": "bars",
                "title": f"e to the power of the score, alpha = {alpha}",
                "rows": [{"label": name, "shown": [short(each)], "value": each} for name, each in found.items()],
                "most": 1,
            }
            for alpha, found in worth.items()
        ],
    }


def _score(chances: list[float], alpha: float) -> float:
    """Return the score of a text whose tokens have these probabilities, as a search finds it that follows it alone."""

    def model(prefix: tuple[int, ...]) -> np.ndarray:
        p = np.full(5, (1 - chances[len(prefix)]) / 4)
        p[int(len(prefix) == len(chances) - 1)] = chances[len(prefix)]  # token 1 ends the text
        return p

    return beam_search(model, 1, len(chances), 1, alpha)[1]
