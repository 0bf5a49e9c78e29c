"""Typical wrong versions of beam search."""

import numpy as np

from .beam_search import beam_search as _beam_search


def _first(each):
    """Sort by falling number, and by the ids among equals."""
    return -each[0], each[1]


def _each(candidates, width):
    return sorted(candidates, key=_first)[:width]


def _checked(width, length):
    if width < 1 or length < 1:
        raise ValueError("at least 1")


def _search(model, width, length, eos, alpha, **changed):
    """Search with some of its parts exchanged."""
    _checked(width, length)
    usual = {"keep": _each, "added": np.log, "n": len, "key": _first, "goes_on": False}
    keep, added, n, key, goes_on = (usual | changed).values()
    live, ended = [(0.0, ())], []
    for _ in range(length):
        longer = [
            (total + float(more), (*tokens, token))
            for total, tokens in live
            for token, more in enumerate(added(model(tokens)))
        ]
        kept = keep(longer, width)
        ended += [each for each in kept if each[1][-1] == eos and not goes_on]
        live = [each for each in kept if each[1][-1] != eos or goes_on]
    score, best = min(((total / n(tokens) ** alpha, tokens) for total, tokens in ended + live), key=key)
    return list(best), score


def greedy(model, width, length, eos, alpha):
    """One beam is kept, whatever the width.

    That is greedy decoding. Keep the `width` best candidates of each round.
    """
    _checked(width, length)
    return _beam_search(model, 1, length, eos, alpha)


def all_beginnings_kept(model, width, length, eos, alpha):
    """No beginning is dropped, so all texts are compared.

    That finds the best text and takes V to the power `length` steps. The point of a beam is to drop all but `width`
    candidates in each round.
    """
    return _search(model, width, length, eos, alpha, keep=lambda longer, width: longer)


def best_of_each_beam(model, width, length, eos, alpha):
    """Each beam keeps its own best continuation.

    The beams are then `width` greedy texts with different first tokens, and a good beam cannot have two successors.
    Compare the candidates of all beams with each other.
    """
    beams = []

    def keep(longer, width):
        beams.append(None)
        if len(beams) == 1:
            return _each(longer, width)
        parents = sorted({tokens[:-1] for _, tokens in longer})
        return [_each([each for each in longer if each[1][:-1] == parent], 1)[0] for parent in parents]

    return _search(model, width, length, eos, alpha, keep=keep)


def width_for_each_beam(model, width, length, eos, alpha):
    """Each beam keeps `width` continuations, so the number of beams multiplies.

    After three rounds there are `width` to the power 3. Cut the list after all candidates of a round are in it.
    """

    def keep(longer, width):
        parents = sorted({tokens[:-1] for _, tokens in longer})
        return [one for p in parents for one in _each([each for each in longer if each[1][:-1] == p], width)]

    return _search(model, width, length, eos, alpha, keep=keep)


def no_length_penalty(model, width, length, eos, alpha):
    """The sums are compared and returned without the penalty.

    That is alpha = 0, where short texts win. Divide each sum by n to the power alpha at the end.
    """
    return _search(model, width, length, eos, 0.0)


def mean_per_token(model, width, length, eos, alpha):
    """The sum is divided by the number of tokens, whatever alpha is.

    That is alpha = 1. The exponent says how much the length counts.
    """
    return _search(model, width, length, eos, 1.0)


def multiplied_by_the_length(model, width, length, eos, alpha):
    """The sum is multiplied by n to the power alpha.

    The sums are negative, so that makes long texts worse still. A score nearer to 0 is a better one; which operation brings
    it there?
    """
    return _search(model, width, length, eos, -alpha)


def length_penalty_of_gnmt(model, width, length, eos, alpha):
    """The sum is divided by ((5 + n) / 6) to the power alpha.

    That is the length penalty of Google's translator (Wu et al. 2016), which is milder for short texts. This course takes the
    plain one: divide by n to the power alpha.
    """
    return _search(model, width, length, eos, alpha, n=lambda tokens: (5 + len(tokens)) / 6)


def alpha_times_the_length(model, width, length, eos, alpha):
    """The sum is divided by alpha · n instead of n to the power alpha.

    With alpha = 0 that is no number at all. The task wants a power.
    """
    if alpha == 0:
        raise ZeroDivisionError("float division by zero")
    return _search(model, width, length, eos, 1.0, n=lambda tokens: alpha * len(tokens))


def alpha_times_the_length__where_it_is_not_0(model, width, length, eos, alpha):
    """Without a penalty where alpha is 0."""
    if alpha == 0:
        return _search(model, width, length, eos, 0.0)
    return _search(model, width, length, eos, 1.0, n=lambda tokens: alpha * len(tokens))


def eos_not_counted(model, width, length, eos, alpha):
    """EOS is left out of n, the number of tokens.

    It was predicted and paid like any other token, and its probability is in the sum. The rules count it.
    """
    return _search(model, width, length, eos, alpha, n=lambda tokens: max(1, len(tokens) - (tokens[-1] == eos)))


