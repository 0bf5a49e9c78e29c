"""Wrong versions of the JSON mask, as learners write them."""
import json

import numpy as np

RESTS_OF_WORDS = ("rue", "ue", "e", "alse", "lse", "se")


def start():
    return ("value", 0)


def advance(state, char):
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
        return _begin_value(char, depth)
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
    reading, depth = state
    return depth == 0 and (reading == "after a value" or reading.isdigit())


def _begin_value(char, depth):
    beginnings = {"{": ("first key", depth + 1), '"': ("text", depth), "t": ("rue", depth), "f": ("alse", depth)}
    return (char, depth) if char in "0123456789" else beginnings.get(char)


def _go(state, text):
    for char in text:
        if state is not None:
            state = advance(state, char)
    return state


def _here(prefix):
    state = _go(start(), prefix)
    if state is None:
        raise ValueError("no JSON")
    return state


def first_char(prefix, vocab, eos):
    """Tries the first character of each token.

    makes: first_character_only
    """
    here = _here(prefix)
    mask = []
    for i, token in enumerate(vocab):
        if i == eos:
            mask.append(complete(here))
        else:
            mask.append(bool(token) and advance(here, token[0]) is not None)
    return np.array(mask)


def state_not_kept(prefix, vocab, eos):
    """Does not assign the new state within a token.

    makes: each_character_from_the_same_state
    """
    here = _here(prefix)
    mask = np.zeros(len(vocab), dtype=bool)
    for i, token in enumerate(vocab):
        mask[i] = len(token) > 0 and all(advance(here, char) is not None for char in token)
    mask[eos] = complete(here)
    return mask


def from_the_start(prefix, vocab, eos):
    """Walks each token from the start.

    makes: prefix_forgotten
    """
    _here(prefix)
    mask = np.array([bool(token) and _go(start(), token) is not None for token in vocab])
    mask[eos] = complete(start())
    return mask


def eos_always(prefix, vocab, eos):
    """Always allows EOS.

    makes: end_always_allowed
    """
    here = _here(prefix)
    return np.array([i == eos or (token != "" and _go(here, token) is not None) for i, token in enumerate(vocab)])


def eos_never(prefix, vocab, eos):
    """Never allows EOS.

    makes: end_never_allowed
    """
    here = _here(prefix)
    return np.array([i != eos and token != "" and _go(here, token) is not None for i, token in enumerate(vocab)])


def complete_texts_only(prefix, vocab, eos):
    """Tests whether the text is complete with the token.

    makes: only_complete_json
    """
    here = _here(prefix)
    mask = np.zeros(len(vocab), dtype=bool)
    for i, token in enumerate(vocab):
        state = _go(here, token)
        mask[i] = token != "" and state is not None and complete(state)
    mask[eos] = complete(here)
    return mask


def empty_fit(prefix, vocab, eos):
    """Lets empty tokens pass.

    makes: empty_tokens_allowed
    """
    here = _here(prefix)
    mask = np.array([_go(here, token) is not None for token in vocab])
    mask[eos] = complete(here)
    return mask


def list_of_ids(prefix, vocab, eos):
    """Returns ids.

    makes: ids_instead_of_a_mask
    """
    here = _here(prefix)
    ids = []
    for i, token in enumerate(vocab):
        if complete(here) if i == eos else token and _go(here, token) is not None:
            ids.append(i)
    return ids


def nothing_fits_after_nonsense(prefix, vocab, eos):
    """Returns zeros after a broken prefix.

    makes: broken_prefix_bans_everything
    """
    here = _go(start(), prefix)
    mask = np.zeros(len(vocab), dtype=bool)
    if here is None:
        return mask
    for i, token in enumerate(vocab):
        mask[i] = complete(here) if i == eos else token != "" and _go(here, token) is not None
    return mask


