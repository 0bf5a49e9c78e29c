"""Typical wrong versions of a JSON mask."""

import numpy as np

from .json_mask import advance as _advance
from .json_mask import complete as _complete
from .json_mask import json_mask as _json_mask
from .json_mask import start as _start


def _walk(text, state=None):
    """Return the state after a text, None if it does not fit."""
    state = state or _start()
    for char in text:
        state = _advance(state, char)
        if state is None:
            return None
    return state


def _here(prefix):
    """Return the state after the prefix; refuse one that does not fit."""
    state = _walk(prefix)
    if state is None:
        raise ValueError(prefix)
    return state


def _masked(prefix, vocab, eos, fits):
    """Build a mask from a function that judges a text at a place; the end is judged rightly."""
    here = _here(prefix)
    mask = np.array([bool(text) and bool(fits(here, text)) for text in vocab])
    mask[eos] = _complete(here)
    return mask


def first_character_only(prefix, vocab, eos):
    """Only the first character of every token is tried.

    So `": "` passes at the end of a text that is a value, since its quotation mark does; the characters after it
    break the form. A token is a string of steps, and all of them are taken.
    """
    return _masked(prefix, vocab, eos, lambda here, text: _advance(here, text[0]))


def last_character_only(prefix, vocab, eos):
    """Only the last character of every token is tried.

    The characters before it are part of the text, too, and they change the state that the last one meets. Take all
    steps of a token in their order.
    """
    return _masked(prefix, vocab, eos, lambda here, text: _advance(here, text[-1]))


def each_character_from_the_same_state(prefix, vocab, eos):
    """All characters of a token are tried, each from the state after the prefix.

    `}}` would need two open objects, and here each of its braces closes the same one. Every character must start
    where the one before it has led.
    """
    return _masked(prefix, vocab, eos, lambda here, text: all(_advance(here, char) for char in text))


def one_state_for_all_tokens(prefix, vocab, eos):
    """The state that one token has led to is where the next token begins.

    Each token is a possible continuation of the same text, not of the token above it in the vocabulary. Start each of
    them from the state after the prefix.
    """
    state = _here(prefix)
    mask = np.zeros(len(vocab), dtype=bool)
    for token, text in enumerate(vocab):
        after = _walk(text, state)
        mask[token] = bool(text) and after is not None
        state = after or state
    mask[eos] = _complete(_here(prefix))
    return mask


def one_state_for_all_tokens__until_one_does_not_fit(prefix, vocab, eos):
    """After a token that does not fit, none does."""
    state = _here(prefix)
    mask = np.zeros(len(vocab), dtype=bool)
    for token, text in enumerate(vocab):
        state = state and _walk(text, state)
        mask[token] = bool(text) and state is not None
    mask[eos] = _complete(_here(prefix))
    return mask


def prefix_forgotten(prefix, vocab, eos):
    """The tokens are tried from the start state, as if nothing had been written.

    Whether `}` may come depends on what is open. Walk through the prefix first.
    """
    _here(prefix)
    return _masked("", vocab, eos, lambda here, text: _walk(text, here))


def end_always_allowed(prefix, vocab, eos):
    """The end is allowed everywhere.

    A text that ends in the middle of an object is no JSON. `complete` says when it may end.
    """
    mask = _json_mask(prefix, vocab, eos)
    mask[eos] = True
    return mask


def end_never_allowed(prefix, vocab, eos):
    """The end is never allowed.

    Then nothing can stop the model but the cap: after a finished object it writes spaces until then. `complete`
    says when it may end.
    """
    mask = _json_mask(prefix, vocab, eos)
    mask[eos] = False
    return mask


def end_after_any_value(prefix, vocab, eos):
    """The end is allowed whenever a value has just ended, even within an object.

    In `{"age": 12` a number may be over, but a brace is still open. `complete` looks at both.
    """
    mask = _json_mask(prefix, vocab, eos)
    mask[eos] = _complete((_here(prefix)[0], 0))
    return mask


def end_only_after_a_brace(prefix, vocab, eos):
    """The end is allowed only where an object has just closed.

    A number, a text and `true` are JSON on their own, too. `complete` says when a text may end.
    """
    mask = _json_mask(prefix, vocab, eos)
    mask[eos] = mask[eos] and prefix.rstrip().endswith("}")
    return mask


def end_without_open_objects(prefix, vocab, eos):
    """The end is allowed whenever no object is open, even before or within a value.

    Nothing at all is no JSON, and neither is the beginning of `true`. `complete` looks at both: the braces and the
    value.
    """
    mask = _json_mask(prefix, vocab, eos)
    mask[eos] = _here(prefix)[1] == 0
    return mask


def end_read_as_text(prefix, vocab, eos):
    """The end is judged by its text, like any other token.

    The text of EOS, such as `<end>`, is only a name. Within quotation marks those characters would fit, and elsewhere
    they would not. Ask `complete` instead.
    """
    here = _here(prefix)
    return np.array([bool(text) and _walk(text, here) is not None for text in vocab])


