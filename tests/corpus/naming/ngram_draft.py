"""Wrong versions of prompt lookup, as learners write them."""

from collections import Counter

import numpy as np


def _one_hot(drafted, vocab_size):
    return np.eye(vocab_size)[np.array(drafted, dtype=int)]


def _check(longest):
    if longest < 1:
        raise ValueError("longest must be at least 1")


def from_the_left(ids, longest, gamma, vocab_size):
    """Searches from the beginning and takes the first hit.

    makes: earliest_place
    """
    _check(longest)
    for n in range(longest, 0, -1):
        for i in range(len(ids) - n):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i + n : i + n + gamma]
                return out, _one_hot(out, vocab_size)
    return [], np.zeros((0, vocab_size))


def growing(ids, longest, gamma, vocab_size):
    """Lets the n-gram grow.

    makes: fewest_tokens_first
    """
    _check(longest)
    n = 1
    while n <= longest:
        for i in reversed(range(len(ids) - n)):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i + n : i + n + gamma]
                return out, _one_hot(out, vocab_size)
        n += 1
    return [], np.zeros((0, vocab_size))


def no_shorter(ids, longest, gamma, vocab_size):
    """Forgets to try fewer tokens.

    makes: only_the_longest
    """
    _check(longest)
    out = []
    for i in range(len(ids) - longest):
        if ids[i : i + longest] == ids[-longest:]:
            out = ids[i + longest : i + longest + gamma]
    return out, _one_hot(out, vocab_size)


def itself(ids, longest, gamma, vocab_size):
    """The last window is the n-gram itself.

    makes: finds_itself
    """
    _check(longest)
    for n in range(min(longest, len(ids)), 0, -1):
        for i in range(len(ids) - n, -1, -1):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i + n : i + n + gamma]
                return out, _one_hot(out, vocab_size)
    return [], np.zeros((0, vocab_size))


def searched_in_the_rest(ids, longest, gamma, vocab_size):
    """Searches only the text before the newest tokens.

    makes: no_overlap
    """
    _check(longest)
    for n in range(longest, 0, -1):
        before = ids[: len(ids) - n]
        for i in range(len(before) - n, -1, -1):
            if before[i : i + n] == ids[len(ids) - n :]:
                out = ids[i + n : i + n + gamma]
                return out, _one_hot(out, vocab_size)
    return [], np.zeros((0, vocab_size))


def from_the_match(ids, longest, gamma, vocab_size):
    """Returns the n-gram and what follows.

    makes: begins_with_the_match
    """
    _check(longest)
    for n in range(longest, 0, -1):
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i : i + gamma]
                return out, _one_hot(out, vocab_size)
    return [], np.zeros((0, vocab_size))


def plus_one(ids, longest, gamma, vocab_size):
    """Counts one place too far.

    makes: begins_one_late
    """
    _check(longest)
    for n in range(longest, 0, -1):
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i + n + 1 : i + n + 1 + gamma]
                return out, _one_hot(out, vocab_size)
    return [], np.zeros((0, vocab_size))


def as_published(ids, longest, gamma, vocab_size):
    """Wants room for all of gamma.

    makes: all_of_gamma_or_nothing
    """
    _check(longest)
    for n in range(longest, 0, -1):
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == ids[-n:] and i + n + gamma <= len(ids):
                out = ids[i + n : i + n + gamma]
                return out, _one_hot(out, vocab_size)
    return [], np.zeros((0, vocab_size))


def flat(ids, longest, gamma, vocab_size):
    """Gives every token the same q.

    makes: all_tokens_alike_in_q
    """
    _check(longest)
    for n in range(longest, 0, -1):
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i + n : i + n + gamma]
                return out, np.ones((len(out), vocab_size)) / vocab_size
    return [], np.zeros((0, vocab_size))


def rows_for_gamma(ids, longest, gamma, vocab_size):
    """Makes Q before it knows how long the draft is.

    makes: padded_with_rows_of_zeros
    """
    _check(longest)
    Q = np.zeros((gamma, vocab_size))
    for n in range(longest, 0, -1):
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == ids[-n:]:
                out = ids[i + n : i + n + gamma]
                for row, token in enumerate(out):
                    Q[row, token] = 1.0
                return out, Q
    return [], Q


def list_of_rows(ids, longest, gamma, vocab_size):
    """Makes an array of a list that can be empty.

    makes: no_columns_without_rows
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, np.array([[float(t == token) for t in range(vocab_size)] for token in out])


def no_check(ids, longest, gamma, vocab_size):
    """Lets the loop run from 0 down.

    makes: looks_for_no_tokens
    """
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size)


def shifted_rows(ids, longest, gamma, vocab_size):
    """Gives every row the 1 of the next token.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out[1:] + out[:1], vocab_size)


def as_sets(ids, longest, gamma, vocab_size):
    """Compares tokens without their order.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if sorted(ids[i : i + n]) == sorted(ids[-n:])]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size)


def only_up_to_the_newest(ids, longest, gamma, vocab_size):
    """Ends the draft before the newest n tokens.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : min(hits[-1] + n + gamma, len(ids) - n)]
            break
    return out, _one_hot(out, vocab_size)


def backwards(ids, longest, gamma, vocab_size):
    """Returns the draft in reverse.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma][::-1]
            break
    return out, _one_hot(out, vocab_size)


def one_too_many(ids, longest, gamma, vocab_size):
    """Drafts gamma + 1 tokens.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma + 1]
            break
    return out, _one_hot(out, vocab_size)


