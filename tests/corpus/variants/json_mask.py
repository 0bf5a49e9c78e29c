"""Right ways to mask for JSON; the grader must accept every one of them."""

from functools import cache, reduce

import numpy as np

RESTS_OF_WORDS = ("rue", "ue", "e", "alse", "lse", "se")


def start():
    """Return the state before the first character."""
    return ("value", 0)


def advance(state, char):
    """Return the state after one more character, as given in the stub."""
    reading, depth = state
    if reading in ("key", "text"):
        if char == '"':
            return ("colon", depth) if reading == "key" else ("after a value", depth)
        return state if char.isprintable() and char != "\\" else None
    if reading in RESTS_OF_WORDS:
        return (reading[1:] or "after a value", depth) if char == reading[0] else None
    if reading.isdigit():
        if char in "0123456789":
            return (reading + char, depth) if reading != "0" and len(reading) < 3 else None
        reading = "after a value"
    if char == " ":
        return (reading, depth)
    if reading == "value":
        beginnings = {"{": ("first key", depth + 1), '"': ("text", depth), "t": ("rue", depth), "f": ("alse", depth)}
        return (char, depth) if char in "0123456789" else beginnings.get(char)
    following = {
        ("first key", '"'): ("key", depth),
        ("first key", "}"): ("after a value", depth - 1),
        ("next key", '"'): ("key", depth),
        ("colon", ":"): ("value", depth),
    }
    if depth > 0:
        following["after a value", ","] = ("next key", depth)
        following["after a value", "}"] = ("after a value", depth - 1)
    return following.get((reading, char))


def complete(state):
    """Say whether the text may end here, as given in the stub."""
    reading, depth = state
    return depth == 0 and (reading == "after a value" or reading.isdigit())


def variant_loops(prefix, vocab, eos):
    """Two plain loops."""
    here = start()
    for char in prefix:
        here = advance(here, char)
        if here is None:
            raise ValueError(f"broken at {char!r}")
    mask = np.zeros(len(vocab), dtype=bool)
    for token, text in enumerate(vocab):
        if token == eos:
            mask[token] = complete(here)
            continue
        state = here
        for char in text:
            state = advance(state, char)
            if state is None:
                break
        else:
            mask[token] = len(text) > 0
    return mask


def variant_reduce(prefix, vocab, eos):
    """Fold the characters; a list comes back."""

    def walk(state, text):
        return reduce(lambda reached, char: reached and advance(reached, char), text, state)

    here = walk(start(), prefix)
    if not here:
        raise ValueError("prefix")
    return [complete(here) if token == eos else bool(text and walk(here, text)) for token, text in enumerate(vocab)]


def variant_from_the_start(prefix, vocab, eos):
    """Read prefix and token together, for every token anew."""

    def state_after(text):
        state = start()
        for char in text:
            if state is not None:
                state = advance(state, char)
        return state

    state = state_after(prefix)
    if state is None:
        raise ValueError(prefix)
    fits = [text != "" and state_after(prefix + text) is not None for text in vocab]
    fits[eos] = complete(state)
    return np.asarray(fits)


def variant_remembered(prefix, vocab, eos):
    """Remember the state after every beginning of a text."""

    @cache
    def after(text):
        if not text:
            return start()
        before = after(text[:-1])
        return None if before is None else advance(before, text[-1])

    if after(prefix) is None:
        raise ValueError("no JSON begins like this")
    allowed = {token for token, text in enumerate(vocab) if text and after(prefix + text)} - {eos}
    if complete(after(prefix)):
        allowed.add(eos)
    return np.isin(np.arange(len(vocab)), list(allowed))


