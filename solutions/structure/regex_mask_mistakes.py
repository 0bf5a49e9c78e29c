"""Typical wrong versions of the index of an automaton."""

import numpy as np

from .regex_mask import regex_mask as _regex_mask


def _walk(transitions, state, text):
    """Return the state after a text, None if it does not fit or is empty."""
    return _walk_even_nothing(transitions, state, text) if text else None


def _walk_even_nothing(transitions, state, text):
    """Return the state after a text, None if it does not fit."""
    for char in text:
        if char not in transitions[state]:
            return None
        state = transitions[state][char]
    return state


def _reaching(after, goals):
    """Return the states from which some way leads to one of the goals."""
    alive = set(goals)
    while more := {state for state, thens in enumerate(after) if alive & set(thens)} - alive:
        alive |= more
    return alive


def _as_asked(index, count):
    """Return the index and its masks."""
    mask = np.zeros((len(index), count), dtype=bool)
    for state, tokens in index.items():
        mask[state, list(tokens)] = True
    return index, mask


def _built(transitions, accepting, vocab, eos, walk=_walk, living=None, ends=None, *, is_refused=True):
    """Build an index with another walk, other states that count as alive, or other ends."""
    after = [{} for _ in transitions]
    for state, token in np.ndindex(len(transitions), len(vocab)):
        then = walk(transitions, state, vocab[token])
        if then is not None and token != eos:
            after[state][token] = then
    alive = _reaching([each.values() for each in after], accepting)
    if is_refused and 0 not in alive:
        raise ValueError(alive)
    if living:
        alive = living(after)
    index = {state: {token: then for token, then in each.items() if then in alive} for state, each in enumerate(after)}
    for state in accepting if ends is None else ends:
        index[state][eos] = state
    return _as_asked({state: dict(sorted(tokens.items())) for state, tokens in index.items()}, len(vocab))


def first_character_only(transitions, accepting, vocab, eos):
    """Only the first character of every token is tried.

    So a token passes whose second character breaks the form, and the state after it is that of one step. A token takes
    as many steps as it has characters.
    """
    return _built(transitions, accepting, vocab, eos, walk=lambda t, state, text: _walk(t, state, text[:1]))


def each_character_from_the_same_state(transitions, accepting, vocab, eos):
    """All characters of a token are tried, each from the state before the token.

    Every character must start where the one before it has led. Keep the state while you walk.
    """

    def walk(transitions, state, text):
        if not text or not all(char in transitions[state] for char in text):
            return None
        return transitions[state][text[-1]]

    return _built(transitions, accepting, vocab, eos, walk=walk)


def single_characters_only(transitions, accepting, vocab, eos):
    """Only tokens of one character may come.

    `transitions[s]` knows characters, so a token such as `bc` is not in it. But it may come if its characters may, one
    after the other, and most tokens of a model are longer than one character.
    """
    return _built(transitions, accepting, vocab, eos, walk=lambda t, state, text: t[state].get(text))


def state_0_taken_for_none(transitions, accepting, vocab, eos):
    """A character that leads to state 0 counts as one that does not fit.

    In Python, 0 is false, and so is None: `if not state` asks for both. State 0 is the first state, and texts can come
    back to it. Compare with None.
    """

    def walk(transitions, state, text):
        for char in text:
            state = transitions[state].get(char)
            if not state:
                return None
        return state if text else None

    return _built(transitions, accepting, vocab, eos, walk)


def state_0_taken_for_none__after_the_token(transitions, accepting, vocab, eos):
    """Only the state after the whole token is asked."""
    return _built(transitions, accepting, vocab, eos, lambda *args: _walk(*args) or None)


def dead_ends_allowed(transitions, accepting, vocab, eos):
    """Tokens that lead into a dead end are let through.

    They fit now, and after them the text can never be finished: at some step no token is left, or they go round
    forever. Find the states from which the end can be reached.
    """
    return _built(transitions, accepting, vocab, eos, living=lambda after: set(range(len(after))))


def dead_ends_of_characters_only(transitions, accepting, vocab, eos):
    """A dead end is looked for in the characters, not in the tokens.

    The automaton may have a way on that no token of this vocabulary writes. Ask which states can be left with the
    tokens that are there.
    """
    alive = _reaching([each.values() for each in transitions], accepting)
    return _built(transitions, accepting, vocab, eos, living=lambda after: alive)


def only_states_without_tokens_are_dead(transitions, accepting, vocab, eos):
    """A state counts as a dead end only if no token may come in it.

    Two states can lead to one another and never to the end. Begin at the accepting states and go backwards: a state that
    is not reached so is a dead end.
    """
    return _built(
        transitions,
        accepting,
        vocab,
        eos,
        living=lambda after: {state for state, tokens in enumerate(after) if tokens or state in accepting},
    )


