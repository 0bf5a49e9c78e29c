"""The generator's settings that no loop of the course knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sizes import first_always

from grader.course import find
from grader.course.course import Solutions

GENERATOR: Any = Solutions(find()).reference("generator")
DRAFTING: Any = Solutions(find()).reference("generation/drafting")
BEAM_SEARCH: Any = Solutions(find()).reference("bending/beam_search")
TINY = GENERATOR.tiny_models(has_draft=True)
TOKENIZER = TINY.tokenizer
MOST = {"max_tokens": 16}
FRANCE = "The capital of France is"
STORY = "Once upon a time"
PARIS, LONDON, THERE = (TOKENIZER.encode(text)[0] for text in (" Paris", " London", " there"))

WAYS: dict[str, dict[str, Any]] = {
    "whole": {},
    "draft": {"draft": "model"},
    "json": {"json": True},
    "draft json": {"draft": "model", "json": True},
    "no cache": {"cache": "none"},
    "paged": {"cache": "paged"},
    "paged draft": {"cache": "paged", "draft": "model"},
    "no cache draft": {"cache": "none", "draft": "model"},
    "lookup": {"draft": "ngram"},
    "lookup json": {"draft": "ngram", "json": True},
}
BENT: dict[str, Any] = {"logit_bias": {THERE: -2.0, LONDON: 4.0, PARIS: -100.0}, "min_tokens": 6}
HOT = {"temperature": 1.3, "top_p": 0.97, "frequency_penalty": 0.3, "seed": 5}


def request(prompt: str, settings: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a request."""
    return {"prompt": prompt, "settings": GENERATOR.SETTINGS | settings, **fields}


def events_of(prompt: str, settings: dict[str, Any], **how: Any) -> list[dict[str, Any]]:
    """Return the events of the generator."""
    events: list[dict[str, Any]] = []
    GENERATOR.run(request(prompt, MOST | settings, **how), events.append)
    return events