def eos_cut_off(model, width, length, eos, alpha):
    """EOS is missing from the list of tokens.

    A program that shows text leaves it out. Here it tells the caller that the text has ended, and was not cut.
    """
    tokens, score = _beam_search(model, width, length, eos, alpha)
    return [each for each in tokens if each != eos], score


def goes_on_after_eos(model, width, length, eos, alpha):
    """A text is extended after EOS.

    Predictions after the end of a text mean nothing. Set such texts aside before the next round.
    """
    return _search(model, width, length, eos, alpha, goes_on=True)


def stops_at_the_first_end(model, width, length, eos, alpha):
    """The search is over as soon as one text has ended.

    Another beam may end later with a better score, above all with a length penalty. Go on until no beam or no round is
    left.
    """
    for rounds in range(1, length + 1):
        tokens, score = _search(model, width, rounds, eos, alpha)
        kept = []

        def keep(longer, width, kept=kept):
            kept[:] = _each(longer, width)
            return kept[:]

        _search(model, width, rounds, eos, alpha, keep=keep)
        ended = [(total / len(each) ** alpha, each) for total, each in kept if each[-1] == eos]
        if ended:
            score, best = min(ended, key=_first)
            return list(best), score
    _checked(width, length)
    return tokens, score


def stops_when_the_best_ends(model, width, length, eos, alpha):
    """The search is over as soon as the best candidate of a round has ended.

    A worse one may end later with a better score, above all with a length penalty. Go on until no beam or no round is left.
    """
    _checked(width, length)
    live, ended, is_over = [(0.0, ())], [], False
    while live and length and not is_over:
        kept = _each([(t + float(np.log(p)), (*x, k)) for t, x in live for k, p in enumerate(model(x))], width)
        ended += [each for each in kept if each[1][-1] == eos]
        live = [each for each in kept if each[1][-1] != eos]
        is_over = kept[0][1][-1] == eos
        length -= 1
    score, best = min(((t / len(x) ** alpha, x) for t, x in ended + live), key=_first)
    return list(best), score


def stops_after_width_ends(model, width, length, eos, alpha):
    """The search is over as soon as `width` texts have ended.

    A beam that is left may still end with a better score, above all with a length penalty. Go on until no beam or no round
    is left.
    """
    _checked(width, length)
    live, ended = [(0.0, ())], []
    while live and len(ended) < width and length:
        kept = _each([(t + float(np.log(p)), (*x, k)) for t, x in live for k, p in enumerate(model(x))], width)
        ended += [each for each in kept if each[1][-1] == eos]
        live = [each for each in kept if each[1][-1] != eos]
        length -= 1
    score, best = min(((t / len(x) ** alpha, x) for t, x in ended + live), key=_first)
    return list(best), score


def ended_texts_lost(model, width, length, eos, alpha):
    """Only the beams of the last round are compared, and texts that ended before are lost.

    They were set aside to be compared at the end. Where do you keep them?
    """
    _checked(width, length)
    live, last = [(0.0, ())], []
    for _ in range(length):
        longer = [(t + float(np.log(p)), (*x, k)) for t, x in live for k, p in enumerate(model(x))]
        last = _each(longer, width) or last
        live = [each for each in last if each[1][-1] != eos] if longer else []
    score, best = min(((total / len(tokens) ** alpha, tokens) for total, tokens in last), key=_first)
    return list(best), score


def ended_texts_only(model, width, length, eos, alpha):
    """Beams that have not ended after the last round are left out, unless nothing has ended.

    They are texts as well, cut off at `length`. The last step compares both kinds.
    """
    _checked(width, length)
    live, ended = [(0.0, ())], []
    for _ in range(length):
        kept = _each([(t + float(np.log(p)), (*x, k)) for t, x in live for k, p in enumerate(model(x))], width)
        ended += [each for each in kept if each[1][-1] == eos]
        live = [each for each in kept if each[1][-1] != eos]
    score, best = min(((t / len(x) ** alpha, x) for t, x in ended or live), key=_first)
    return list(best), score


def ended_texts_take_a_place(model, width, length, eos, alpha):
    """Texts that have ended take some of the `width` places in later rounds.

    Many programs do that. Here they are set aside, and every round has `width` places for its new candidates.
    """
    _checked(width, length)
    pool = [(0.0, ())]
    for _ in range(length):
        longer = [each for each in pool if each[1][-1:] == (eos,)]
        for total, tokens in pool:
            if tokens[-1:] != (eos,):
                longer += [(total + float(np.log(p)), (*tokens, k)) for k, p in enumerate(model(tokens))]
        pool = _each(longer, width)
    score, best = min(((t / len(x) ** alpha, x) for t, x in pool), key=_first)
    return list(best), score