def only_states_without_tokens_are_dead__again_and_again(transitions, accepting, vocab, eos):
    """States without tokens are taken away until there are none, so only those that go round survive."""

    def living(after):
        alive = set(range(len(after)))
        while gone := {s for s in alive if s not in accepting and not alive & set(after[s].values())}:
            alive -= gone
        return alive

    return _built(transitions, accepting, vocab, eos, living=living)


def one_step_before_the_end(transitions, accepting, vocab, eos):
    """Only states that are accepting, or one token before, count as alive.

    The end may be many tokens away. Repeat the step until no state is added any more.
    """
    return _built(
        transitions,
        accepting,
        vocab,
        eos,
        living=lambda after: (
            set(accepting) | {state for state, each in enumerate(after) if set(each.values()) & set(accepting)}
        ),
    )


def must_end_in_an_accepting_state(transitions, accepting, vocab, eos):
    """A token may come only if the text could end after it.

    That asks whether the text matches already. It has to be possible only that it matches in the end.
    """
    return _built(transitions, accepting, vocab, eos, living=lambda after: set(accepting))


def eos_everywhere(transitions, accepting, vocab, eos):
    """`eos` may come in every state.

    The model could end the text in the middle. It may end only where the automaton accepts.
    """
    return _built(transitions, accepting, vocab, eos, ends=range(len(transitions)))


def eos_everywhere__but_in_dead_ends(transitions, accepting, vocab, eos):
    """In dead ends it may not come."""
    index, _ = _regex_mask(transitions, accepting, vocab, eos)
    return _built(transitions, accepting, vocab, eos, ends=[state for state, tokens in index.items() if tokens])


def eos_nowhere(transitions, accepting, vocab, eos):
    """`eos` may come in no state.

    Then the text can match and never end. In the accepting states it may.
    """
    return _built(transitions, accepting, vocab, eos, ends=())


def eos_not_in_the_index(transitions, accepting, vocab, eos):
    """The masks have `eos` in the accepting states, and the index has it nowhere.

    The masks are True for the tokens of the index. After `eos` the state stays the same, so `index[s][eos]` is s.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return {state: {t: then for t, then in tokens.items() if t != eos} for state, tokens in index.items()}, mask


def eos_leads_to_the_beginning(transitions, accepting, vocab, eos):
    """After `eos` the index has state 0.

    The text is over, and nothing moves the automaton: the state stays the same.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return {s: {t: 0 if t == eos else then for t, then in tokens.items()} for s, tokens in index.items()}, mask


def accepting_states_end_the_text(transitions, accepting, vocab, eos):
    """In an accepting state only `eos` may come.

    The text may end there, and it may also continue: after `ab*` another `b` is as good. Keep the other tokens.
    """
    index, _ = _regex_mask(transitions, accepting, vocab, eos)
    ended = {state: {eos: state} if state in accepting else tokens for state, tokens in index.items()}
    return _as_asked(ended, len(vocab))


def eos_only_where_nothing_else_may_come(transitions, accepting, vocab, eos):
    """`eos` may come only in accepting states that no character leads out of.

    After `ab*` the text may continue or end, and the model chooses. Every accepting state lets `eos` through.
    """
    return _built(transitions, accepting, vocab, eos, ends=[state for state in accepting if not transitions[state]])


def eos_read_as_text(transitions, accepting, vocab, eos):
    """The text of `eos` is walked like that of any other token.

    It is only a name, such as `<end>` or nothing at all. `eos` is judged by the state alone: leave it out of the walk.
    """
    return _read_as_text(transitions, accepting, vocab, eos, lambda index, state: index[state].setdefault(eos, state))


def eos_read_as_text__but_stays(transitions, accepting, vocab, eos):
    """In accepting states the state after `eos` is right."""
    return _read_as_text(transitions, accepting, vocab, eos, lambda index, state: index[state].update({eos: state}))


def _read_as_text(transitions, accepting, vocab, eos, end):
    """Build an index in which the text of `eos` is walked, too; `end` says what accepting states add."""
    index = {}
    after = [
        {
            token: then
            for token, text in enumerate(vocab)
            if text and (then := _walk(transitions, state, text)) is not None
        }
        for state in range(len(transitions))
    ]
    alive = _reaching([each.values() for each in after], accepting)
    if 0 not in alive:
        raise ValueError(alive)
    for state, tokens in enumerate(after):
        index[state] = {token: then for token, then in tokens.items() if then in alive}
    for state in accepting:
        end(index, state)
    return _as_asked({state: dict(sorted(tokens.items())) for state, tokens in index.items()}, len(vocab))


