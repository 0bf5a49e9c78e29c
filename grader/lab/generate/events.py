"""The events of a generator, and the check of those that came from a learner's process: shapes, and safe to print."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, TypedDict, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

from grader.core.escape import line

MAX_ITEMS = 1000
MAX_NAME = 200
MAX_TEXT = 100_000
Name = Annotated[str, "short, and printed on one line"]
Number = int | float


class Usage(TypedDict):
    """The tokens of a text."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class StepCandidate(TypedDict):
    """A token that a step could pick; no text is the end of the text."""

    token: int
    text: bytes | None
    before: Number
    after: Number
    removed_by: Name | None


class Others(TypedDict):
    """The tokens that a step does not list."""

    count: int
    before: Number
    after: Number


class DecodeStep(TypedDict):
    """A decode step: which token it picked, and how; `left` has the number of tokens after each filter."""

    number: int
    token: int
    how: Name
    u: float | None
    entropy: Number
    left: list[tuple[Name, int]]
    candidates: list[StepCandidate]
    others: Others


class Piece(TypedDict):
    """A token of a text; no bytes are the end of the text."""

    token: int
    text: bytes


class Likely(Piece):
    """A token with its log-probability."""

    logprob: Number


class Logprob(Likely):
    """A token that was picked, and the likeliest in its place."""

    top: list[Likely]


class Guess(TypedDict):
    """A draft's guess: its probability by the model and by the draft, and what became of it."""

    token: int
    text: bytes | None
    p: float | None
    q: float | None
    u: float | None
    verdict: Name


class Rest(TypedDict):
    """A token of the residual, with its probability."""

    token: int
    text: bytes | None
    p: Number


class DraftRound(TypedDict):
    """A round of a draft."""

    guesses: list[Guess]
    residual: list[Rest]
    u: float | None


class Timing(TypedDict):
    """The seconds and tokens of a text, and of its first pass."""

    seconds: Number
    tokens: int
    first_seconds: Number
    first_tokens: int


class Billed(TypedDict):
    """The tokens of a call with hidden reasoning."""

    prompt_tokens: int
    completion_tokens: int
    reasoning_tokens: int
    answer_tokens: int
    finish_reason: Name


class Cost(TypedDict):
    """The price of a call."""

    price: Number
    output_share: Number


class Merging(TypedDict):
    """The pieces of a word, at first and after each merge."""

    steps: list[list[bytes]]


class Best(Piece):
    """A token with its probability."""

    chance: float


class Scored(Piece):
    """A token of a text that was read: how likely it was, how many were likelier, the doubt, and the likeliest."""

    chance: float | None
    likelier: int | None
    entropy: float | None
    best: list[Best]


class End(TypedDict):
    """The end of a text whose steps were shown."""

    why: Name
    passes: int
    facts: list[tuple[Name, Name]]


class Trial(TypedDict):
    """The figures of a sampler's texts, by name."""

    sampler: Name
    figures: list[tuple[Name, float]]


class Event(TypedDict, total=False):
    """One event: it has one of the keys, but the last chunk of text has its finish reason and usage as well."""

    text: str
    finish_reason: Name
    usage: Usage
    step: DecodeStep
    logprob: Logprob
    round: DraftRound
    time: Timing
    billed: Billed
    cost: Cost
    piece: Piece
    merging: Merging
    scored: Scored
    end: End
    trial: Trial


LAST = frozenset(("text", "finish_reason", "usage"))
"""The keys of the last chunk of text."""
_hints = cache(get_type_hints)


def checked(event: Any) -> Event:
    """Return an event with its names made safe to print; raise WireError if it is none."""
    shapes = _hints(Event, include_extras=True)
    is_known = type(event) is dict and (event.keys() == LAST or (len(event) == 1 and event.keys() <= shapes.keys()))
    if not is_known or event.keys() in ({"finish_reason"}, {"usage"}):
        raise _wire_error("it is none of the known events")
    return cast(Event, {key: _checked(value, shapes[key]) for key, value in event.items()})


def _checked(value: Any, shape: Any) -> Any:
    """Return a value of a shape; only exact types count, since a subclass may lie about its value."""
    origin, parts = get_origin(shape), get_args(shape)
    if is_typeddict(shape) and type(value) is dict:
        shapes = _hints(shape, include_extras=True)
        if value.keys() == shapes.keys():
            return {key: _checked(value[key], part) for key, part in shapes.items()}
    if origin is list and type(value) is list and len(value) <= MAX_ITEMS:
        return [_checked(item, parts[0]) for item in value]
    if origin is tuple and type(value) is tuple and len(value) == len(parts):
        return tuple(map(_checked, value, parts))
    kinds = parts if origin in (Union, UnionType) else (shape,)
    if type(value) is str and Name in kinds:
        return line(value[:MAX_NAME])
    if type(value) not in kinds or (type(value) in (str, bytes) and len(value) > MAX_TEXT):
        raise _wire_error(f"an event with a {type(value).__name__} in a wrong place")
    return value


def _wire_error(words: str) -> ValueError:
    from grader.child.codec import WireError  # imports numpy; commands that only print events do without

    return WireError(words)
