"""Small models: trees of probabilities, most of them with a trap for the greedy."""

import numpy as np


def _tree(size, branches):
    """Make a model from a table of prefixes; after any other prefix all tokens are equally likely."""

    def model(prefix):
        return np.array(branches.get(tuple(int(token) for token in prefix), [1 / size] * size))

    return model


def undecided_favourite():
    """Token 1 is the likelier beginning, but nothing certain follows it: greedy .30, best .36."""
    return _tree(2, {(): [0.4, 0.6], (0,): [0.9, 0.1], (1,): [0.5, 0.5]})


def three_words():
    """The same with three tokens: greedy .20, best .36."""
    return _tree(3, {(): [0.4, 0.5, 0.1], (0,): [0.05, 0.9, 0.05], (1,): [0.4, 0.3, 0.3], (2,): [0.2, 0.2, 0.6]})


def late_reward():
    """After 1, 0 token 1 is nearly certain; after 0 alone, or after 0, 0, it is not."""
    branches = {
        (): [0.55, 0.45],
        (0,): [0.6, 0.4],
        (1,): [0.7, 0.3],
        (0, 0): [0.52, 0.48],
        (0, 1): [0.45, 0.55],
        (1, 0): [0.05, 0.95],
        (1, 1): [0.3, 0.7],
    }
    return _tree(2, branches)


def every_token_once():
    """Repeats are rare, and the best sequence names every token once: greedy .1125, best .2688."""
    branches = {
        (): [0.5, 0.42, 0.08],
        (0,): [0.2, 0.35, 0.45],
        (1,): [0.8, 0.1, 0.1],
        (2,): [0.4, 0.4, 0.2],
        (0, 1): [0.3, 0.2, 0.5],
        (0, 2): [0.3, 0.5, 0.2],
        (1, 0): [0.1, 0.1, 0.8],
    }
    return _tree(3, branches)


def of_one_mind():
    """Token 2 has .7 whatever came before."""
    return lambda prefix: np.array([0.1, 0.2, 0.7])


def coin():
    """Both tokens are equally likely, always."""
    return lambda prefix: np.array([0.5, 0.5])


def mirror():
    """0, 1 and 1, 0 are equally likely and better than the rest."""
    return _tree(2, {(): [0.5, 0.5], (0,): [0.25, 0.75], (1,): [0.75, 0.25]})


def nearly_even():
    """1, 1 is better than the rest by less than .0000001."""
    return _tree(2, {(): [0.5, 0.5], (0,): [0.5, 0.5], (1,): [0.4999999, 0.5000001]})


def _random(size, *key):
    """Make a model whose probabilities are random, but always the same for the same prefix."""

    def model(prefix):
        rng = np.random.default_rng([*key, size, *(int(token) for token in prefix)])
        return rng.dirichlet(np.ones(size)) * 0.99 + 0.01 / size

    return model


def unlikely_until_the_end():
    """Two tokens; 0, 0, 0, 0 is the least likely beginning of four, and token 0 is nearly certain after it."""
    size = 2

    def model(prefix):
        tokens = [int(token) for token in prefix]
        if tokens == [0, 0, 0, 0]:
            return np.array([0.98, 0.02])
        p = np.sort(np.random.default_rng([size, *tokens]).dirichlet(np.full(size, 100.0)))  # nearly even
        return np.roll(p, sum(tokens))  # token 0 is the least likely after 0s only

    return model


def random_2():
    """Two tokens."""
    return _random(2)


def random_4():
    """Four tokens."""
    return _random(4)


def beams_miss():
    """Four tokens; with length 3, beams of two, three and four miss the best sequence and end in different ones."""
    return _random(4, 964)