def one_shorter(ids, longest, gamma, vocab_size):
    """Compares at most longest - 1 tokens.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest - 1, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size)


def transposed(ids, longest, gamma, vocab_size):
    """Gives Q a column for each drafted token.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size).T


def without_the_newest(ids, longest, gamma, vocab_size):
    """Searches for the tokens before the newest one.

    makes: nothing listed
    """
    _check(longest)
    out = []
    text = ids[:-1]
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(text) - n) if text[i : i + n] == text[-n:]]
        if hits:
            out = text[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size)


def longer_than_the_text(ids, longest, gamma, vocab_size):
    """Gives up if the text is shorter than `longest`.

    makes: nothing_if_longest_is_too_long
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1) if longest <= len(ids) else ():
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits:
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size)


def fewer_if_the_draft_is_short(ids, longest, gamma, vocab_size):
    """Tries fewer tokens if less than gamma follow.

    makes: nothing listed
    """
    _check(longest)
    out = []
    for n in range(longest, 0, -1):
        hits = [i for i in range(len(ids) - n) if ids[i : i + n] == ids[-n:]]
        if hits and (n == 1 or len(ids) - hits[-1] - n >= gamma):
            out = ids[hits[-1] + n : hits[-1] + n + gamma]
            break
    return out, _one_hot(out, vocab_size)


def _rows(drafted, size):
    q = np.zeros((len(drafted), size))
    q[np.arange(len(drafted)), drafted] = 1
    return q


def _need(longest):
    if longest < 1:
        raise ValueError("longest")


def from_the_front(ids, longest, gamma, vocab_size):
    """Takes the first earlier place.

    makes: earliest_place
    """
    _need(longest)
    for n in range(min(longest, len(ids) - 1), 0, -1):
        for at in range(len(ids) - n):
            if ids[at : at + n] == ids[-n:]:
                drafted = ids[at + n : at + n + gamma]
                return drafted, _rows(drafted, vocab_size)
    return [], np.zeros((0, vocab_size))


def no_common_tokens(ids, longest, gamma, vocab_size):
    """Looks only in the text before the newest tokens, so the place cannot overlap with them.

    makes: no_overlap
    """
    _need(longest)
    for n in range(min(longest, len(ids)), 0, -1):
        tail, before = ids[-n:], ids[:-n]
        for at in reversed(range(len(before) - n + 1)):
            if before[at : at + n] == tail:
                drafted = ids[at + n : at + n + gamma]
                return drafted, _rows(drafted, vocab_size)
    return [], _rows([], vocab_size)


def most_frequent(ids, longest, gamma, vocab_size):
    """Drafts from the place whose next token came most often, not from the latest.

    makes: most_frequent_follower
    """
    _need(longest)
    for n in range(min(longest, len(ids) - 1), 0, -1):
        places = [at for at in range(len(ids) - n) if ids[at : at + n] == ids[-n:]]
        if places:
            best, _ = Counter(ids[at + n] for at in reversed(places)).most_common(1)[0]
            at = max(at for at in places if ids[at + n] == best)
            drafted = ids[at + n : at + n + gamma]
            return drafted, _rows(drafted, vocab_size)
    return [], _rows([], vocab_size)


def search_after_each(ids, longest, gamma, vocab_size):
    """Drafts one token, appends it, and searches again.

    makes: goes_on_beyond_the_text
    """
    _need(longest)
    text, drafted = list(ids), []
    while len(drafted) < gamma:
        new = None
        for n in range(min(longest, len(text) - 1), 0, -1):
            hits = [at for at in range(len(text) - n) if text[at : at + n] == text[-n:]]
            if hits:
                new = text[hits[-1] + n]
                break
        if new is None:
            break
        drafted.append(new)
        text.append(new)
    return drafted, _rows(drafted, vocab_size)


def shares_of_places(ids, longest, gamma, vocab_size):
    """Gives in Q how often each token followed at the places that were found.

    makes: nothing listed
    """
    _need(longest)
    for n in range(min(longest, len(ids) - 1), 0, -1):
        places = [at for at in range(len(ids) - n) if ids[at : at + n] == ids[-n:]]
        if places:
            drafted = ids[places[-1] + n :][:gamma]
            q = np.zeros((len(drafted), vocab_size))
            for g in range(len(drafted)):
                for at in places:
                    if at + n + g < len(ids):
                        q[g, ids[at + n + g]] += 1
            return drafted, q / q.sum(axis=1, keepdims=True) if len(q) else q
    return [], np.zeros((0, vocab_size))


def in_any_order(ids, longest, gamma, vocab_size):
    """Looks for the same tokens in any order.

    makes: nothing listed
    """
    _need(longest)
    for n in range(min(longest, len(ids) - 1), 0, -1):
        for at in range(len(ids) - n - 1, -1, -1):
            if sorted(ids[at : at + n]) == sorted(ids[-n:]):
                drafted = ids[at + n : at + n + gamma]
                return drafted, _rows(drafted, vocab_size)
    return [], _rows([], vocab_size)


def no_token_twice(ids, longest, gamma, vocab_size):
    """Ends a draft before a token that it has already.

    makes: nothing listed
    """
    _need(longest)
    for n in range(min(longest, len(ids) - 1), 0, -1):
        for at in range(len(ids) - n - 1, -1, -1):
            if ids[at : at + n] == ids[-n:]:
                drafted = []
                for each in ids[at + n : at + n + gamma]:
                    if each in drafted:
                        break
                    drafted.append(each)
                return drafted, _rows(drafted, vocab_size)
    return [], _rows([], vocab_size)