def chunks_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events that are text."""
    return [event for event in events if "text" in event]


def text_of(events: list[dict[str, Any]]) -> str:
    """Return the text of events."""
    return "".join(chunk["text"] for chunk in chunks_of(events))


# --- bias, bans, shortest length --------------------------------------------------------------


@pytest.mark.parametrize("prompt", first_always([FRANCE, STORY]))
@pytest.mark.parametrize("way", first_always(WAYS))
def test_the_text_is_the_same_whichever_loop_drives(way: str, prompt: str) -> None:
    whole = events_of(prompt, HOT, **BENT, **WAYS[way])
    seen = events_of(prompt, HOT, **BENT, **WAYS[way], show=True)
    assert chunks_of(whole) == chunks_of(seen)
    loops = {GENERATOR.driver(request(prompt, HOT, **WAYS[way], show=shown)) for shown in (False, True)}
    assert len(loops) == (1 if way == "no cache" else 2)


@pytest.mark.parametrize("way", WAYS)
def test_a_bias_moves_the_choice(way: str) -> None:
    if "json" in way:
        token = TOKENIZER.encode("[")[0]
        assert "[[[[" in text_of(events_of("JSON:", {"temperature": 0.0}, logit_bias={token: 100.0}, **WAYS[way]))
        return
    cold = {"temperature": 0.0}
    assert text_of(events_of(FRANCE, cold, **WAYS[way])) == " Paris."
    assert text_of(events_of(FRANCE, cold, logit_bias={LONDON: 100.0}, **WAYS[way])).startswith(" London")
    assert text_of(events_of(FRANCE, cold, logit_bias={PARIS: -100.0}, **WAYS[way])).startswith(" London")


@pytest.mark.parametrize("way", ["whole", "draft", "no cache"])
@pytest.mark.parametrize("n", [0, 3, 4, 9])
def test_the_text_does_not_end_before_the_shortest_length(way: str, n: int) -> None:
    events = events_of(FRANCE, {"temperature": 0.0}, min_tokens=n, show=True, **WAYS[way])
    picked = [event["step"]["token"] for event in events if "step" in event]
    before_eos = picked.index(TOKENIZER.eos) if TOKENIZER.eos in picked else len(picked)
    assert before_eos >= max(n, 2)
    assert (before_eos == 2) == (n < 3)


NOT_WITH_BEAMS: dict[str, dict[str, Any]] = {
    "--temperature": {"temperature": 0.0},
    "--top-k": {"top_k": 3},
    "--presence-penalty": {"presence_penalty": 0.1},
    "--stop": {"stop": ["a"]},
    "--seed": {"seed": 1},
    "--logit-bias": {"logit_bias": {1: 1.0}},
    "--min-tokens": {"min_tokens": 1},
    "--draft": {"draft": "model"},
    "--json": {"json": True},
    "--chat": {"chat": True},
    "--show": {"show": True},
}
OTHER = "; leave out one or the other"
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"logit_bias": {704: 1.0}}, "there is no token 704; ids go from 0 to 703"),
    ({"min_tokens": 17}, "--min-tokens is 17; give a whole number from 0 to 16, which is --max-tokens"),
    ({"json": True, "regex": "a"}, f"--regex does not go with --json{OTHER}"),
    ({"bigram": "ab", "cache": "paged"}, f"--bigram does not go with --cache{OTHER}"),
    *(({"beams": 2, **fields}, f"--beams does not go with {name}{OTHER}") for name, fields in NOT_WITH_BEAMS.items()),
]


@pytest.mark.parametrize(("fields", "problem"), WRONG, ids=[str(fields) for fields, _ in WRONG])
def test_a_wrong_field_is_one_sentence(fields: dict[str, Any], problem: str) -> None:
    settings = {name: value for name, value in fields.items() if name in GENERATOR.SETTINGS}
    others = {name: value for name, value in fields.items() if name not in settings}
    assert GENERATOR.problem(request(FRANCE, MOST | settings, **others)) == problem


# --- beam search ------------------------------------------------------------------------------


@pytest.mark.parametrize("cache", ["kv", "none", "paged"])
@pytest.mark.slow
def test_beams_write_the_text_of_a_search_over_whole_texts(cache: str) -> None:
    def chances(tokens: tuple[int, ...]) -> np.ndarray:
        logits = TINY.model([*TOKENIZER.encode(STORY), *tokens], TINY.model.new_cache())[-1]
        odds = np.exp(logits - logits.max())
        return np.asarray(odds / odds.sum())

    found, _ = BEAM_SEARCH.beam_search(chances, 3, 10, TOKENIZER.eos, 1.0)
    events = events_of(STORY, {"max_tokens": 10}, beams=3, cache=cache)
    assert text_of(events) == b"".join(TOKENIZER.bytes[token] for token in found).decode()
    assert events[-1]["usage"]["completion_tokens"] == len(found)
    assert events[-1]["finish_reason"] == ("stop" if found[-1] == TOKENIZER.eos else "length")


@pytest.mark.parametrize("prompt", [FRANCE, STORY, "This is happy:"])
def test_one_beam_writes_the_greedy_text(prompt: str) -> None:
    assert chunks_of(events_of(prompt, {}, beams=1)) == chunks_of(events_of(prompt, {"temperature": 0.0}))


# --- drafts -----------------------------------------------------------------------------------

LOOKED_UP = [
    ([7, 8, 9, 1, 7, 8, 2, 7, 8], 2),  # the last occurrence counts
    ([7, 8, 9, 5, 8, 2, 7, 8], 9),  # two tokens before one
    ([1, 2, 3, 4, 2, 3, 5, 1, 2, 3], 4),  # three tokens before two
    ([4, 4, 4], 4),
    ([1, 2, 3], 3),  # nothing to look up
    ([6], 6),
]


@pytest.mark.parametrize(("ids", "token"), LOOKED_UP, ids=str)
def test_prompt_lookup_proposes_what_followed_the_newest_tokens(ids: list[int], token: int) -> None:
    draft = DRAFTING.NgramDraft(10)
    cache = draft.new_cache()
    rows = draft(ids, cache)
    assert (rows.shape, cache.length) == ((len(ids), 10), len(ids))
    assert np.exp(rows[-1]).tolist() == [float(each == token) for each in range(10)]


@pytest.mark.slow
def test_prompt_lookup_does_not_change_a_greedy_text() -> None:
    prompt, settings = "I think that", {"temperature": 0.0, "max_tokens": 12}
    lookup = events_of(prompt, settings, **WAYS["lookup"])
    assert text_of(lookup) == text_of(events_of(prompt, settings))
    assert lookup[-1] == events_of(prompt, settings)[-1]


class Toy:
    """A model of six tokens, whose distribution depends on the newest one, and its own tokenizer."""

    context, eos, bytes = 100, 5, (b"a", b"b", b"c", b"d", b"e", b"")
    ODDS = np.random.default_rng(3).normal(size=(6, 6)) * 1.5

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text."""
        return ["abcde".index(letter) for letter in text]

    def new_cache(self) -> Any:
        """Return an empty text."""
        return DRAFTING.TextCache()

    def __call__(self, ids: list[int], cache: Any) -> np.ndarray:
        """Return logits (T, V)."""
        cache.ids += ids
        rows: np.ndarray = self.ODDS[ids]
        return rows


