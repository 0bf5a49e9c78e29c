"""Typical wrong versions of prompt lookup."""

from collections import Counter

import numpy as np

from .ngram_draft import ngram_draft as _ngram_draft


def _checked(longest):
    if longest < 1:
        raise ValueError(longest)


def _rows(drafted, vocab_size):
    """Return one-hot rows."""
    Q = np.zeros((len(drafted), vocab_size))
    Q[np.arange(len(drafted)), drafted] = 1.0
    return Q


def _ends(ids, n):
    """Return the places after earlier occurrences of the newest n tokens, the latest first."""
    return [end for end in range(len(ids) - 1, n - 1, -1) if ids[end - n : end] == ids[-n:]]


def _looked_up(ids, longest, gamma, vocab_size, choose=lambda ends, n: ends[0], sizes=None):
    """Draft as asked, but with another choice of the place or another order of the sizes."""
    _checked(longest)
    for n in sizes(longest, len(ids)) if sizes else range(min(longest, len(ids) - 1), 0, -1):
        ends = _ends(ids, n)
        start = choose(ends, n) if ends else None
        if start is not None:
            drafted = ids[start : start + gamma]
            return drafted, _rows(drafted, vocab_size)
    return [], np.zeros((0, vocab_size))


def earliest_place(ids, longest, gamma, vocab_size):
    """Among places with the same tokens the earliest counts.

    Several programs do that, and the distribution of the text stays right. But the rules want the latest place. In
    which direction does your search run?
    """
    return _looked_up(ids, longest, gamma, vocab_size, choose=lambda ends, n: ends[-1])


def fewest_tokens_first(ids, longest, gamma, vocab_size):
    """The search begins with one token in common instead of with `longest`.

    More are never compared then: where one token is not found, two are not found either. A single token has come in
    many places that have nothing to do with this one. Begin with the most.
    """
    return _looked_up(ids, longest, gamma, vocab_size, sizes=lambda longest, size: range(1, min(longest, size - 1) + 1))


def only_the_longest(ids, longest, gamma, vocab_size):
    """Only the newest `longest` tokens are looked for, never fewer.

    Where three tokens do not occur earlier, two of them may. `longest` is the most that is compared.
    """
    return _looked_up(ids, longest, gamma, vocab_size, sizes=lambda longest, size: [longest] if longest < size else [])


def finds_itself(ids, longest, gamma, vocab_size):
    """The search finds the newest tokens themselves.

    They are always there, at the end of the text, and nothing follows them; so the draft is always empty. Where does
    the latest place begin that is not the end?
    """
    _checked(longest)
    return [], np.zeros((0, vocab_size))


def no_overlap(ids, longest, gamma, vocab_size):
    """An earlier place that overlaps with the newest tokens is skipped.

    In a text such as 1, 1, 1, 1 the three newest tokens occur one place earlier, too, and what follows is known. The
    rules allow such an overlap.
    """
    return _looked_up(
        ids, longest, gamma, vocab_size, choose=lambda ends, n: next((e for e in ends if e <= len(ids) - n), None)
    )


def begins_with_the_match(ids, longest, gamma, vocab_size):
    """The draft begins with the tokens that were looked for.

    Those stand at the end of the text already. Guess what comes after them.
    """
    return _looked_up(ids, longest, gamma, vocab_size, choose=lambda ends, n: ends[0] - n)


def begins_one_late(ids, longest, gamma, vocab_size):
    """The draft leaves out the first token after the place that was found.

    A slice that ends before `end` leaves the item at `end` as the next one. The draft begins there.
    """
    return _looked_up(ids, longest, gamma, vocab_size, choose=lambda ends, n: ends[0] + 1)


def begins_one_early(ids, longest, gamma, vocab_size):
    """The draft begins with the last token that was looked for.

    That token stands at the end of the text already; the first guess would repeat it. Begin one place further on.
    """
    return _looked_up(ids, longest, gamma, vocab_size, choose=lambda ends, n: ends[0] - 1)


def one_token_only(ids, longest, gamma, vocab_size):
    """One token is drafted, whatever gamma is.

    One pass of the target can judge several guesses. Take the tokens after the place that was found, up to gamma.
    """
    return _looked_up(ids, longest, min(gamma, 1), vocab_size)


def gamma_ignored(ids, longest, gamma, vocab_size):
    """Everything up to the end of the text is drafted, whatever gamma is.

    Each rejected guess is work of the target for nothing, and later guesses hold seldom. Stop after gamma tokens.
    """
    return _looked_up(ids, longest, len(ids), vocab_size)


def all_of_gamma_or_nothing(ids, longest, gamma, vocab_size):
    """A place counts only if gamma tokens follow it.

    Saxena's first program did that. Near the end of the text it misses the places that are most often right. Where the
    text ends, the rules want a shorter draft.
    """
    return _looked_up(
        ids, longest, gamma, vocab_size, choose=lambda ends, n: next((e for e in ends if e + gamma <= len(ids)), None)
    )


def goes_on_beyond_the_text(ids, longest, gamma, vocab_size):
    """Where the text ends, the draft is looked up again with the drafted tokens at its end.

    That can work well in a loop. Here the rules want a shorter draft, so that it holds only tokens that really
    followed.
    """
    drafted = []
    _checked(longest)
    while len(drafted) < gamma:
        (more, _) = _ngram_draft([*ids, *drafted], longest, gamma - len(drafted), vocab_size)
        if not more:
            break
        drafted += more
    return drafted, _rows(drafted, vocab_size)


