import numpy as np

State = tuple[str, int]  # given
"""The part being read right now, and the number of open objects."""

RESTS_OF_WORDS = ("rue", "ue", "e", "alse", "lse", "se")  # given
"""The letters that may still be missing of true or false."""


def json_mask(prefix: str, vocab: list[str], eos: int) -> np.ndarray:
    def read(state, text):
        for char in text:
            if state is None:
                return None
            state = advance(state, char)
        return state

    state = read(start(), prefix)
    if state is None:
        raise ValueError("the prefix is no JSON")
    mask = np.array([read(state, token) is not None for token in vocab])
    if complete(state):
        mask[eos] = True
    return mask


# --- given: a reader that takes JSON one character at a time; leave it as it is ---


def start() -> State:  # given
    """Return the state before the first character: a value is to come, and no object is open."""
    return ("value", 0)


def advance(state: State, char: str) -> State | None:  # given
    """Return the state after one more character, or None if no JSON text goes on like that.

    >>> advance(start(), "{")
    ('first key', 1)
    >>> print(advance(start(), "}"))
    None
    """
    reading, depth = state
    if reading in ("key", "text"):  # between two quotation marks
        if char == '"':
            return ("colon", depth) if reading == "key" else ("after a value", depth)
        return state if char.isprintable() and char != "\\" else None
    if reading in RESTS_OF_WORDS:
        return (reading[1:] or "after a value", depth) if char == reading[0] else None
    if reading.isdigit():  # the digits of a number so far
        if char in "0123456789":
            return (reading + char, depth) if reading != "0" and len(reading) < 3 else None
        reading = "after a value"  # whatever comes now, the number is over
    if char == " ":
        return (reading, depth)
    if reading == "value":
        return _begin_value(char, depth)
    following = {
        ("first key", '"'): ("key", depth),
        ("first key", "}"): ("after a value", depth - 1),
        ("next key", '"'): ("key", depth),
        ("colon", ":"): ("value", depth),
    }
    if depth > 0:  # only within an object
        following["after a value", ","] = ("next key", depth)
        following["after a value", "}"] = ("after a value", depth - 1)
    return following.get((reading, char))


def complete(state: State) -> bool:  # given
    """Say whether the text may end here: one value has been read, and no object is open.

    >>> complete(("after a value", 0)), complete(("12", 0)), complete(("after a value", 1))
    (True, True, False)
    """
    reading, depth = state
    return depth == 0 and (reading == "after a value" or reading.isdigit())


def _begin_value(char: str, depth: int) -> State | None:  # given
    """Return the state after the first character of a value."""
    beginnings = {"{": ("first key", depth + 1), '"': ("text", depth), "t": ("rue", depth), "f": ("alse", depth)}
    return (char, depth) if char in "0123456789" else beginnings.get(char)
