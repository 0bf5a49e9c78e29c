import numpy as np


def json_mask(prefix, vocab, eos):
    state = start()
    for char in prefix:
        state = advance(state, char)
        if state is None:
            raise ValueError("prefix is not JSON")
    mask = np.full(len(vocab), -np.inf)
    for i, token in enumerate(vocab):
        if i == eos:
            continue
        s = state
        for char in token:
            s = advance(s, char)
            if s is None:
                break
        else:
            if token:
                mask[i] = 0.0
    if complete(state):
        mask[eos] = 0.0
    return mask


# --- given: a reader that takes JSON one character at a time; leave it as it is ---


def start() -> State:
    """Return the state before the first character: a value is to come, and no object is open."""
    return ("value", 0)


def advance(state: State, char: str) -> State | None:
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


def complete(state: State) -> bool:
    """Say whether the text may end here: one value has been read, and no object is open.

    >>> complete(("after a value", 0)), complete(("12", 0)), complete(("after a value", 1))
    (True, True, False)
    """
    reading, depth = state
    return depth == 0 and (reading == "after a value" or reading.isdigit())


def _begin_value(char: str, depth: int) -> State | None:
    """Return the state after the first character of a value."""
    beginnings = {"{": ("first key", depth + 1), '"': ("text", depth), "t": ("rue", depth), "f": ("alse", depth)}
    return (char, depth) if char in "0123456789" else beginnings.get(char)
