"""Check the events of a generator that ran with a learner's functions: their shapes, and that they are safe to print."""

from types import UnionType
from typing import Any, get_args

from grader.child.codec import WireError
from grader.core.escape import line

MAX_ITEMS = 1000
MAX_NAME = 200
MAX_TEXT = 100_000


class Name(str):
    """Stands for a short text that is printed on one line."""

    __slots__ = ()


NUMBER = int | float
USAGE = {"prompt_tokens": int, "completion_tokens": int, "total_tokens": int}
BILLED = {
    "prompt_tokens": int,
    "completion_tokens": int,
    "reasoning_tokens": int,
    "answer_tokens": int,
    "finish_reason": Name,
}
CANDIDATE = {"token": int, "text": bytes | None, "before": NUMBER, "after": NUMBER, "removed_by": Name | None}
STEP = {
    "number": int,
    "token": int,
    "how": Name,
    "u": float | None,
    "entropy": NUMBER,
    "left": [(Name, int)],
    "candidates": [CANDIDATE],
    "others": {"count": int, "before": NUMBER, "after": NUMBER},
}
LIKELY = {"token": int, "text": bytes, "logprob": NUMBER}
GUESS = {
    "token": int,
    "text": bytes | None,
    "p": float | None,
    "q": float | None,
    "u": float | None,
    "verdict": Name,
}
PIECE = {"token": int, "text": bytes}
BEST = PIECE | {"chance": float}
EVENTS: tuple[dict[str, Any], ...] = (
    {"text": str},
    {"text": str, "finish_reason": Name, "usage": USAGE},
    {"step": STEP},
    {"logprob": LIKELY | {"top": [LIKELY]}},
    {"round": {"guesses": [GUESS], "residual": [{"token": int, "text": bytes | None, "p": NUMBER}], "u": float | None}},
    {"time": {"seconds": NUMBER, "tokens": int, "first_seconds": NUMBER, "first_tokens": int}},
    {"billed": BILLED},
    {"cost": {"price": NUMBER, "output_share": NUMBER}},
    {"piece": PIECE},
    {"merging": {"steps": [[bytes]]}},
    {"scored": PIECE | {"chance": float | None, "likelier": int | None, "entropy": float | None, "best": [BEST]}},
    {"end": {"why": Name, "passes": int, "facts": [(Name, Name)]}},
)
"""The types of an event; a list has items like its first."""


def checked(event: Any) -> dict[str, Any]:
    """Return an event with its names made safe to print; raise WireError if it is none."""
    shape = next((known for known in EVENTS if type(event) is dict and event.keys() == known.keys()), None)
    if shape is None:
        raise WireError("it is none of the known events")
    return {key: _checked(event[key], part) for key, part in shape.items()}


def _checked(value: Any, shape: Any) -> Any:
    """Return a value of a shape; only exact types count, since a subclass may lie about its value."""
    match shape:
        case dict() if type(value) is dict and value.keys() == shape.keys():
            return {key: _checked(value[key], part) for key, part in shape.items()}
        case list() if type(value) is list and len(value) <= MAX_ITEMS:
            return [_checked(item, shape[0]) for item in value]
        case tuple() if type(value) is tuple and len(value) == len(shape):
            return tuple(_checked(*pair) for pair in zip(value, shape, strict=True))
    kinds = get_args(shape) if isinstance(shape, UnionType) else (shape,)
    if type(value) is str and Name in kinds:
        return line(value[:MAX_NAME])
    if type(value) not in kinds or (type(value) in (str, bytes) and len(value) > MAX_TEXT):
        raise WireError(f"an event with a {type(value).__name__} in a wrong place")
    return value
