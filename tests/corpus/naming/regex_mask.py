"""Wrong versions of the index of an automaton, as learners write them."""

import numpy as np


def _go(transitions, state, text):
    for char in text:
        if char not in transitions[state]:
            return -1
        state = transitions[state][char]
    return state


def _table(transitions, vocab, eos, go=_go):
    return [
        {t: n for t, text in enumerate(vocab) if text and t != eos and (n := go(transitions, s, text)) >= 0}
        for s in range(len(transitions))
    ]


def _live(table, goals):
    live = set(goals)
    while True:
        more = live | {s for s, row in enumerate(table) if any(n in live for n in row.values())}
        if more == live:
            return live
        live = more


def _checked(table, accepting):
    live = _live(table, accepting)
    if 0 not in live:
        raise ValueError("cannot be finished")
    return live


def _done(index, vocab):
    return index, np.array([[t in row for t in range(len(vocab))] for row in index.values()])


def looks_at_one_char(transitions, accepting, vocab, eos):
    """Steps once for each token.

    makes: first_character_only
    """
    table = _table(transitions, vocab, eos, lambda t, s, text: t[s].get(text[0], -1))
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def token_as_char(transitions, accepting, vocab, eos):
    """Looks the whole token up as a character.

    makes: single_characters_only
    """
    table = _table(transitions, vocab, eos, lambda t, s, text: t[s].get(text, -1))
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def never_trimmed(transitions, accepting, vocab, eos):
    """Checks that there is an end, and keeps all ways.

    makes: dead_ends_allowed
    """
    table = _table(transitions, vocab, eos)
    _checked(table, accepting)
    index = dict(enumerate(table))
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def trimmed_before(transitions, accepting, vocab, eos):
    """Finds dead states in the automaton only.

    makes: dead_ends_of_characters_only
    """
    table = _table(transitions, vocab, eos)
    _checked(table, accepting)
    live = _live(transitions, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def accepts_at_once(transitions, accepting, vocab, eos):
    """Wants each token to finish the text.

    makes: must_end_in_an_accepting_state
    """
    table = _table(transitions, vocab, eos)
    _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in accepting} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def always_end(transitions, accepting, vocab, eos):
    """Lets eos through in every state.

    makes: eos_everywhere
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {}
    for s, row in enumerate(table):
        index[s] = {t: n for t, n in row.items() if n in live}
        index[s][eos] = s
    return _done(index, vocab)


def forgets_eos(transitions, accepting, vocab, eos):
    """Leaves eos out and never puts it in.

    makes: eos_nowhere
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    return _done({s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}, vocab)


def empties(transitions, accepting, vocab, eos):
    """Walks empty tokens, too.

    makes: empty_tokens_allowed
    """
    table = [
        {t: n for t, text in enumerate(vocab) if t != eos and (n := _go(transitions, s, text)) >= 0}
        for s in range(len(transitions))
    ]
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def stands_still(transitions, accepting, vocab, eos):
    """Notes the wrong state.

    makes: state_before_the_token
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: s for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def no_error(transitions, accepting, vocab, eos):
    """Returns an index in any case.

    makes: no_error_without_a_way
    """
    table = _table(transitions, vocab, eos)
    live = _live(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def by_text(transitions, accepting, vocab, eos):
    """Uses the texts of tokens as keys.

    makes: texts_as_keys
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    mask = _done(index, vocab)[1]
    return {s: {vocab[t]: n for t, n in row.items()} for s, row in index.items()}, mask


def eos_to_the_start(transitions, accepting, vocab, eos):
    """Lets eos lead back to state 0.

    makes: eos_leads_to_the_beginning
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = 0
    return _done(index, vocab)


def backwards_text(transitions, accepting, vocab, eos):
    """Reads the tokens from their end.

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos, lambda t, s, text: _go(t, s, text[::-1]))
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def skips_what_does_not_fit(transitions, accepting, vocab, eos):
    """Passes over characters that may not come.

    makes: nothing listed
    """

    def go(t, s, text):
        for char in text:
            s = t[s].get(char, s)
        return s

    table = _table(transitions, vocab, eos, go)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def one_token_is_too_few(transitions, accepting, vocab, eos):
    """Takes states with a single token for dead ends.

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    live = {s for s in live if s in accepting or len(table[s]) > 1}
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def transposed(transitions, accepting, vocab, eos):
    """Makes masks of shape (V, S).

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return index, _done(index, vocab)[1].T