def end_read_as_text__or_complete(prefix, vocab, eos):
    """The end may also come where the text is complete."""
    mask = end_read_as_text(prefix, vocab, eos)
    mask[eos] = mask[eos] or _complete(_here(prefix))
    return mask


def spaces_banned(prefix, vocab, eos):
    """Tokens with a space outside of quotation marks are banned.

    JSON allows spaces between its parts, and most models have learned to write them. The reader knows where a space
    is allowed; leave that to it.
    """

    def fits(here, text):
        for char in text:
            if char == " " and here[0] not in ("key", "text"):
                return None
            here = _advance(here, char)
            if here is None:
                return None
        return here

    return _masked(prefix, vocab, eos, fits)


def spaces_cut_off(prefix, vocab, eos):
    """A token of nothing but spaces is banned.

    That comes of taking the spaces off before a token is tried. JSON allows a space in many places, as after a colon;
    try the token as it is.
    """
    return _masked(prefix, vocab, eos, lambda here, text: text.strip() and _walk(text.strip(), here))


def only_complete_json(prefix, vocab, eos):
    """A token is allowed only if the text is complete JSON with it.

    Then `{` can never be the first token, as it is not JSON yet. The question for a token is whether the text can still
    **become** JSON.
    """
    return _masked(prefix, vocab, eos, lambda here, text: (after := _walk(text, here)) and _complete(after))


def single_characters_only(prefix, vocab, eos):
    """Tokens of more than one character are banned.

    That is safe, and it takes most of the vocabulary away from the model: it would have to spell every word. Take a
    token's characters one after the other instead.
    """
    return _masked(prefix, vocab, eos, lambda here, text: len(text) == 1 and _advance(here, text))


def everything_allowed(prefix, vocab, eos):
    """Every token is allowed at every place.

    A mask that bans nothing changes nothing. `advance` returns None where a character does not fit; what becomes of
    that?
    """
    _here(prefix)
    return np.ones(len(vocab), dtype=bool)


def early_end_is_enough(prefix, vocab, eos):
    """A token is allowed as soon as the text is complete after some of its characters.

    In `}}` the first brace may complete the object, but the second one is part of the token, too, and there is
    nothing left for it to close. Go on to the last character.
    """

    def fits(here, text):
        for char in text:
            here = _advance(here, char)
            if here is None or _complete(here):
                break
        return here

    return _masked(prefix, vocab, eos, fits)


def empty_tokens_allowed(prefix, vocab, eos):
    """Tokens without characters are allowed.

    None of their characters is wrong, since they have none. But they lead nowhere, and a model that picks one has
    wasted a step. The rules ban them.
    """
    mask = _json_mask(prefix, vocab, eos)
    mask[[token for token, text in enumerate(vocab) if not text and token != eos]] = True
    return mask


def allowed_and_banned_swapped(prefix, vocab, eos):
    """True stands for the tokens that are banned.

    Some libraries keep their masks that way. The rules ask for True where a token may come.
    """
    return ~_json_mask(prefix, vocab, eos)


def ids_instead_of_a_mask(prefix, vocab, eos):
    """The result is a list of the allowed ids.

    It says the same, but banning the others needs one entry for every token of the vocabulary, True or False.
    """
    return np.flatnonzero(_json_mask(prefix, vocab, eos)).tolist()


def broken_prefix_bans_everything(prefix, vocab, eos):
    """After a prefix that is no beginning of JSON, every token is banned.

    The model would then have nothing to choose from, and softmax fails far away from the cause. The rules want
    `ValueError`.
    """
    return _json_mask(prefix, vocab, eos) if _walk(prefix) else np.zeros(len(vocab), dtype=bool)


def broken_prefix_ends_the_text(prefix, vocab, eos):
    """After a prefix that is no beginning of JSON, only the end is allowed.

    That stops the model, but hides an earlier error. The rules want `ValueError`.
    """
    return _json_mask(prefix, vocab, eos) if _walk(prefix) else np.arange(len(vocab)) == eos


def broken_prefix_fails_by_itself(prefix, vocab, eos):
    """After a prefix that is no beginning of JSON, None leads to a TypeError.

    That happens when `advance` is called with None. Look at each state before you use it; the rules want
    `ValueError`.
    """
    if not _walk(prefix):
        raise TypeError("cannot unpack non-iterable NoneType object")
    return _json_mask(prefix, vocab, eos)


def changes_its_input(prefix, vocab, eos):
    """The text of EOS is emptied in the vocabulary that was given.

    The next call gets another vocabulary. Decide about EOS without writing into it.
    """
    mask = _json_mask(prefix, vocab, eos)
    vocab[eos] = ""
    return mask
