"""The events of the generator and the reader, and the check of those that a learner's process sent: shapes, and safe to print.

Each event has one of the keys of `EVENTS`; the last chunk of text has its finish reason and usage as well.
"""

from typing import Any

from grader.child.codec import WireError
from grader.core.escape import line

MAX_ITEMS = 1000
MAX_NAME = 200
MAX_TEXT = 100_000
NAME = "a short text, printed on one line"
NONE = type(None)
NUMBER = (int, float)
TEXT = (bytes, NONE)
"""The bytes of a token; None for the end of the text."""
CANDIDATE = {"token": int, "text": TEXT, "before": NUMBER, "after": NUMBER, "removed_by": (NAME, NONE)}
GUESS = {
    "token": int,
    "text": TEXT,
    "p": (float, NONE),
    "q": (float, NONE),
    "u": (float, NONE),
    "verdict": NAME,
}


class Row(tuple[Any, ...]):
    """The shapes of the items of a tuple."""


EVENTS: dict[str, Any] = {
    "text": str,
    "finish_reason": NAME,
    "usage": {"prompt_tokens": int, "completion_tokens": int, "total_tokens": int},
    # a step: which token it picked, and how; `left` has the number of tokens after each filter
    "step": {
        "number": int,
        "token": int,
        "how": NAME,
        "u": (float, NONE),
        "entropy": NUMBER,
        "left": [Row((NAME, int))],
        "candidates": [CANDIDATE],
        "others": {"count": int, "before": NUMBER, "after": NUMBER},
    },
    # a round of a draft: each guess with its probability by the model and by the draft, and what became of it
    "round": {"guesses": [GUESS], "residual": [{"token": int, "text": TEXT, "p": NUMBER}], "u": (float, NONE)},
    "time": {"seconds": NUMBER, "tokens": int, "first_seconds": NUMBER, "first_tokens": int},
    "billed": {
        "prompt_tokens": int,
        "completion_tokens": int,
        "reasoning_tokens": int,
        "answer_tokens": int,
        "finish_reason": NAME,
    },
    "cost": {"price": NUMBER, "output_share": NUMBER},
    "end": {"why": NAME, "passes": int, "facts": [Row((NAME, NAME))]},
    # what a reader tells of a text: its tokens, the merges of a word, the score of a token
    "piece": {"token": int, "text": bytes},
    "merging": {"steps": [[bytes]]},
    "scored": {
        "token": int,
        "text": bytes,
        "chance": (float, NONE),
        "likelier": (int, NONE),
        "entropy": (float, NONE),
        "best": [{"token": int, "text": bytes, "chance": float}],
    },
    "trial": {"sampler": NAME, "figures": [Row((NAME, float))]},
}
LAST = {"text", "finish_reason", "usage"}
"""The keys of the last chunk of text."""


def checked(event: Any) -> dict[str, Any]:
    """Return an event with its names made safe to print; raise WireError if it is none."""
    is_known = type(event) is dict and (event.keys() == LAST or (len(event) == 1 and event.keys() <= EVENTS.keys()))
    if not is_known or event.keys() in ({"finish_reason"}, {"usage"}):
        raise WireError("it is none of the known events")
    return {key: _checked(value, EVENTS[key]) for key, value in event.items()}


def _checked(value: Any, shape: Any) -> Any:
    """Return a value of a shape; only exact types count, since a subclass may lie about its value."""
    kind = type(value)
    if type(shape) is dict and kind is dict and value.keys() == shape.keys():
        return {key: _checked(value[key], part) for key, part in shape.items()}
    if type(shape) is list and kind is list and len(value) <= MAX_ITEMS:
        return [_checked(item, shape[0]) for item in value]
    if type(shape) is Row and kind is tuple and len(value) == len(shape):
        return tuple(map(_checked, value, shape))
    kinds = shape if type(shape) is tuple else (shape,)
    if kind is str and NAME in kinds:
        return line(value[:MAX_NAME])
    if kind not in [each for each in kinds if type(each) is type] or (kind in (str, bytes) and len(value) > MAX_TEXT):
        raise WireError(f"an event with a {kind.__name__} in a wrong place")
    return value