def last_accepting_only(transitions, accepting, vocab, eos):
    """Lets eos through in the last accepting state only.

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    index[accepting[-1]][eos] = accepting[-1]
    return _done(index, vocab)


def first_state_accepts(transitions, accepting, vocab, eos):
    """Adds state 0 to the accepting states.

    makes: no_error_without_a_way
    """
    accepting = sorted({0, *accepting})
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def mask_of_next_states(transitions, accepting, vocab, eos):
    """Makes the mask over states instead of tokens.

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return index, np.array([[n in row.values() for n in range(len(index))] for row in index.values()])


def no_walk_on(transitions, accepting, vocab, eos):
    """Leaves out tokens that stay in the same state.

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live and n != s} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def only_marked(transitions, accepting, vocab, eos):
    """Marks eos in the masks and forgets the index.

    makes: eos_not_in_the_index
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index, mask = _done({s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}, vocab)
    mask[accepting, eos] = True
    return index, mask


def circles_survive(transitions, accepting, vocab, eos):
    """Removes states without tokens, again and again, but not those that go round.

    makes: only_states_without_tokens_are_dead
    """
    table = _table(transitions, vocab, eos)
    _checked(table, accepting)
    live = set(range(len(table)))
    for _ in table:
        live = {s for s in live if s in accepting or any(n in live for n in table[s].values())}
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def end_is_the_end(transitions, accepting, vocab, eos):
    """Allows only eos in accepting states.

    makes: accepting_states_end_the_text
    """
    table = _table(transitions, vocab, eos)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s] = {eos: s}
    return _done(index, vocab)