def goes_on_beyond_the_text__token_by_token(ids, longest, gamma, vocab_size):
    """Each token is looked up anew."""
    drafted = []
    _checked(longest)
    for _ in range(gamma):
        (more, _) = _ngram_draft([*ids, *drafted], longest, 1, vocab_size)
        if not more:
            break
        drafted += more
    return drafted, _rows(drafted, vocab_size)


def most_frequent_follower(ids, longest, gamma, vocab_size):
    """The token that followed most often is proposed, not the one that followed last.

    That is an n-gram model. Prompt lookup copies one passage, the latest one that fits, token by token.
    """

    def choose(ends, n):
        counts = Counter(ids[end] for end in reversed(ends))
        best = max(counts, key=lambda token: counts[token])
        return next(end for end in ends if ids[end] == best)

    return _looked_up(ids, longest, gamma, vocab_size, choose=choose)


def most_frequent_follower__the_latest_of_equals(ids, longest, gamma, vocab_size):
    """Of those that followed equally often the latest is taken."""

    def choose(ends, n):
        best, _ = Counter(ids[end] for end in ends).most_common(1)[0]
        return next(end for end in ends if ids[end] == best)

    return _looked_up(ids, longest, gamma, vocab_size, choose=choose)


def repeats_the_newest_for_want_of_better(ids, longest, gamma, vocab_size):
    """If nothing is found, the newest token is proposed again.

    It is nearly always rejected, and the target does work for nothing. The rules want an empty draft, which makes a
    plain step.
    """
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    if not drafted and ids and gamma:
        drafted = [ids[-1]]
        Q = _rows(drafted, vocab_size)
    return drafted, Q


def padded_with_rows_of_zeros(ids, longest, gamma, vocab_size):
    """Q always has gamma rows, those beyond the draft are zeros.

    A row of zeros is no distribution, and `verify` matches rows with drafted tokens. One row for each drafted token.
    """
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    return drafted, np.vstack([Q, np.zeros((gamma - len(drafted), vocab_size))])


def padded_with_rows_of_zeros__where_something_is_found(ids, longest, gamma, vocab_size):
    """Without any draft there is no row."""
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    return drafted, np.vstack([Q, np.zeros((gamma - len(drafted) if drafted else 0, vocab_size))])


def no_columns_without_rows(ids, longest, gamma, vocab_size):
    """Without drafted tokens Q has no columns either.

    `np.array([])` has the shape (0,). Programs that ask Q for the size of the vocabulary then fail. Make the array with
    both lengths, and the first may be 0.
    """
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    return drafted, Q if drafted else np.array([])


def all_tokens_alike_in_q(ids, longest, gamma, vocab_size):
    """Q says that every token was equally likely to be drafted.

    The search would have proposed this token in any case. With q = 1 / V a draft is kept V times as often as p
    allows, and the distribution of the text changes.
    """
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    return drafted, np.full_like(Q, 1 / vocab_size)


def log_probabilities_in_q(ids, longest, gamma, vocab_size):
    """Q holds logits, 0 for the drafted token and minus infinity for the others.

    `verify` divides by probabilities. What is the probability of a token that is always proposed?
    """
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    return drafted, np.where(Q == 1, 0.0, -np.inf)


def frequencies_in_q(ids, longest, gamma, vocab_size):
    """Q holds how often each token occurs in the text.

    q is the probability with which this draft proposes a token, and a search proposes one token only. How often would
    it propose another one here?
    """
    drafted = _ngram_draft(ids, longest, gamma, vocab_size)[0]
    counts = np.bincount(ids, minlength=vocab_size) if ids else np.ones(vocab_size)
    return drafted, np.tile(counts / counts.sum(), (len(drafted), 1))


def one_row_for_all(ids, longest, gamma, vocab_size):
    """Q is a single row in which all drafted tokens have their 1.

    Each drafted token has a place of its own in the text, and a distribution of its own. Make g rows.
    """
    drafted, Q = _ngram_draft(ids, longest, gamma, vocab_size)
    return drafted, Q.max(axis=0) if drafted else Q


def looks_for_no_tokens(ids, longest, gamma, vocab_size):
    """A `longest` below 1 is accepted.

    A search for no tokens finds them everywhere, or the loop never runs; either way a wrong setting goes unnoticed.
    The rules want ValueError.
    """
    return _ngram_draft(ids, longest, gamma, vocab_size) if longest >= 1 else ([], np.zeros((0, vocab_size)))


def looks_for_no_tokens__as_one(ids, longest, gamma, vocab_size):
    """At least one token is looked for."""
    return _ngram_draft(ids, max(longest, 1), gamma, vocab_size)


def results_exchanged(ids, longest, gamma, vocab_size):
    """Q is returned first and the drafted ids second.

    Both are right. Callers take them apart in the order that the task states.
    """
    return _ngram_draft(ids, longest, gamma, vocab_size)[::-1]


def only_the_ids(ids, longest, gamma, vocab_size):
    """Only the drafted ids are returned.

    `verify` wants the draft's probabilities as well, or it cannot keep the target's distribution. Return the pair.
    """
    return _ngram_draft(ids, longest, gamma, vocab_size)[0]


def changes_its_input(ids, longest, gamma, vocab_size):
    """Tokens are taken out of the list that was given.

    The caller needs the text again. Take slices, which make new lists, and leave `pop`, `reverse` and `del` to lists of
    your own.
    """
    result = _ngram_draft(ids, longest, gamma, vocab_size)
    if ids:
        ids.pop()
    return result


def nothing_if_longest_is_too_long(ids, longest, gamma, vocab_size):
    """Nothing is drafted if `longest` is larger than the text.

    Fewer tokens can still be found earlier. `longest` says how many to compare at most, so begin with what there is.
    """
    return _ngram_draft(ids, longest, 0 if longest > len(ids) else gamma, vocab_size)
