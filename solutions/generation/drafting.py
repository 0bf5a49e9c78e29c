"""Drafts: prompt lookup as a model, and what can be seen of a round of speculative decoding."""

from typing import Any

import numpy as np

from ..picking.sampler_pipeline import next_distribution
from ..speculative.accept_and_residual import accept_and_residual
from ..speculative.ngram_draft import ngram_draft
from .models import TextCache

LONGEST = 3
"""How many tokens prompt lookup compares at most."""
SHOWN = 4
"""How many tokens of a residual are shown."""
ACCEPTED, REJECTED, UNUSED = "accepted", "rejected", "not looked at"


class NgramDraft:
    """Prompt lookup as a draft model: it gives all probability to the token that it proposes.

    It is judged by the same rule as any draft: q is 1 for the proposed token, so it is accepted with probability p.

    Args:
        size: how many tokens the vocabulary has.

    Source: Saxena 2023, Prompt lookup decoding, https://github.com/apoorvumang/prompt-lookup-decoding.
    """

    def __init__(self, size: int) -> None:
        self._size = size

    def new_cache(self) -> TextCache:
        """Return an empty text."""
        return TextCache()

    def __call__(self, ids: list[int], cache: TextCache) -> np.ndarray:
        """Return logits (T, V) after the new ids, and add the ids to the text; only the last row is a proposal."""
        cache.ids += ids
        rows = np.zeros((len(ids), self._size))  # loops ask for the last row only
        drafted, Q = ngram_draft(list(cache.ids), LONGEST, 1, self._size)
        if len(drafted) == 0:  # a loop wants a proposal in any case: the newest token again
            Q = np.eye(1, self._size, cache.ids[-1])
        with np.errstate(divide="ignore"):
            rows[-1] = np.log(Q[0])
        return rows


class RecordedRng(np.random.Generator):
    """A random number generator that notes what it gives: the same numbers as `default_rng(seed)`."""

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.PCG64(seed))
        self.given: list[float] = []

    def random(self, *args: Any, **kwargs: Any) -> Any:
        """Return random numbers, at least 0 and below 1."""
        numbers = super().random(*args, **kwargs)
        self.given += np.ravel(numbers).tolist()
        return numbers


def round_event(
    drafted: list[int],
    block: list[int],
    logits: tuple[list[np.ndarray], list[np.ndarray]],
    given: list[float],
    filters: list[Any],
    tokenizer: Any,
) -> dict[str, Any]:
    """Return what a round has judged: p, q and u of each drafted token, and the residual after a rejection.

    Args:
        drafted: the ids that the draft has guessed.
        block: the ids that the round gave.
        logits: the target's and the draft's rows (V,) for the drafted ids that the block reaches, with all settings but
            the filters applied.
        given: the random numbers drawn in the round; if they are not one for each guess, then one for each judgement
            and one for the last token, it is unknown what each was for.
        filters: temperature, top-k, top-p and min-p.
        tokenizer: has `bytes` and `eos`.
    """
    count = len(drafted)
    is_usual = len(given) == 2 * count + 1
    guesses: list[dict[str, Any]] = []
    rest: np.ndarray | None = None
    for place, token in enumerate(drafted):
        seen = {"p": None, "q": None, "u": None, "verdict": UNUSED}
        if place < len(block) and rest is None:
            p, q = (next_distribution(rows[place], *filters) for rows in logits)
            u = given[count + place] if is_usual else None
            if block[place] != token:
                rest = accept_and_residual(p, q)[1]
            verdict = ACCEPTED if rest is None else REJECTED
            seen = {"p": float(p[token]), "q": float(q[token]), "u": u, "verdict": verdict}
        guesses.append(_named(token, tokenizer) | seen)
    best = [] if rest is None else np.argsort(-rest, kind="stable")[:SHOWN].tolist()
    residual = [
        _named(token, tokenizer) | {"p": float(rest[token])} for token in best if rest is not None and rest[token] > 0
    ]
    return {"round": {"guesses": guesses, "residual": residual, "u": given[-1] if is_usual else None}}


def _named(token: int, tokenizer: Any) -> dict[str, Any]:
    return {"token": token, "text": None if token == tokenizer.eos else tokenizer.bytes[token]}
