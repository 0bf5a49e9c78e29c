"""Generate text for `learn generate` with one of the course's loops."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .bending.beam_search import beam_search
from .cache.cached_generate import generate_cached
from .cache.causal_attention import attend
from .cache.kv_cache import KVCache
from .chat import ChatTokenizer, with_stop
from .cost.price_of_a_call import output_share, price
from .generation import bigram, report, shapes, steps
from .generation.beams import BeamModel, is_whole
from .generation.drafting import NgramDraft, RecordedRng, round_event
from .generation.models import Rounds, ShapedModel, UncachedModel
from .generation.paging import PagedModel
from .generation.request import GAMMA, SETTINGS, Request, problem, room
from .generation.stopwatch import Stopwatch
from .generation.writing import Writing
from .loop.prediction_loop import generate as generate_uncached
from .picking.greedy_pick import greedy
from .picking.sample_with_u import sample
from .scores.first_loop import write_on
from .scores.softmax_stable import softmax
from .speculative.speculative_generate import speculative
from .structure.complete_generate import generate
from .structure.one_step import step_probs
from .tiny_lm import model as tiny_lm

__all__ = ["SETTINGS", "Request", "problem", "room"]

WHOLE, SPECULATIVE = "structure/complete_generate", "speculative/speculative_generate"
CACHED, UNCACHED = "cache/cached_generate", "loop/prediction_loop"
BEAMS, FIRST = "bending/beam_search", "scores/first_loop"
LOOPS = (FIRST, UNCACHED, CACHED, SPECULATIVE, WHOLE, BEAMS)
"""The exercises that can drive; `driver` says which one does."""
LENGTH_PENALTY = 1.0
DRAWN = "drawn"
GUESSED = "guessed by the draft and accepted"
NOT_GUESSED = "the model's own, after what the draft had guessed"

Emit = Callable[[dict[str, Any]], None]


class Models(NamedTuple):
    """The models that write, and their tokenizer; any object with these attributes will do."""

    model: Any
    """`new_cache()`; `model(ids, cache)` returns logits (T, V); `context`, the number of positions that it can hold."""
    tokenizer: Any
    """`encode(text)`, `bytes` by id, and `eos`."""
    draft: Any = None
    """A faster model with the same tokenizer."""


def tiny_models(*, has_draft: bool) -> Models:
    """Return the course's own models."""
    return Models(tiny_lm.load("target"), tiny_lm.tokenizer(), tiny_lm.load("draft") if has_draft else None)


def bigram_models(text: str) -> Models:
    """Return a bigram model that is trained on a text."""
    return Models(*bigram.trained(text))


def model_parts(yours: tuple[str, ...]) -> dict[str, Any]:
    """Return those parts of a transformer that are yours, by the names under which another model takes them."""
    known = {
        "cache_class": ("cache/kv_cache", KVCache),
        "attend": ("cache/causal_attention", attend),
        "softmax": ("scores/softmax_stable", softmax),
    }
    return {name: part for name, (exercise, part) in known.items() if exercise in yours}


def driver(request: dict[str, Any]) -> str:
    """Return the exercise whose loop drives: the last one that is yours and fits the request, else the course's."""
    asked = Request(**request)

    def is_yours(exercise: str) -> bool:
        return asked.yours is None or exercise in asked.yours

    if asked.beams is not None:
        return BEAMS
    # Of the whole generator only the text is seen from outside; and it always has a cache.
    if is_yours(WHOLE) and not asked.show and (asked.draft or asked.cache != "none"):
        return WHOLE
    if asked.draft:
        return SPECULATIVE
    if is_yours(FIRST) and asked.settings["temperature"] == 0 and not (is_yours(UNCACHED) or is_yours(CACHED)):
        return FIRST
    if asked.cache == "none" or (is_yours(UNCACHED) and not is_yours(CACHED)):
        return UNCACHED
    return CACHED