def eos_is_a_token_as_well(transitions, accepting, vocab, eos):
    """Walks the text of eos, too.

    makes: eos_read_as_text
    """
    table = _table(transitions, vocab, -1)
    live = _checked(table, accepting)
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def refuses_dead_ends(transitions, accepting, vocab, eos):
    """Refuses an automaton with a dead end.

    makes: any_dead_end_refused
    """
    table = _table(transitions, vocab, eos)
    if len(_checked(table, accepting)) < len(table):
        raise ValueError("a dead end")
    index = {s: dict(row) for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def four_rounds(transitions, accepting, vocab, eos):
    """Goes back four times only.

    makes: nothing listed
    """
    table = _table(transitions, vocab, eos)
    live = set(accepting)
    for _ in range(4):
        live |= {s for s, row in enumerate(table) if live & set(row.values())}
    if 0 not in live:
        raise ValueError("cannot be finished")
    index = {s: {t: n for t, n in row.items() if n in live} for s, row in enumerate(table)}
    for s in accepting:
        index[s][eos] = s
    return _done(index, vocab)


def _walk(transitions, state, text):
    for char in text:
        state = transitions[state].get(char)
        if state is None:
            return None
    return state


def _after(transitions, vocab, eos):
    return [
        {
            t: then
            for t, text in enumerate(vocab)
            if t != eos and text and (then := _walk(transitions, s, text)) is not None
        }
        for s in range(len(transitions))
    ]


def _alive(after, accepting):
    alive, size = set(accepting), -1
    while len(alive) != size:
        size = len(alive)
        alive |= {s for s, row in enumerate(after) if alive & set(row.values())}
    return alive


def _mask(index, states, size):
    mask = np.zeros((states, size), dtype=bool)
    for s, row in index.items():
        mask[s, list(row)] = True
    return index, mask


def from_the_start_only(transitions, accepting, vocab, eos):
    """Fills in only the states that the text can reach; the others get an empty dict.

    makes: only_states_that_are_reached
    """
    after = _after(transitions, vocab, eos)
    alive = _alive(after, accepting)
    if 0 not in alive:
        raise ValueError("dead")
    index, todo = {s: {} for s in range(len(transitions))}, [0]
    while todo:
        s = todo.pop()
        if index[s]:
            continue
        index[s] = {t: then for t, then in after[s].items() if then in alive}
        todo += set(index[s].values()) - {s}
        if s in accepting:
            index[s][eos] = s
    return _mask(index, len(transitions), len(vocab))


def nothing_after_the_end(transitions, accepting, vocab, eos):
    """Allows only eos in an accepting state.

    makes: accepting_states_end_the_text
    """
    after = _after(transitions, vocab, eos)
    alive = _alive(after, accepting)
    if 0 not in alive:
        raise ValueError("dead")
    index = {}
    for s, row in enumerate(after):
        index[s] = {eos: s} if s in accepting else {t: then for t, then in row.items() if then in alive}
    return _mask(index, len(transitions), len(vocab))


def twins_dropped(transitions, accepting, vocab, eos):
    """Leaves out a token whose text another one has already.

    makes: first_of_equal_texts
    """
    after = _after(transitions, vocab, eos)
    alive = _alive(after, accepting)
    if 0 not in alive:
        raise ValueError("dead")
    first = {text: t for t, text in reversed(list(enumerate(vocab))) if t != eos}
    index = {}
    for s, row in enumerate(after):
        index[s] = {t: then for t, then in row.items() if then in alive and first[vocab[t]] == t}
        if s in accepting:
            index[s][eos] = s
    return _mask(index, len(transitions), len(vocab))


def any_dead_end_refused(transitions, accepting, vocab, eos):
    """Raises ValueError if any state is a dead end.

    makes: any_dead_end_refused
    """
    after = _after(transitions, vocab, eos)
    alive = _alive(after, accepting)
    if len(alive) < len(after):
        raise ValueError("dead")
    index = {s: dict(row) for s, row in enumerate(after)}
    for s in accepting:
        index[s][eos] = s
    return _mask(index, len(transitions), len(vocab))


def one_more_token(transitions, accepting, vocab, eos):
    """Calls a state a dead end if no single token leads from it to the end.

    makes: one_step_before_the_end
    """
    after = _after(transitions, vocab, eos)
    ends = set(accepting)
    alive = ends | {s for s, row in enumerate(after) if ends & set(row.values())}
    if 0 not in _alive(after, accepting):
        raise ValueError("dead")
    index = {s: {t: then for t, then in row.items() if then in alive} for s, row in enumerate(after)}
    for s in ends:
        index[s][eos] = s
    return _mask(index, len(transitions), len(vocab))


def _with(after, accepting, eos):
    alive = _alive(after, accepting)
    if 0 not in alive:
        raise ValueError("dead")
    index = {s: {t: then for t, then in row.items() if then in alive} for s, row in enumerate(after)}
    for s in accepting:
        index[s][eos] = s
    return index


def longest_of_each_beginning(transitions, accepting, vocab, eos):
    """Keeps of the tokens that begin alike only the longest, as a tokenizer would choose it.

    makes: nothing listed
    """
    index = _with(_after(transitions, vocab, eos), accepting, eos)
    for s, row in index.items():
        index[s] = {
            t: then
            for t, then in row.items()
            if t == eos
            or not any(o not in (t, eos) and vocab[o] != vocab[t] and vocab[o].startswith(vocab[t]) for o in row)
        }
    return _mask(index, len(transitions), len(vocab))


def small_letters(transitions, accepting, vocab, eos):
    """Compares characters without regard to case.

    makes: nothing listed
    """
    lower = [{char.lower(): then for char, then in row.items()} for row in transitions]
    index = _with(_after(lower, [text.lower() for text in vocab], eos), accepting, eos)
    return _mask(index, len(transitions), len(vocab))


def without_spaces(transitions, accepting, vocab, eos):
    """Strips the tokens before it walks them.

    makes: nothing listed
    """
    index = _with(_after(transitions, [text.strip() for text in vocab], eos), accepting, eos)
    return _mask(index, len(transitions), len(vocab))