def json_loads(prefix, vocab, eos):
    """Asks json.loads whether the text is JSON with the token; the prefix is tested rightly.

    makes: only_complete_json
    """
    here = _here(prefix)

    def fits(token):
        try:
            json.loads(prefix + token)
        except ValueError:
            return False
        return True

    mask = np.array([token != "" and fits(token) for token in vocab])
    mask[eos] = complete(here)
    return mask


def first_two_chars(prefix, vocab, eos):
    """Walks the first two characters.

    makes: nothing listed
    """
    here = _here(prefix)
    mask = np.array([token != "" and _go(here, token[:2]) is not None for token in vocab])
    mask[eos] = complete(here)
    return mask


def without_last_char(prefix, vocab, eos):
    """Walks all but the last character.

    makes: nothing listed
    """
    here = _here(prefix)
    mask = np.array([token != "" and _go(here, token[:-1]) is not None for token in vocab])
    mask[eos] = complete(here)
    return mask


def backwards(prefix, vocab, eos):
    """Walks each token from behind.

    makes: nothing listed
    """
    here = _here(prefix)
    mask = np.array([token != "" and _go(here, token[::-1]) is not None for token in vocab])
    mask[eos] = complete(here)
    return mask


def end_after_a_brace(prefix, vocab, eos):
    """Allows EOS only after a closing brace.

    makes: end_only_after_a_brace
    """
    here = _here(prefix)
    mask = np.array([token != "" and _go(here, token) is not None for token in vocab])
    mask[eos] = complete(here) and prefix.rstrip().endswith("}")
    return mask


def only_eos_when_complete(prefix, vocab, eos):
    """Bans everything but EOS where the text is complete.

    makes: nothing listed
    """
    here = _here(prefix)
    if complete(here):
        return np.arange(len(vocab)) == eos
    return np.array([i != eos and token != "" and _go(here, token) is not None for i, token in enumerate(vocab)])


def no_objects(prefix, vocab, eos):
    """Bans every token with a brace.

    makes: nothing listed
    """
    here = _here(prefix)
    mask = np.array([token != "" and "{" not in token and _go(here, token) is not None for token in vocab])
    mask[eos] = complete(here)
    return mask


def next_id(prefix, vocab, eos):
    """Writes the end's entry to the last id.

    makes: nothing listed
    """
    here = _here(prefix)
    mask = np.array([token != "" and _go(here, token) is not None for token in vocab])
    mask[-1] = complete(here)
    return mask


def floats(prefix, vocab, eos):
    """Returns 0 and -inf, as for logits.

    makes: nothing listed
    """
    here = _here(prefix)
    mask = np.array([token != "" and _go(here, token) is not None for token in vocab])
    mask[eos] = complete(here)
    return np.where(mask, 0.0, -np.inf)


def first_letter_tried(prefix, vocab, eos):
    """Walks one character of every token.

    makes: first_character_only
    """
    state = start()
    for char in prefix:
        state = advance(state, char)
        if state is None:
            raise ValueError("prefix")
    mask = np.zeros(len(vocab), dtype=bool)
    for i, token in enumerate(vocab):
        mask[i] = token != "" and advance(state, token[0]) is not None
    mask[eos] = complete(state)
    return mask


def end_left_open(prefix, vocab, eos):
    """Allows the end at every place.

    makes: end_always_allowed
    """
    state = start()
    for char in prefix:
        state = advance(state, char)
        if state is None:
            raise ValueError("prefix")
    mask = []
    for token in vocab:
        here = state
        for char in token:
            here = advance(here, char) if here is not None else None
        mask.append(bool(token) and here is not None)
    mask[eos] = True
    return np.array(mask)


def quotes_banned(prefix, vocab, eos):
    """Bans tokens that hold a quotation mark and more.

    makes: nothing listed
    """
    state = start()
    for char in prefix:
        state = advance(state, char)
        if state is None:
            raise ValueError("prefix")
    mask = []
    for token in vocab:
        here = state
        for char in token:
            here = advance(here, char) if here is not None else None
        mask.append(bool(token) and here is not None and not ('"' in token and len(token) > 1))
    mask[eos] = complete(state)
    return np.array(mask)


