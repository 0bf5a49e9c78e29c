"""Measure a sampler of the learner's own beside three known ones, for `learn finish`: no right answer, no points."""

import importlib
import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from ..cache.cached_generate import generate_cached
from ..picking.sample_with_u import sample
from ..picking.sampler_pipeline import next_distribution
from ..scores.softmax_stable import softmax
from ..tiny_lm import model as tiny_lm

OWN = "own_sampler"
"""The learner's file; its `probs(logits, ids)` returns the probabilities (V,) to draw the next token from."""
PROMPTS, JSON_PROMPT = ("Once upon a time", "I think that", "One day"), "JSON:"
SEEDS, MAX_TOKENS = 3, 40
Probs = Callable[[np.ndarray, list[int]], np.ndarray]
KNOWN: dict[str, Probs] = {
    "greedy": lambda logits, ids: next_distribution(logits, 0.0),
    "top-p .9": lambda logits, ids: next_distribution(logits, top_p=0.9),
    "min-p .1": lambda logits, ids: next_distribution(logits, min_p=0.1),
}


def run(
    request: dict[str, Any],
    emit: Callable[[dict[str, Any]], None],
    at: Callable[[int, bytes], None],
    models: Any = None,
) -> None:
    """Emit a row of figures for the learner's sampler, and one for each known one."""
    samplers = {"yours": checked(importlib.import_module(OWN).probs), **KNOWN}
    for number, (name, probs) in enumerate(samplers.items(), start=1):
        texts = []
        for place, prompt in enumerate([*PROMPTS, JSON_PROMPT]):
            at(len(PROMPTS) * number + place, b"")  # each prompt has the time of a step
            texts += [(prompt, *written(probs, prompt, seed)) for seed in range(SEEDS)]
        emit({"trial": {"sampler": name, "figures": figures(texts)}})


def checked(probs: Probs) -> Probs:
    """Return a function that raises ValueError if its result is no distribution."""

    def call(logits: np.ndarray, ids: list[int]) -> np.ndarray:
        p = np.asarray(probs(logits.copy(), list(ids)), dtype=np.float64)
        if p.shape != logits.shape or not np.all(p >= 0) or not abs(p.sum() - 1) < 1e-6:
            raise ValueError(f"{OWN}.probs returned no probabilities of shape {logits.shape} that add up to 1")
        return p

    return call


def written(probs: Probs, prompt: str, seed: int) -> tuple[list[int], list[float]]:
    """Return the ids of a text, and the surprise of each for the model itself, in nats."""
    rng, tokenizer = np.random.default_rng(seed), tiny_lm.tokenizer()
    ids, surprises = tokenizer.encode(prompt), []

    def pick(logits: np.ndarray) -> int:
        token = int(sample(probs(logits, ids), rng.random()))
        surprises.append(-float(np.log(max(softmax(logits)[token], 1e-300))))
        ids.append(token)
        return token

    new, _ = generate_cached(tiny_lm.load("target"), tokenizer.encode(prompt), MAX_TOKENS, tokenizer.eos, pick)
    return list(new), surprises


def figures(texts: Iterable[tuple[str, list[int], list[float]]]) -> list[tuple[str, float]]:
    """Return the figures of the texts of one sampler, by name.

    Repeated: the share of runs of three tokens that their text had before. Distinct: different pairs of neighbors,
    divided by all pairs. Perplexity by the model, before the sampler. JSON: the share of JSON texts that parse.
    """
    texts = list(texts)
    repeated = [run in runs[:place] for runs in map(triples, texts) for place, run in enumerate(runs)]
    pairs = [pair for _, new, _ in texts for pair in pairwise(new)]
    surprises = [nats for _, _, values in texts for nats in values]
    parsed = [is_json(tiny_lm.tokenizer().decode(new)) for prompt, new, _ in texts if prompt == JSON_PROMPT]
    return [
        ("repeated", float(np.mean(repeated)) if repeated else 0.0),
        ("distinct", len(set(pairs)) / max(1, len(pairs))),
        ("perplexity", float(np.exp(np.mean(surprises)))),
        ("JSON", float(np.mean(parsed))),
    ]


def triples(text: tuple[str, list[int], list[float]]) -> list[tuple[int, ...]]:
    """Return the runs of three tokens of a text, in order."""
    new = text[1]
    return list(zip(new, new[1:], new[2:], strict=False))


def is_json(text: str) -> bool:
    """Return whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
