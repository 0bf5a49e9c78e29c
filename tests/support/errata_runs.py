"""The figures of docs/reference/errata.md that come from running the tiny models."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
from errata_figures import row, short, softmax, temperature_probs
from libraries import SOLUTIONS, ours

greedy = ours("picking/greedy_pick", "greedy")
generate_cached = ours("cache/cached_generate", "generate_cached")
MODEL: Any = SOLUTIONS.reference("tiny_lm/model")


@row("5")
def length_of_the_cache() -> list[str]:
    model, lengths = MODEL.load("draft"), []

    class Spy:
        def new_cache(self) -> Any:
            return model.new_cache()

        def __call__(self, ids: list[int], kept: Any) -> np.ndarray:
            logits: np.ndarray = model(ids, kept)
            lengths.append(kept.length)
            return logits

    generate_cached(Spy(), [70, 71, 72, 73], 3, -1, greedy)
    return [f"Prompt 4, tokens 1, 2, 3: {lengths[0]}, {lengths[1]}, {lengths[2]}", "P + n − 1"]


@row("28")
def sliding_window() -> list[str]:
    ids, width = (
        MODEL.tokenizer().encode("Once upon a time there was a happy cat named Mia. One day Mia found a ball."),
        16,
    )
    differences = {}
    for name in ("draft", "target"):
        model = MODEL.load(name)
        window = model.new_cache()
        stored = window.get
        window.get = lambda layer, stored=stored: tuple(each[:, -width:] for each in stored(layer))
        slid = [model([token], window)[-1] for token in ids][-1]
        differences[name] = np.abs(slid - model(ids[-width:])[-1]).max()
    assert differences["draft"] < 1e-12
    return [
        f"A window of {width} over {len(ids)} tokens",
        "one layer, the logits differ by less than 1e-12",
        f"four layers, by {short(differences['target'], 2)}",
    ]


@cache
def greedy_text(prompt: str, cap: int, penalty: float = 1.0) -> tuple[str, str, int]:
    """Return what the tiny model adds to a prompt, why it ended, and how many tokens it took."""
    model, tokenizer = MODEL.load("target"), MODEL.tokenizer()
    seen = tokenizer.encode(prompt)

    def pick(logits: np.ndarray) -> int:
        seen.append(greedy(ours("bending/repetition_penalty", "repetition_penalty")(logits, seen, penalty)))
        return seen[-1]

    ids, reason = generate_cached(model, tokenizer.encode(prompt), cap, tokenizer.eos, pick)
    return tokenizer.decode(ids), reason, len(ids)


@row("18")
def vocabulary() -> list[str]:
    return [f"The model of this course has {len(MODEL.tokenizer().bytes)}"]


@row("20")
def last_row() -> list[str]:
    tokenizer = MODEL.tokenizer()
    logits = MODEL.load("target")(tokenizer.encode("The capital of France is"))
    assert [tokenizer.decode([row.argmax()]) for row in logits[-2:]] == [" is", " Paris"]
    return [f"“ Paris” with {short(softmax(logits[-1]).max())}", "“ is”"]


@row("25")
def cap() -> list[str]:
    (early, *reasons), (late, *others) = greedy_text("I think that", 30), greedy_text("I think that", 60)
    assert (reasons, others) == (["max_tokens", 30], ["max_tokens", 60])
    assert late.startswith(early)
    return ["“I think that” with a cap of 30 and of 60"]


@row("29")
def two_remedies() -> list[str]:
    assert greedy_text("I think that", 60)[1] == "max_tokens"
    assert greedy_text("I think that", 60, 1.3)[:2] == (" I think that Mia is happy.", "eos")
    assert greedy_text("I think that Mia", 60)[:2] == (" is happy.", "eos")
    return ["a penalty of 1.3", "“I think that Mia”"]


@row("30")
def json_with_and_without_mask() -> list[str]:
    runs = 20
    free, masked = ([record(seed, is_masked=each) for seed in range(runs)] for each in (False, True))
    assert all(reason == "max_tokens" for text, reason in masked if not is_json(text))
    return [
        f"T = 2, {runs} objects of at most 50 tokens",
        f"{sum(is_json(text) for text, _ in free)} are JSON without a mask",
        f"{sum(is_json(text) for text, _ in masked)} with one",
    ]


def record(seed: int, *, is_masked: bool) -> tuple[str, str]:
    """Return an object that the tiny model writes at T = 2, and why it ended."""
    tokenizer, json_mask = MODEL.tokenizer(), ours("structure/json_mask", "json_mask")
    words = [token.decode("utf-8", "replace") for token in tokenizer.bytes]
    rng, ids = np.random.default_rng(seed), tokenizer.encode('{"')
    start = len(ids)

    def pick(logits: np.ndarray) -> int:
        if is_masked:
            logits = np.where(json_mask(tokenizer.decode(ids), words, tokenizer.eos), logits, -np.inf)
        ids.append(ours("picking/sample_with_u", "sample")(temperature_probs(logits, 2.0), rng.random()))
        return ids[-1]

    _, reason = generate_cached(MODEL.load("target"), ids[:start], 50, tokenizer.eos, pick)
    return tokenizer.decode(ids), reason


def is_json(text: str) -> bool:
    """Say whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