@pytest.mark.slow
def test_prompt_lookup_keeps_the_odds_of_the_model() -> None:
    """The frequencies of 1000 texts of two tokens lie within four standard deviations of the model's probabilities."""
    toy, runs = Toy(), 1000
    counts = np.zeros((6, 6))
    for seed in range(runs):
        picked: list[int] = []
        GENERATOR.run(
            request("abcab", {"max_tokens": 2, "seed": seed}, show=True, **WAYS["lookup"]),
            lambda event, seen=picked: seen.append(event["step"]["token"]) if "step" in event else None,
            None,
            GENERATOR.Models(toy, toy),
        )
        counts[picked[0], picked[-1]] += 1
    p = np.exp(Toy.ODDS) / np.exp(Toy.ODDS).sum(axis=1, keepdims=True)
    expected = p[1][:, None] * p
    expected[5] = [0, 0, 0, 0, 0, p[1, 5]]  # the text has ended
    deviation = np.abs(counts - runs * expected)
    assert (deviation <= 4 * np.sqrt(runs * expected * (1 - expected)) + 1e-9).all()


# --- time and cost ----------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_time_and_cost_are_told_at_the_end(way: str) -> None:
    events = events_of(STORY, {"max_tokens": 9}, **WAYS[way], time=True, price=(1.0, 3.0))
    usage = next(event["usage"] for event in events if "usage" in event)
    taken, cost = events[-2]["time"], events[-1]["cost"]
    assert taken["tokens"] == usage["completion_tokens"]
    assert 1 <= taken["first_tokens"] <= taken["tokens"]
    assert 0 < taken["first_seconds"] <= taken["seconds"]
    p, n = usage["prompt_tokens"], usage["completion_tokens"]
    assert cost == {"price": pytest.approx((p + 3 * n) / 1e6), "output_share": pytest.approx(3 * n / (p + 3 * n))}


@pytest.mark.parametrize("way", [{}, {"draft": "model"}, {"beams": 2}], ids=["whole", "draft", "beams"])
@pytest.mark.parametrize(("most", "reason"), [(2, "length"), (9, "stop")])
def test_hidden_tokens_are_billed_as_output(way: dict[str, Any], most: int, reason: str) -> None:
    settings = {"max_tokens": most, "top_k": 0 if "beams" in way else 1}
    plain = events_of(FRANCE, settings, **way, price=(1.0, 3.0))
    events = events_of(FRANCE, settings, **way, price=(1.0, 3.0), hidden=300)
    usage = next(event["usage"] for event in events if "usage" in event)
    p, n = usage["prompt_tokens"], usage["completion_tokens"]
    counts = {"prompt_tokens": p, "completion_tokens": 300 + n, "reasoning_tokens": 300, "answer_tokens": n}
    assert events[-2] == {"billed": counts | {"finish_reason": reason}}
    assert events[-1]["cost"]["price"] == pytest.approx((p + 3 * (300 + n)) / 1e6)
    assert events[:-2] == plain[:-1]


def test_a_message_of_a_chat_is_spelled_as_the_tiny_model_has_seen_chats() -> None:
    chat = events_of("Hello, I am Lena.", {"temperature": 0.0}, chat=True)
    plain = events_of("User: Hello, I am Lena.\nBot:", {"temperature": 0.0, "stop": ["\nUser:"]})
    assert chat == plain
    assert "".join(each["text"] for each in chat) == " Hello, Lena. How can I help you?"