def variant_tree(prefix, vocab, eos):
    """Put the vocabulary into a tree of characters and walk it once."""
    tree = {}
    for token, text in enumerate(vocab):
        node = tree
        for char in text:
            node = node.setdefault(char, {})
        node.setdefault("ids", []).append(token)
    here = start()
    for char in prefix:
        here = here and advance(here, char)
    if here is None:
        raise ValueError("the prefix fits no JSON")
    mask = np.full(len(vocab), False)
    waiting = [(here, tree)]
    while waiting:
        state, node = waiting.pop()
        for char, below in node.items():
            if char == "ids":
                if node is not tree:
                    mask[below] = True
            elif (reached := advance(state, char)) is not None:
                waiting.append((reached, below))
    mask[eos] = complete(here)
    return mask


def variant_recursion(prefix, vocab, eos):
    """Take the first character off until none is left; a tuple comes back."""

    def walk(state, text):
        if state is None or text == "":
            return state
        return walk(advance(state, text[0]), text[1:])

    state = walk(start(), prefix)
    if state is None:
        raise ValueError
    return tuple(
        (complete(state) if i == eos else vocab[i] != "" and walk(state, vocab[i]) is not None)
        for i in range(len(vocab))
    )


def variant_exceptions(prefix, vocab, eos):
    """Let a misfit raise."""

    def step(state, char):
        following = advance(state, char)
        if following is None:
            raise ValueError(f"{char!r} does not fit")
        return following

    here = reduce(step, prefix, start())

    def fits(text):
        try:
            reduce(step, text, here)
        except ValueError:
            return False
        return bool(text)

    mask = np.array(list(map(fits, vocab)), dtype=np.bool_)
    np.put(mask, eos, complete(here))
    return mask


def variant_sets_of_tokens(prefix, vocab, eos):
    """Walk all tokens at once, one place after the other, and drop those that fall behind."""
    here = start()
    for char in prefix:
        here = advance(here, char)
        if here is None:
            raise ValueError(prefix)
    alive = {token: here for token, text in enumerate(vocab) if text}
    for place in range(max(map(len, vocab))):
        for token in list(alive):
            if place < len(vocab[token]):
                reached = advance(alive[token], vocab[token][place])
                if reached is None:
                    del alive[token]
                else:
                    alive[token] = reached
    alive.pop(eos, None)
    return np.array([token in alive or (token == eos and complete(here)) for token in range(len(vocab))])


class _UnfinishedError(Exception):
    """The text ends before its value does."""


def _at(text, place):
    if place == len(text):
        raise _UnfinishedError
    return text[place]


def _spaces(text, place):
    while place < len(text) and text[place] == " ":
        place += 1
    return place


def _quoted(text, place):
    if _at(text, place) != '"':
        raise ValueError
    while _at(text, place := place + 1) != '"':
        if text[place] == "\\" or not text[place].isprintable():
            raise ValueError
    return place + 1


def _value(text, place):
    first = _at(text, place)
    if first == '"':
        return _quoted(text, place)
    if first == "{":
        return _members(text, place + 1)
    if first in "0123456789":
        end = place + 1
        while end < len(text) and text[end] in "0123456789":
            end += 1
        if end - place > (1 if first == "0" else 3):
            raise ValueError
        return end
    for char in {"t": "true", "f": "false"}.get(first, "?"):
        if _at(text, place) != char:
            raise ValueError
        place += 1
    return place


def _members(text, place):
    place = _spaces(text, place)
    if _at(text, place) == "}":
        return place + 1
    while True:
        place = _spaces(text, _quoted(text, _spaces(text, place)))
        if _at(text, place) != ":":
            raise ValueError
        place = _spaces(text, _value(text, _spaces(text, place + 1)))
        if _at(text, place) == "}":
            return place + 1
        if text[place] != ",":
            raise ValueError
        place += 1


def variant_own_reader(prefix, vocab, eos):
    """Do without the given reader: parse the whole text, and see whether it is broken or only unfinished."""

    def judged(text):
        try:
            if _spaces(text, _value(text, _spaces(text, 0))) < len(text):
                return None
        except _UnfinishedError:
            return False
        except ValueError:
            return None
        return True

    if judged(prefix) is None:
        raise ValueError("the prefix is broken")
    return [
        judged(prefix) if i == eos else text != "" and judged(prefix + text) is not None for i, text in enumerate(vocab)
    ]