def any_dead_end_refused(transitions, accepting, vocab, eos):
    """An automaton is refused as soon as one of its states is a dead end.

    Dead ends are common, and the masks keep the text out of them. Only if state 0 is one can nothing be written.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    if not all(index.values()):
        raise ValueError("dead end")
    return index, mask


def empty_tokens_allowed(transitions, accepting, vocab, eos):
    """A token whose text is empty may come.

    It fits everywhere and leads nowhere, so the model could write it forever. The rules ban it.
    """
    return _built(transitions, accepting, vocab, eos, walk=_walk_even_nothing)


def state_before_the_token(transitions, accepting, vocab, eos):
    """The index has the state before each token instead of the one after it.

    The mask is right, and the next step would look at the same row again. Keep the state in which the walk ends.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return {state: dict.fromkeys(tokens, state) for state, tokens in index.items()}, mask


def state_after_one_character(transitions, accepting, vocab, eos):
    """The index has the state after the first character of each token.

    A token takes all its steps at once. Keep the state in which the walk ends.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    for state, tokens in index.items():
        tokens.update({token: transitions[state][vocab[token][0]] for token in tokens if token != eos})
    return index, mask


def only_states_that_are_reached(transitions, accepting, vocab, eos):
    """The index has only the states that tokens reach from state 0.

    For writing that is enough, and Outlines does so. The rules want all S states, so that all solutions return the
    same.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    reached, more = set(), {0}
    while more:
        reached |= more
        more = {then for state in more for then in index[state].values()} - reached
    return {state: tokens for state, tokens in index.items() if state in reached}, mask


def only_states_that_are_reached__masks_too(transitions, accepting, vocab, eos):
    """The masks of the other states are False as well."""
    index, mask = only_states_that_are_reached(transitions, accepting, vocab, eos)
    mask[[state for state in range(len(mask)) if state not in index]] = False
    return index, mask


def only_states_that_are_reached__others_without_tokens(transitions, accepting, vocab, eos):
    """The other states are in the index with an empty dict."""
    index, mask = only_states_that_are_reached__masks_too(transitions, accepting, vocab, eos)
    return {state: index.get(state, {}) for state in range(len(mask))}, mask


def dead_ends_left_out(transitions, accepting, vocab, eos):
    """States in which no token may come are not in the index.

    A look-up of such a state fails with KeyError. The rules give it an empty dict.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return {state: tokens for state, tokens in index.items() if tokens}, mask


def first_of_equal_texts(transitions, accepting, vocab, eos):
    """Of several tokens with the same text only the first may come.

    `vocab.index(text)` finds the first one. The task wants ids: go through them with `enumerate`.
    """
    index, _ = _regex_mask(transitions, accepting, vocab, eos)
    index = {
        state: {token: then for token, then in tokens.items() if token == eos or vocab.index(vocab[token]) == token}
        for state, tokens in index.items()
    }
    return _as_asked(index, len(vocab))


def texts_as_keys(transitions, accepting, vocab, eos):
    """The index has the texts of tokens instead of their ids.

    A model returns ids, and two tokens can have the same text. Use the place in `vocab` as the key.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return {state: {vocab[token]: then for token, then in tokens.items()} for state, tokens in index.items()}, mask


def banned_tokens_marked(transitions, accepting, vocab, eos):
    """The masks are True for the tokens that may not come.

    A loop that sets all other logits to minus infinity would ban exactly the right ones. True means: may come.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return index, ~mask


def one_mask_only(transitions, accepting, vocab, eos):
    """There is a mask for state 0 only.

    Every state has its own, since the point is to compute all of them before the first step. Return S rows.
    """
    index, mask = _regex_mask(transitions, accepting, vocab, eos)
    return index, mask[0]


def no_error_without_a_way(transitions, accepting, vocab, eos):
    """An automaton whose texts can never be finished is accepted.

    Sooner or later the model would have no token to choose. Say so before the first step: the rules want ValueError.
    """
    return _built(transitions, accepting, vocab, eos, is_refused=False)


def no_error_without_a_way__no_tokens_at_all(transitions, accepting, vocab, eos):
    """An index without any tokens is returned."""
    try:
        return _regex_mask(transitions, accepting, vocab, eos)
    except ValueError:
        return _as_asked({state: {} for state in range(len(transitions))}, len(vocab))


def results_exchanged(transitions, accepting, vocab, eos):
    """The masks are returned first and the index second.

    Both are right. Callers take them apart in the order that the task states.
    """
    return _regex_mask(transitions, accepting, vocab, eos)[::-1]


def changes_its_input(transitions, accepting, vocab, eos):
    """The dicts that were given are changed.

    The caller needs the automaton again, for another vocabulary. Note ways and dead ends in dicts of your own.
    """
    result = _regex_mask(transitions, accepting, vocab, eos)
    for state in accepting:
        transitions[state][vocab[eos]] = state
    return result
