"""What `learn generate` runs: the whole generator with the tiny models, and what is to be seen of it step by step."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .loop.api_request import DEFAULTS, validate
from .loop.stop_sequences import apply_stops
from .picking.sampler_pipeline import next_distribution
from .scores.softmax_stable import softmax
from .structure.complete_generate import Chunk, bend, generate, in_blocks, one_by_one, written
from .structure.json_mask import json_mask
from .text.utf8_stream import decode_stream
from .tiny_lm import model as tiny_lm
from .tiny_lm.served import ServedModel, ServedTokenizer

WHOLE = "structure/complete_generate"
"""The exercise that is the whole generator."""
GAMMA = 4
CANDIDATES = 6
"""How many tokens are shown at each step, unless fewer have a noticeable chance."""
NOTICEABLE = 0.001
DRAWN = "drawn"

ALLOWED = {
    "temperature": "a number from 0 to 2",
    "top_k": "a whole number, 0 or more",
    "top_p": "a number above 0, at most 1",
    "min_p": "a number from 0 to 1",
    "repetition_penalty": "a number above 0",
    "frequency_penalty": "a number from -2 to 2",
    "presence_penalty": "a number from -2 to 2",
    "max_tokens": "a whole number, 1 or more",
    "stop": "at most four texts, none of them empty",
    "seed": "a whole number, 0 or more",
}
"""What each setting may be."""


def problem(settings: dict[str, Any]) -> tuple[str, str] | None:
    """Return the first setting that is not allowed, and what is; None if all are."""
    is_allowed = {
        "min_p": 0 <= settings["min_p"] <= 1,
        "repetition_penalty": 0 < settings["repetition_penalty"] < np.inf,
        "seed": settings["seed"] >= 0,
    }
    wrong = [field for field, is_fine in is_allowed.items() if not is_fine]
    try:
        validate({field: value for field, value in settings.items() if field in DEFAULTS})
    except ValueError as error:
        wrong.insert(0, str(error))
    return (wrong[0], ALLOWED[wrong[0]]) if wrong else None


def prompt_problem(prompt: str, max_tokens: int, *, has_draft: bool) -> str:
    """Say what is wrong with a prompt, or nothing."""
    try:
        ids = tiny_lm.tokenizer().encode(prompt)
    except UnicodeEncodeError:
        return "the prompt is not valid Unicode text; type it anew"
    if not ids:
        return "the prompt is empty; give the beginning of a text, such as 'Once upon a time'"
    ahead = GAMMA if has_draft else 0  # the last round may guess so many tokens too many
    room = tiny_lm.CONTEXT - len(ids) + 1 - ahead
    if room < 1:
        return f"the prompt has {len(ids)} tokens, and the model's context holds {tiny_lm.CONTEXT}; shorten it"
    if max_tokens > room:
        return (
            f"the prompt leaves room for {room} more tokens in a context of {tiny_lm.CONTEXT}; use --max-tokens {room}"
        )
    return ""


def run(prompt: str, settings: dict[str, Any], *, has_draft: bool, is_json: bool) -> Iterator[Chunk]:
    """Write a prompt on with the tiny models."""
    return generate(prompt=prompt, **parts(prompt, has_draft=has_draft, is_json=is_json), **settings)


def parts(prompt: str, *, has_draft: bool, is_json: bool) -> dict[str, Any]:
    """Return the models and the tokenizer that `generate` takes; learners' functions may use them, too."""
    tokenizer = ServedTokenizer()
    models = [ServedModel(name) for name in ("target", "draft")[: 1 + has_draft]]
    if is_json:
        models = [OnlyJson(model, tokenizer, prompt) for model in models]
    return {"model": models[0], "tokenizer": tokenizer, "draft": models[1] if has_draft else None, "gamma": GAMMA}


class OnlyJson:
    """A model that scores with -inf what would break the JSON that is being written.

    A prompt that begins an object is taken as a part of it; otherwise the new text alone is JSON.
    """

    served_methods = ("new_cache",)
    served_attributes = ()

    def __init__(self, model: ServedModel, tokenizer: ServedTokenizer, prompt: str) -> None:
        self._model, self._tokenizer = model, tokenizer
        self._prompt_tokens = len(tokenizer.encode(prompt))
        self._vocabulary = [_whole_text(portion) for portion in tokenizer.bytes]
        self._texts: dict[int, list[int]] = {}
        self._beginning = prompt.lstrip() if self._begins_object(prompt.lstrip()) else ""
        self.unmasked = np.empty((0, 0))

    def _begins_object(self, text: str) -> bool:
        try:
            json_mask(text, self._vocabulary, self._tokenizer.eos)
        except ValueError:
            return False
        return text.startswith("{")

    def new_cache(self) -> Any:
        """Return an empty cache."""
        cache = self._model.new_cache()
        self._texts[id(cache)] = []
        return cache

    def __call__(self, ids: list[int], cache: Any) -> np.ndarray:
        """Return the logits after each of the new ids, (T, V) float64, and add the ids to the cache."""
        text = [*self._texts[id(cache)][: cache.length], *ids]
        first = cache.length
        self.unmasked = self._model(ids, cache)
        self._texts[id(cache)] = text
        rows = self.unmasked.copy()
        for place in range(max(first, self._prompt_tokens - 1), len(text)):
            new = b"".join(self._tokenizer.bytes[token] for token in text[self._prompt_tokens : place + 1])
            mask = json_mask(self._beginning + new.decode("utf-8", "replace"), self._vocabulary, self._tokenizer.eos)
            rows[place - first, ~mask] = -np.inf
        return rows


