"""The complete generator on the real tiny transformer, in random settings: the laws that hold for every run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.course import find
from grader.course.course import Solutions

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
    """A model that notes each pass: how long the cache was before it, and which positions it computed.

    A position is known by the text that ends with it. So guesses that were thrown away do not count as computed when
    other tokens take their places.
    """

    def __init__(self, name: str) -> None:
        self.model = TINY.load(name)
        self.passes: list[tuple[int, int]] = []
        self.computed: Counter[tuple[int, ...]] = Counter()
        self._texts: dict[Any, list[int]] = {}

    def new_cache(self) -> Any:
        """Return an empty cache."""
        cache = self.model.new_cache()
        self._texts[cache] = []
        return cache

    def __call__(self, ids: list[int], cache: Any) -> Any:
        """Compute the logits after each id."""
        start = cache.length
        self.passes.append((start, len(ids)))
        text = self._texts[cache] = [*self._texts[cache][:start], *ids]
        self.computed.update(tuple(text[:end]) for end in range(start + 1, len(text) + 1))
        return self.model(ids, cache)

    @property
    def computed_again(self) -> int:
        """How many positions it computed more than once."""
        return sum(count > 1 for count in self.computed.values())

    def has_computed_each_once(self, text: list[int]) -> bool:
        """Say whether every position of a text was computed once, and no other position was computed."""
        return self.computed == Counter(tuple(text[:end]) for end in range(1, len(text) + 1))


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
        and sum(count for _, count in model.passes) == size + picked - 1
        and not model.computed_again,
    }
    return [law for law, holds in laws.items() if not holds]


def runs(count: int) -> list[tuple[dict[str, Any], list[str]]]:
    """Return the settings of the runs that break a law, and which."""
    rng = np.random.default_rng(20261120)
    drawn = [settings(rng) for _ in range(count)]
    return [(given, broken) for given in drawn if (broken := broken_laws(given))]


@pytest.mark.slow
def test_a_thousand_runs_obey_every_law() -> None:
    assert runs(RUNS) == []


@pytest.mark.slow
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


# --- what a cache is for ---

GREEDY: Any = SOLUTIONS.reference("picking/greedy_pick").greedy
NO_END = -1


def cached(loop: Callable[..., Any], prompt: list[int], count: int) -> tuple[Watched, list[int]]:
    """Run a loop with a cache, greedily, and return the model and the text."""
    model = Watched("target")
    new, _ = loop(model, prompt, count, NO_END, GREEDY)
    return model, [*prompt, *new]


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("count", [1, 2, 20])
def test_generation_with_a_cache_computes_each_position_once_and_the_newest_never(prompt: str, count: int) -> None:
    model, text = cached(SOLUTIONS.reference("cache/cached_generate").generate_cached, TOKENIZER.encode(prompt), count)
    assert model.has_computed_each_once(text[:-1])


def test_generation_without_a_cache_computes_positions_again() -> None:
    model = Watched("target")
    ids = TOKENIZER.encode(PROMPTS[0])
    without = SOLUTIONS.reference("loop/prediction_loop").generate
    new, _ = without(lambda text: model(text, model.new_cache()), ids, 5, NO_END, GREEDY)
    assert len(new) == 5
    assert list(model.computed.values()) == [*[5] * len(ids), 4, 3, 2, 1]


def speculative(loop: Callable[..., Any], prompt: str, gamma: int, temperature: float, seed: int) -> tuple[Any, ...]:
    """Run speculative decoding, and return both models and the text."""
    target, draft, ids = Watched("target"), Watched("draft"), TOKENIZER.encode(prompt)
    rng = np.random.default_rng(seed)
    new, _ = loop(target, draft, ids, 20, gamma, rng, NO_END, {"T": temperature})
    return target, draft, [*ids, *new]


@pytest.mark.slow
@pytest.mark.parametrize("gamma", [0, 1, 2, 4, 8])
@pytest.mark.parametrize("temperature", [0.0, 1.0, 2.0])
def test_speculative_decoding_computes_no_position_of_a_text_twice(gamma: int, temperature: float) -> None:
    loop = SOLUTIONS.reference("speculative/speculative_generate").speculative
    for seed, prompt in enumerate(PROMPTS):
        target, draft, text = speculative(loop, prompt, gamma, temperature, seed)
        assert (target.computed_again, draft.computed_again) == (0, 0), prompt
        # the newest token, and what one round adds beyond the limit, are never looked at
        assert all(target.computed[tuple(text[:end])] == 1 for end in range(1, len(text))), prompt


def with_a_draft(given: dict[str, Any], gamma: int) -> dict[str, int]:
    """Run the complete generator with a draft, and return how many positions each model computed again."""
    models = {name: Watched(name) for name in ("target", "draft")}
    others = {name: value for name, value in given.items() if name != "prompt"}
    list(GENERATE(models["target"], TOKENIZER, given["prompt"], draft=models["draft"], gamma=gamma, **others))
    return {name: model.computed_again for name, model in models.items()}


@pytest.mark.parametrize("gamma", [1, 4])
@pytest.mark.slow
def test_the_generator_with_a_draft_computes_no_position_of_a_text_twice(gamma: int) -> None:
    rng = np.random.default_rng(20261121)
    for given in [settings(rng) for _ in range(30)]:
        assert with_a_draft(given, gamma) == {"target": 0, "draft": 0}, given