def run(
    request: dict[str, Any], emit: Emit, at: Callable[[int, bytes], None] | None = None, models: Any = None
) -> None:
    """Write a prompt on.

    Args:
        request: the fields of `Request`.
        emit: called with each event, as `lab/events.py` has them.
        at: called at the beginning of each step with its number and the bytes of the token before it.
        models: what `tiny_models` returns, unless another model is to write.
    """
    asked = Request(**request)
    if asked.bigram is not None and models is None:
        models = bigram_models(asked.bigram)
    models = models or tiny_models(has_draft=asked.draft == "model")
    if asked.chat:
        models = models._replace(tokenizer=ChatTokenizer(models.tokenizer))
        asked = asked._replace(settings=asked.settings | {"stop": with_stop(asked.settings["stop"])})
    Generation(asked, models, emit, at or (lambda step, token: None), driver(request)).run()


class OverError(BaseException):
    """Ends a loop that cannot know that its text is over, since it knows of no stop sequences."""


class Generation:
    """One run: a loop, the models in the form that it can use, and the text that it writes."""

    def __init__(self, asked: Request, models: Any, emit: Emit, at: Callable[[int, bytes], None], loop: str) -> None:
        self._asked, self._tell, self._at, self._loop = asked, emit, at, loop
        self._tokenizer = models.tokenizer
        self._ids = [int(token) for token in self._tokenizer.encode(asked.prompt)]
        settings = asked.settings
        self._filters = [settings[name] for name in ("temperature", "top_k", "top_p", "min_p")]
        self._rng = RecordedRng(settings["seed"])
        self._u = 0.0
        self._writing = Writing(self._tokenizer, len(self._ids), settings["max_tokens"], settings["stop"])
        self._rounds = Rounds(self._begin_pass)
        self._counts = report.Counts()
        self._target, self._draft = self._shaped(models)
        self._kv_shape = getattr(models.model, "kv_shape", None)
        self._usage = {"prompt_tokens": len(self._ids), "completion_tokens": 0}
        self._finish_reason = "stop"
        self._watch = Stopwatch()

    def _shaped(self, models: Any) -> tuple[ShapedModel, ShapedModel | None]:
        asked = self._asked
        bending = shapes.shapes_of(asked, self._ids, self._tokenizer, is_bent=self._loop not in (WHOLE, BEAMS))
        self._shape_names = list(bending)

        def cached(model: Any) -> Any:
            if asked.cache == "none":
                return UncachedModel(model)
            return PagedModel(model) if asked.cache == "paged" else model

        count, bent, called = len(self._ids), list(bending.values()), self._rounds.draft_called
        target = ShapedModel(cached(models.model), count, bent, self._rounds.target_called, is_noted=asked.show)
        if not asked.draft:
            return target, None
        if (
            asked.draft == "ngram"
        ):  # its proposals must fit the mask, which knows no other texts; other settings can judge
            lookup = NgramDraft(len(self._tokenizer.bytes))
            masks = [shapes.lenient(bending[form]) for form in ("JSON", "regex") if form in bending]
            return target, ShapedModel(lookup, count, masks, called, is_noted=asked.show)
        return target, ShapedModel(cached(models.draft), count, bent, called, is_noted=asked.show)

    def run(self) -> None:
        """Let the loop write the text, and tell what it has taken."""
        self._at(1, self._tokenizer.bytes[self._ids[-1]])
        loops = {WHOLE: self._whole, SPECULATIVE: self._speculative, BEAMS: self._beams, FIRST: self._first}
        loops.get(self._loop, self._plain)()
        seconds, asked, usage = self._watch.seconds, self._asked, self._usage
        if asked.show:
            self._emit({"end": self._end()})
        if asked.time:
            self._watch.note_first(usage["completion_tokens"])
            first = dict(zip(("first_seconds", "first_tokens"), self._watch.first or (seconds, 0), strict=True))
            self._emit({"time": {"seconds": seconds, "tokens": usage["completion_tokens"]} | first})
        if asked.hidden is not None:
            usage = report.billed(asked.hidden, usage, asked.settings["max_tokens"], self._finish_reason)
            self._emit({"billed": usage})
        if asked.price is not None:
            call = usage["prompt_tokens"], usage["completion_tokens"], *asked.price
            self._emit({"cost": {"price": float(price(*call)), "output_share": float(output_share(*call))}})

    def _emit(self, event: dict[str, Any]) -> None:
        """Tell an event."""
        self._usage = event.get("usage", self._usage)
        self._finish_reason = event.get("finish_reason", self._finish_reason)
        with self._watch.paused():
            self._tell(event)

    # --- the loops ---

    def _whole(self) -> None:
        asked = self._asked
        given = {"tokenizer": self._tokenizer, "draft": self._draft, "gamma": GAMMA, "prompt": asked.prompt}
        for chunk in generate(model=self._target, logit_bias=asked.logit_bias, **given, **asked.settings):
            if not isinstance(chunk, dict) or not isinstance(chunk.get("text"), str):
                raise TypeError(f"{WHOLE} yielded {type(chunk).__name__}, and a chunk must be a dict with a text")
            self._emit(chunk)

    def _plain(self) -> None:
        """Let a loop without a draft write: it picks by our `pick`, which sees every token."""
        most, eos = self._asked.settings["max_tokens"], self._tokenizer.eos

        def pick(logits: np.ndarray) -> int:
            self._u = self._rng.random()  # one for each token, as the whole generator takes
            token = int(greedy(np.asarray(logits)) if self._filters[0] == 0 else self._drawn(np.asarray(logits)))
            self._take(token, self._how())
            return eos if self._writing.reason == "stop_sequence" else token  # eos ends a loop without stop sequences

        if self._loop == UNCACHED:
            ids, _ = generate_uncached(self._target.whole, list(self._ids), most, eos, pick)
        else:
            ids, _ = generate_cached(self._target, list(self._ids), most, eos, pick)
        self._compare(ids)

    def _first(self) -> None:
        """Let the first loop write, which takes the likeliest token itself: the model sees which one that will be."""
        eos = self._tokenizer.eos

        def model(ids: list[int]) -> np.ndarray:
            logits = np.array(self._target.whole(ids)[-1])
            self._take(int(greedy(logits)), self._how())
            if self._writing.reason == "stop_sequence":
                logits[eos] = np.inf  # ends a loop that knows of no stop sequences
            return logits

        self._compare(write_on(model, list(self._ids), self._asked.settings["max_tokens"], eos))

    def _drawn(self, logits: np.ndarray) -> int:
        settings = dict(zip(("temperature", "top_k", "top_p", "min_p"), self._filters, strict=True))
        # The model's shapes have bent the scores already, so that `--show` can tell what each of them does.
        return sample(step_probs(logits, self._ids, self._writing.picked, **settings), self._u)

    def _speculative(self) -> None:
        """Let the loop with a draft write: what it feeds to the models shows which tokens are certain."""
        sampling = dict(zip(("T", "top_k", "top_p", "min_p"), self._filters, strict=True))
        most, eos = self._asked.settings["max_tokens"], self._tokenizer.eos
        try:
            ids, _ = speculative(self._target, self._draft, list(self._ids), most, GAMMA, self._rng, eos, sampling)
        except OverError:
            return
        known = len(self._writing.picked)
        self._take_block([*map(int, ids[known:]), *[eos] * (len(ids) < most)])
        self._compare(ids)

    def _beams(self) -> None:
        """Let a beam search find the text; nothing of it can be shown before."""
        asked, most, eos = self._asked, self._asked.settings["max_tokens"], self._tokenizer.eos
        found, _ = beam_search(BeamModel(self._target, self._ids), asked.beams, most, eos, LENGTH_PENALTY)
        ids = list(map(int, found))
        if not is_whole(ids, most, eos):
            raise ValueError(f"{BEAMS} returned tokens that go on after their end, or stop before it")
        for token in ids:
            self._take(token, "")

    def _begin_pass(self, text: list[int]) -> None:
        """Note the beginning of a pass whose `text` is certain, or that of a beam."""
        if self._loop == SPECULATIVE:
            self._take_block(text[len(self._ids) + len(self._writing.picked) :])
            if self._writing.reason:
                raise OverError
        self._watch.note_first(len(text) - len(self._ids))
        self._at(len(text) - len(self._ids) + 1, self._tokenizer.bytes[text[-1]])

    def _take_block(self, block: list[int]) -> None:
        """Take the tokens of one round."""
        drafted = self._rounds.drafted
        if block and self._asked.show and self._draft:
            self._show_round(self._draft, drafted, block)
        agreed = next((n for n, pair in enumerate(zip(drafted, block, strict=False)) if pair[0] != pair[1]), len(block))
        for place, token in enumerate(block):
            if self._writing.reason is None:
                self._take(token, GUESSED if place < agreed and place < len(drafted) else NOT_GUESSED)
        if block:
            self._counts.add_round(min(agreed, len(drafted)), is_rejected=agreed < min(len(block), len(drafted)))

    def _show_round(self, draft: ShapedModel, drafted: list[int], block: list[int]) -> None:
        """Show what was guessed in a round, and judged."""
        with self._watch.paused():
            first = len(self._ids) + len(self._writing.picked) - 1
            places = range(first, first + min(len(drafted), len(block)))
            rows = [self._target.made[place][-1] for place in places], [draft.made[place][-1] for place in places]
            event = round_event(drafted, block, rows, self._rng.given, self._filters, self._tokenizer)
        self._emit(event)
        draft.made.clear()
        self._rng.given.clear()

    def _compare(self, ids: list[int]) -> None:
        """Hold what a loop has returned against the tokens that it was seen to pick.

        Raises:
            ValueError: they are others.
        """
        writing = self._writing
        expected = writing.picked[: len(writing.picked) - (writing.reason in ("eos", "stop_sequence"))]
        cut = ids[: len(expected)] if writing.reason == "stop_sequence" else ids
        if writing.reason is None or list(map(int, cut)) != expected:
            raise ValueError(f"{self._loop} returned other tokens than it picked")

    # --- tokens ---

    def _take(self, token: int, how: str) -> None:
        """Show a token that has been picked, and the text that can be shown with it."""
        with self._watch.paused():
            self._show(token, how)
        for chunk in self._writing.take(token):
            self._emit(chunk)

    def _show(self, token: int, how: str) -> None:
        if self._asked.show:
            made = self._target.made.pop(len(self._ids) + len(self._writing.picked) - 1)
            self._emit({"step": self._step(made, token, how)})

    def _how(self) -> str:
        return DRAWN if self._filters[0] else "has the largest score"

    def _step(self, made: list[np.ndarray], token: int, how: str) -> dict[str, Any]:
        number = len(self._writing.picked) + 1
        chances = steps.stages(made, self._shape_names, self._filters)
        step = {"number": number, "token": token, "how": how, "u": float(self._u) if how == DRAWN else None}
        seen = steps.seen(chances, token, self._tokenizer)
        self._counts.bits += seen["entropy"]
        return step | seen

    def _end(self) -> dict[str, Any]:
        picked, settings = self._writing.picked, self._asked.settings
        reason = "length" if self._writing.reason == "max_tokens" else "stop"
        facts = report.facts(
            self._counts,
            len(self._ids),
            len(picked),
            gamma=GAMMA if self._asked.draft else None,
            kv_shape=self._kv_shape if self._asked.cache != "none" else None,
        )
        why = steps.why(picked, reason, self._tokenizer, settings["stop"])
        return {"why": why, "passes": self._target.passes, "facts": facts}