def _whole_text(portion: bytes) -> str:
    """Return the text of a token, "" where it has none of its own."""
    try:
        return portion.decode("utf-8")
    except UnicodeDecodeError:
        return ""


# --- step by step ---


class _Watched:
    """A model that remembers what was made of the scores of its newest pass."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.new_cache = model.new_cache
        self.passes = 0
        self.rows = np.empty((0, 0))
        self.made: list[tuple[np.ndarray, np.ndarray]] = []

    def __call__(self, ids: list[int], cache: Any) -> np.ndarray:
        rows = self._model(ids, cache)
        self.passes += 1
        self.rows = getattr(self._model, "unmasked", rows)
        self.made = []
        return rows

    def scores(self, place: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the model's own scores (V,), those after the mask, and those after the penalties."""
        return (self.rows[len(self.rows) - len(self.made) + place], *self.made[place])


class _Dice:
    """Random numbers, the newest of which is remembered."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.newest = 0.0

    def random(self) -> float:
        """Return the next random number."""
        self.newest = float(self._rng.random())
        return self.newest


def explained(prompt: str, settings: dict[str, Any], *, has_draft: bool, is_json: bool) -> Iterator[dict[str, Any]]:
    """Yield the chunks that `run` yields, and before each of them {"step": ...} for its tokens; at last {"end": ...}."""
    given = parts(prompt, has_draft=has_draft, is_json=is_json)
    tokenizer, target, dice = given["tokenizer"], _Watched(given["model"]), _Dice(settings["seed"])
    ids = tokenizer.encode(prompt)
    penalties = [settings[name] for name in ("repetition_penalty", "frequency_penalty", "presence_penalty")]
    filters = [settings[name] for name in ("temperature", "top_k", "top_p", "min_p")]

    def distribution(logits: np.ndarray, generated: list[int]) -> np.ndarray:
        bent = bend(logits, ids, generated, {}, *penalties)
        target.made.append((logits, bent))
        return next_distribution(bent, *filters)

    if has_draft:
        blocks = in_blocks(target, given["draft"], ids, distribution, dice, GAMMA)
    else:
        blocks = one_by_one(target, ids, distribution, dice)
    waiting: list[dict[str, Any]] = []
    picked: list[int] = []

    def tokens() -> Iterator[int]:
        for block in blocks:
            for place, token in enumerate(block):
                picked.append(token)
                how = _how(settings["temperature"], has_draft=has_draft, is_guess=place < len(block) - 1)
                step = {"number": len(picked), "token": token, "how": how}
                step["u"] = dice.newest if how == DRAWN else None
                chances = stages(*target.scores(place), filters)
                waiting.append({"step": step | _seen(chances, token, tokenizer)})
                yield token

    for chunk in written(tokens(), tokenizer, len(ids), settings["max_tokens"], settings["stop"]):
        yield from waiting
        waiting.clear()
        yield chunk
    yield {"end": {"why": _why(picked, chunk, tokenizer, settings["stop"]), "passes": target.passes}}


def _how(temperature: float, *, has_draft: bool, is_guess: bool) -> str:
    """Say how a token was chosen."""
    if has_draft:
        return "guessed by the draft and accepted" if is_guess else "the model's own, after what the draft had guessed"
    return DRAWN if temperature else "has the largest score"


def stages(own: np.ndarray, masked: np.ndarray, bent: np.ndarray, filters: list[Any]) -> list[tuple[str, np.ndarray]]:
    """Return the probabilities (V,) after each step that does something, by its name, the model's own first."""
    temperature, top_k, top_p, min_p = filters
    found = [("model", softmax(own))]
    if not np.array_equal(own, masked):
        found.append(("JSON", softmax(masked)))
    if not np.array_equal(masked, bent):
        found.append(("penalties", softmax(bent)))
    if temperature != 1:
        found.append((f"T = {temperature:g}", next_distribution(bent, temperature)))
    if top_k:
        found.append((f"top-k {top_k}", next_distribution(bent, temperature, top_k)))
    if top_p < 1:
        found.append((f"top-p {top_p:g}", next_distribution(bent, temperature, top_k, top_p)))
    if min_p:
        found.append((f"min-p {min_p:g}", next_distribution(bent, temperature, top_k, top_p, min_p)))
    return found


def _seen(chances: list[tuple[str, np.ndarray]], token: int, tokenizer: Any) -> dict[str, Any]:
    """Return what is to be seen of a step: how many tokens each stage leaves, and the likeliest tokens."""
    own, final = chances[0][1], chances[-1][1]
    best = np.maximum(own, final)
    ranked = [each for each in np.argsort(-best, kind="stable")[:CANDIDATES].tolist() if best[each] >= NOTICEABLE]
    shown = ranked if token in ranked else [*ranked[: CANDIDATES - 1], token]
    return {
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


def _why(picked: list[int], last: Chunk, tokenizer: Any, stop: list[str]) -> str:
    """Say why a text has ended."""
    if picked[-1] == tokenizer.eos:
        return "the model ended its text"
    if last["finish_reason"] == "length":
        return "max-tokens was reached"
    pieces = decode_stream([tokenizer.bytes[token] for token in picked])
    return f"the stop sequence {apply_stops(pieces, stop)[2]!r} came"
