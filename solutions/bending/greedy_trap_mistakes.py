"""Typical wrong versions of looking for the best sequence."""

from itertools import permutations, product

import numpy as np

from .greedy_trap import best_sequence as _best_sequence


def _factors(model, tokens):
    """List the probability of each token given those before it."""
    return [float(model(tokens[:place])[token]) for place, token in enumerate(tokens)]


def _search(candidates, score):
    """Return the first of the best candidates and its score."""
    best, best_score = (), -np.inf
    for tokens in candidates:
        found = score(tokens)
        if found > best_score:
            best, best_score = tokens, found
    return list(best), best_score


def _all(model, length):
    return product(range(len(model(()))), repeat=length)


def greedy(model, length):
    """The likeliest token is taken at every step.

    That is the trap: a first token of .6 may lead to nothing better than .5, and one of .4 to .9. All sequences have to
    be compared, not only those that begin with the best token.
    """
    tokens, probability = [], 1.0
    for _ in range(length):
        p = model(tuple(tokens))
        tokens.append(int(np.argmax(p)))
        probability *= float(p[tokens[-1]])
    return tokens, probability


def greedy_after_the_first(model, length):
    """Every first token is tried, but after it the likeliest token is taken at every step.

    That finds the best of V texts, and all of two tokens. With three, the second token can be a trap as well as the
    first. Compare all sequences.
    """
    found = []
    for first, p in enumerate(model(()).tolist()):
        tokens, probability = [first], p
        for _ in range(length - 1):
            following = model(tuple(tokens))
            tokens.append(int(np.argmax(following)))
            probability *= float(following[tokens[-1]])
        found.append((tokens, probability))
    return max(found, key=lambda pair: pair[1])


def _beam(model, length, width):
    """Carry the likeliest beginnings along, as many as `width`."""
    beam = [((), 1.0)]
    for _ in range(length):
        longer = [((*tokens, token), p * q) for tokens, p in beam for token, q in enumerate(model(tokens).tolist())]
        beam = sorted(longer, key=lambda pair: -pair[1])[:width]  # stable, so the first of equals stays ahead
    tokens, probability = beam[0]
    return list(tokens), probability


def beam_of_two(model, length):
    """Only the two likeliest beginnings are kept at every step.

    That is beam search with a beam of two. It sees more than greedy and can still miss the best text, if that begins
    less likely than two others. Keep every beginning to the end.
    """
    return _beam(model, length, 2)


def beam_of_three(model, length):
    """Only the three likeliest beginnings are kept at every step.

    That is beam search with a beam of three. It sees more than greedy and can still miss the best text, if that begins
    less likely than three others. Keep every beginning to the end.
    """
    return _beam(model, length, 3)


def beam_as_wide_as_the_vocabulary(model, length):
    """Only the V likeliest beginnings are kept at every step.

    That is beam search with a beam of V. It always finds the best text of two tokens, but not of three. Keep every
    beginning to the end.
    """
    return _beam(model, length, len(model(())))


def sum_of_probabilities(model, length):
    """The probabilities of the tokens are added up.

    Sums of probabilities along a text mean nothing, and they can exceed 1. How likely is it that one thing happens
    and then another?
    """
    return _search(_all(model, length), lambda tokens: sum(_factors(model, tokens)))


def mean_of_probabilities(model, length):
    """The mean of the tokens' probabilities is compared and returned.

    A text with one impossible token can still have a good mean. How likely is it that one thing happens and then
    another?
    """
    return _search(_all(model, length), lambda tokens: sum(_factors(model, tokens)) / length)


def last_step_only(model, length):
    """Only the probability of the last token counts.

    Perhaps the product starts again at every step. A very likely ending is of no use after an unlikely beginning; all
    factors belong to it.
    """
    return _search(_all(model, length), lambda tokens: _factors(model, tokens)[-1])


def first_step_left_out(model, length):
    """The probability of the first token is left out of the product.

    The model has an opinion on the first token as well: it is what `model(())` returns. See where your loop over the
    places begins.
    """
    return _search(_all(model, length), lambda tokens: float(np.prod(_factors(model, tokens)[1:])))


def prefix_ignored(model, length):
    """Every token is judged by the probabilities of the first step.

    Then the favorite comes again and again. Each step depends on the tokens before it: give the model all tokens
    chosen so far.
    """
    p = model(())
    return _search(product(range(len(p)), repeat=length), lambda tokens: float(np.prod(p[list(tokens)])))


def only_the_newest_token_given(model, length):
    """The model gets only the newest token instead of all tokens so far.

    For two tokens that is the same. From the third on the model has to see the whole beginning, in order. Which slice
    of the tokens is that?
    """

    def score(tokens):
        steps = [model(tokens[max(place - 1, 0) : place])[token] for place, token in enumerate(tokens)]
        return float(np.prod(steps))

    return _search(_all(model, length), score)


def log_probability_returned(model, length):
    """The log-probability of the sequence is returned instead of its probability.

    Adding logarithms is a good way to compare, since it avoids tiny products. The task wants the probability; which
    function undoes the logarithm?
    """
    tokens, probability = _best_sequence(model, length)
    return tokens, float(np.log(probability))


def last_of_equals(model, length):
    """Among equally likely sequences the last one is returned.

    A comparison with `>=` replaces the first by an equal one, and so does going through the sequences from the end.
    The rules want the first in sorted order.
    """
    best, best_probability = (), 0.0
    for tokens in _all(model, length):
        probability = float(np.prod(_factors(model, tokens)))
        if probability >= best_probability:
            best, best_probability = tokens, probability
    return list(best), best_probability


def no_token_twice(model, length):
    """Sequences in which a token comes twice are left out.

    Texts do repeat their words. `itertools.permutations` never takes an item twice; another function of that module
    does.
    """
    candidates = permutations(range(len(model(()))), length)
    return _search(candidates, lambda tokens: float(np.prod(_factors(model, tokens))))


def no_token_twice__fails_where_there_is_none(model, length):
    """Where the vocabulary is too small for that, a ValueError is raised."""
    found = no_token_twice(model, length)
    if not found[0]:
        raise ValueError("max() arg is an empty sequence")
    return found


def no_token_twice__type_error_where_there_is_none(model, length):
    """Where the vocabulary is too small for that, None is made a list."""
    found = no_token_twice(model, length)
    if not found[0]:
        raise TypeError("'NoneType' object is not iterable")
    return found


def no_token_twice__with_0_where_there_is_none(model, length):
    """Where the vocabulary is too small for that, the probability is 0."""
    sequence, probability = no_token_twice(model, length)
    return sequence, max(0.0, probability)


def no_token_twice__with_minus_1_where_there_is_none(model, length):
    """Where the vocabulary is too small for that, the probability is -1."""
    sequence, probability = no_token_twice(model, length)
    return sequence, max(-1.0, probability)


def one_token_short(model, length):
    """The sequences have one token less than `length`.

    Count the tokens of a result. Perhaps a range stops one step too early.
    """
    return _best_sequence(model, length - 1)


def least_likely(model, length):
    """The least likely sequence is returned.

    The probabilities are right, and the comparison is reversed.
    """
    tokens, negative = _search(_all(model, length), lambda each: -float(np.prod(_factors(model, each))))
    return tokens, -negative


def pair_exchanged(model, length):
    """The probability comes first and the sequence second.

    Both are right. The caller expects the sequence first.
    """
    tokens, probability = _best_sequence(model, length)
    return probability, tokens


def probability_missing(model, length):
    """Only the sequence is returned.

    It is the right one. The task wants its probability as well: return both, with a comma between them.
    """
    return _best_sequence(model, length)[0]