def two_characters_tried(prefix, vocab, eos):
    """Walks two characters of every token at most.

    makes: nothing listed
    """
    state = start()
    for char in prefix:
        state = advance(state, char)
        if state is None:
            raise ValueError("prefix")
    mask = []
    for token in vocab:
        here = state
        for char in token[:2]:
            here = advance(here, char) if here is not None else None
        mask.append(bool(token) and here is not None)
    mask[eos] = complete(state)
    return np.array(mask)


def done_as_soon_as_complete(prefix, vocab, eos):
    """Leaves the walk through a token as soon as the text is complete.

    makes: early_end_is_enough
    """
    here = _here(prefix)

    def fits(token):
        state = here
        for char in token:
            state = advance(state, char)
            if state is None:
                return False
            if complete(state):
                return True
        return token != ""

    mask = np.fromiter((fits(token) for token in vocab), dtype=bool, count=len(vocab))
    mask[eos] = complete(here)
    return mask


def tokens_stripped(prefix, vocab, eos):
    """Strips every token before it walks.

    makes: spaces_cut_off
    """
    here = _here(prefix)
    result = []
    for i, token in enumerate(vocab):
        word = token.strip()
        if i == eos:
            result.append(complete(here))
        elif not word:
            result.append(False)
        else:
            result.append(_go(here, word) is not None)
    return np.array(result)


FITS = {}


def remembers_tokens(prefix, vocab, eos):
    """Remembers for each token whether it fitted, whatever came before it.

    makes: nothing listed
    """
    here = _here(prefix)
    for token in vocab:
        if token not in FITS:
            FITS[token] = token != "" and _go(here, token) is not None
    mask = np.array([FITS[token] for token in vocab])
    mask[eos] = complete(here)
    return mask


def walks_on_with_the_same_state(prefix, vocab, eos):
    """Uses the same variable for the state in the loop over the tokens.

    makes: one_state_for_all_tokens
    """
    state = _here(prefix)
    end = complete(state)
    mask = np.zeros(len(vocab), dtype=bool)
    for i, token in enumerate(vocab):
        if token == "":
            continue
        for char in token:
            state = advance(state, char) if state is not None else None
        mask[i] = state is not None
    mask[eos] = end
    return mask


def eos_is_a_token_like_others(prefix, vocab, eos):
    """Has no case for EOS.

    makes: end_read_as_text
    """
    here = _here(prefix)
    return np.array([token != "" and _go(here, token) is not None for token in vocab])


def banned_ones(prefix, vocab, eos):
    """Returns True for what is to be banned, as masked_fill wants it.

    makes: allowed_and_banned_swapped
    """
    here = _here(prefix)
    banned = [not token or _go(here, token) is None for token in vocab]
    banned[eos] = not complete(here)
    return np.array(banned)


def first_char_only(prefix, vocab, eos):
    """Looks at the first character of each token only.

    makes: first_character_only
    """
    state = start()
    for char in prefix:
        state = advance(state, char)
        if state is None:
            raise ValueError(prefix)
    allowed = np.zeros(len(vocab), dtype=bool)
    for i, text in enumerate(vocab):
        if i == eos:
            allowed[i] = complete(state)
        elif text:
            allowed[i] = advance(state, text[0]) is not None
    return allowed


def eos_by_its_text(prefix, vocab, eos):
    """EOS is judged like the other tokens, by its text, and also where the text is complete.

    makes: end_read_as_text
    """
    from functools import reduce
    def read(state, text):
        return reduce(lambda s, c: None if s is None else advance(s, c), text, state)
    here = read(start(), prefix)
    if here is None:
        raise ValueError("not JSON")
    mask = [text != "" and read(here, text) is not None for text in vocab]
    mask[eos] = mask[eos] or complete(here)
    return np.array(mask)
