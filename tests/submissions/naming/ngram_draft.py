"""Wrong versions of prompt lookup, as learners write them."""
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