def probabilities_added(model, width, length, eos, alpha):
    """The probabilities are added up, not their logarithms.

    A sum of probabilities means nothing. The logarithm turns the product into a sum.
    """
    return _search(model, width, length, eos, alpha, added=lambda p: p)


def base_two(model, width, length, eos, alpha):
    """The logarithms are those to base 2.

    The same text wins, but the score is in bits. The task wants the natural logarithm.
    """
    tokens, score = _beam_search(model, width, length, eos, alpha)
    return tokens, score / float(np.log(2))


def probability_returned(model, width, length, eos, alpha):
    """The score is returned as e to its power.

    With alpha = 0 that is the probability of the text. The task wants the score itself, a negative number.
    """
    tokens, score = _beam_search(model, width, length, eos, alpha)
    return tokens, float(np.exp(score))


def sum_returned(model, width, length, eos, alpha):
    """The sum of the log-probabilities is returned, without the division.

    The task wants the score that decided.
    """
    tokens, score = _beam_search(model, width, length, eos, alpha)
    return tokens, score * len(tokens) ** alpha


def newest_token_decides(model, width, length, eos, alpha):
    """The candidates of a round are compared by the newest token's log-probability alone.

    A very likely token after an unlikely beginning then looks best. Sort by the whole sum.
    """
    logs = {(): 0.0}

    def keep(longer, width):
        total = {tokens: total for total, tokens in longer}
        newest = [(number - logs[tokens[:-1]], tokens) for tokens, number in total.items()]
        logs.update(total)
        return [(total[tokens], tokens) for _, tokens in _each(newest, width)]

    return _search(model, width, length, eos, alpha, keep=keep)


def only_the_newest_token_given(model, width, length, eos, alpha):
    """The model gets the newest token of a beam, not the whole beginning.

    It has no memory of its own between calls. Give it all tokens of the beam.
    """
    return _search(lambda tokens: model(tokens[-1:]), width, length, eos, alpha)


def last_of_equals(model, width, length, eos, alpha):
    """Among equal texts the one that comes last in sorted order is kept.

    `sorted(..., reverse=True)` on pairs turns the ids round, too. Sort by the negative sum, and then by the ids.
    """

    def key(each):
        return -each[0], [-token for token in each[1]]

    return _search(model, width, length, eos, alpha, keep=lambda c, width: sorted(c, key=key)[:width], key=key)


def first_found_of_equals(model, width, length, eos, alpha):
    """Among equal scores at the end the text that was found first wins.

    Texts that have ended come before the others in the list, so [1] would win against [0, 0]. Compare the tokens where the
    scores are equal.
    """
    return _search(model, width, length, eos, alpha, key=lambda each: -each[0])


def shorter_of_equals(model, width, length, eos, alpha):
    """Among equal scores at the end the shorter text wins.

    In sorted order [0, 0] comes before [1]. The number of tokens is no part of the rule for ties.
    """
    return _search(model, width, length, eos, alpha, key=lambda each: (-each[0], len(each[1]), each[1]))


def best_ends_only(model, width, length, eos, alpha):
    """Of the texts that have ended only the `width` ones with the largest sums are compared.

    A longer text has a smaller sum and may have the best score. Every text that has ended takes part.
    """
    _checked(width, length)
    live, ended = [(0.0, ())], []
    for _ in range(length):
        kept = _each([(t + float(np.log(p)), (*x, k)) for t, x in live for k, p in enumerate(model(x))], width)
        ended += [each for each in kept if each[1][-1] == eos]
        live = [each for each in kept if each[1][-1] != eos]
    score, best = min(((t / len(x) ** alpha, x) for t, x in _each(ended, width) + live), key=_first)
    return list(best), score


def worst_kept(model, width, length, eos, alpha):
    """The least likely candidates are kept.

    Log-probabilities are negative: the best ones are the largest, nearest to 0. Look at the order of your sort.
    """
    return _search(model, width, length, eos, alpha, keep=lambda longer, width: sorted(longer)[:width])


def one_round_short(model, width, length, eos, alpha):
    """The search takes one round less than `length`.

    Count the tokens of a text that does not end. The empty text is no round.
    """
    _checked(width, length)
    if length == 1:
        return [], 0.0
    return _beam_search(model, width, length - 1, eos, alpha)


def pair_exchanged(model, width, length, eos, alpha):
    """The score comes first and the tokens second.

    Both are right. The task wants the tokens first.
    """
    tokens, score = _beam_search(model, width, length, eos, alpha)
    return score, tokens


def nothing_refused(model, width, length, eos, alpha):
    """A width or length of less than 1 is accepted.

    A search without beams or rounds has no result. The rules want ValueError.
    """
    return ([], 0.0) if width < 1 or length < 1 else _beam_search(model, width, length, eos, alpha)


def nothing_refused__index_error(model, width, length, eos, alpha):
    """The same with an IndexError."""
    if width < 1 or length < 1:
        raise IndexError("list index out of range")
    return _beam_search(model, width, length, eos, alpha)
