"""The complete generator on the real tiny transformer, in random settings: the laws that hold for every run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.content import find
from grader.solutions import Solutions

SOLUTIONS = Solutions(find())
GENERATE: Any = SOLUTIONS.reference("structure/complete_generate").generate
TINY: Any = SOLUTIONS.reference("tiny_lm/model")
TOKENIZER = TINY.tokenizer()
PROMPTS = (
    "The capital of France is",
    "I think that",
    "2 + 3 =",
    "This is happy:",
    '{"',
    "Once upon a time",
    "User: Hi",
)
STOPS = (".", "\n", " is", "is happy", " Mia", "}", " 😀")
RUNS = 1000


class Watched:
    """A model that notes each pass: how long the cache was before it, and how many positions it computed."""

    def __init__(self, name: str) -> None:
        self.model = TINY.load(name)
        self.passes: list[tuple[int, int]] = []

    def new_cache(self) -> Any:
        """Return an empty cache."""
        return self.model.new_cache()

    def __call__(self, ids: list[int], cache: Any) -> Any:
        """Compute the logits after each id."""
        self.passes.append((cache.length, len(ids)))
        return self.model(ids, cache)


def settings(rng: np.random.Generator) -> dict[str, Any]:
    """Draw the settings of one run."""
    return {
        "prompt": str(rng.choice(PROMPTS)),
        "max_tokens": int(rng.integers(1, 24)),
        "temperature": float(rng.choice([0.0, 0.5, 1.0, 1.5, 2.0])),
        "top_k": int(rng.choice([0, 0, 1, 5, 40])),
        "top_p": float(rng.choice([1.0, 0.9, 0.5])),
        "min_p": float(rng.choice([0.0, 0.0, 0.1])),
        "repetition_penalty": float(rng.choice([1.0, 1.0, 1.3])),
        "frequency_penalty": float(rng.choice([0.0, 0.0, 0.5])),
        "presence_penalty": float(rng.choice([0.0, 0.0, 0.5])),
        "stop": [str(each) for each in rng.choice(STOPS, int(rng.integers(0, 3)), replace=False)],
        "seed": int(rng.integers(2**31)),
    }


def broken_laws(given: dict[str, Any]) -> list[str]:
    """Run the generator once streaming, once in one piece, and return the laws that do not hold."""
    model = Watched("target")
    prompt = given["prompt"]
    others = {name: value for name, value in given.items() if name != "prompt"}
    chunks = list(GENERATE(model, TOKENIZER, prompt, **others))
    (whole,) = GENERATE(Watched("target"), TOKENIZER, prompt, stream=False, **others)
    *pieces, last = chunks
    text = "".join(chunk["text"] for chunk in chunks)
    size, usage = len(TOKENIZER.encode(prompt)), last["usage"]
    picked = usage["completion_tokens"]
    laws = {
        "the pieces make up the text in one piece": text == whole["text"],
        "reason and usage are the same in one piece": last["usage"] == whole["usage"]
        and last["finish_reason"] == whole["finish_reason"],
        "no piece but the last is empty": all(chunk["text"] for chunk in pieces),
        "no stop sequence is in the text": not any(stop in text for stop in given["stop"]),
        "the reason is one of the two": last["finish_reason"] in ("stop", "length"),
        "only the last piece has a reason": not any("finish_reason" in chunk for chunk in pieces),
        "length means that the limit was reached": last["finish_reason"] == "stop" or picked == given["max_tokens"],
        "the prompt is counted": usage["prompt_tokens"] == size,
        "no more tokens than allowed": 1 <= picked <= given["max_tokens"],
        "the total is the sum": usage["total_tokens"] == size + picked,
        "the text is whole characters": text == text.encode("utf-8", "replace").decode("utf-8"),
        "one pass for the prompt, one for each token after the first": len(model.passes) == picked,
        "P + N - 1 positions are computed, each once": [start for start, _ in model.passes]
        == [0, *range(size, size + picked - 1)]
        and sum(count for _, count in model.passes) == size + picked - 1,
    }
    return [law for law, holds in laws.items() if not holds]


def runs(count: int) -> list[tuple[dict[str, Any], list[str]]]:
    """Return the settings of the runs that break a law, and which."""
    rng = np.random.default_rng(20261120)
    drawn = [settings(rng) for _ in range(count)]
    return [(given, broken) for given in drawn if (broken := broken_laws(given))]


def test_some_runs_obey_every_law() -> None:
    assert runs(40) == []


@pytest.mark.whole
def test_a_thousand_runs_obey_every_law() -> None:
    assert runs(RUNS) == []


@pytest.mark.parametrize("gamma", [1, 2, 4, 8])
def test_a_draft_changes_no_greedy_text_and_needs_no_more_passes(gamma: int) -> None:
    for prompt in PROMPTS:
        plain, drafted = Watched("target"), Watched("target")
        settings = {"max_tokens": 20, "temperature": 0.0}
        expected = list(GENERATE(plain, TOKENIZER, prompt, **settings))
        got = list(GENERATE(drafted, TOKENIZER, prompt, draft=TINY.load("draft"), gamma=gamma, **settings))
        assert "".join(each["text"] for each in got) == "".join(each["text"] for each in expected), prompt
        assert got[-1]["usage"] == expected[-1]["usage"]
        assert len(drafted.passes) <= len(plain.passes)
