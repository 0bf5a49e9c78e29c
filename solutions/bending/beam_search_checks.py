"""Small models for beam search: trees of probabilities with a token that ends the text."""

import numpy as np


def _tree(size, branches):
    """Make a model from a table of prefixes; after any other prefix all tokens are equally likely."""

    def model(prefix):
        return np.array(branches.get(prefix, [1 / size] * size))  # a list of ids cannot be looked up

    return model


def short_or_long():
    """Token 2 ends the text: at once with .3, or after 0, 1 with .6 · .8 · .6 = .288."""
    return _tree(3, {(): [0.6, 0.1, 0.3], (0,): [0.1, 0.8, 0.1], (0, 1): [0.3, 0.1, 0.6]})


def undecided_favorite():
    """Token 1 is the likelier beginning, but nothing certain follows it: greedy .30, best .36."""
    return _tree(3, {(): [0.39, 0.6, 0.01], (0,): [0.09, 0.9, 0.01], (1,): [0.5, 0.49, 0.01]})


def late_reward():
    """The best text begins with the third best token, which a beam of two drops."""
    branches = {
        (): [0.4, 0.35, 0.24, 0.01],
        (0,): [0.4, 0.3, 0.2, 0.1],
        (1,): [0.4, 0.3, 0.2, 0.1],
        (2,): [0.01, 0.97, 0.01, 0.01],
        (2, 1): [0.01, 0.01, 0.01, 0.97],
    }
    return _tree(4, branches)


def one_family():
    """After 0 all good texts begin alike: the two best beams come from one and the same."""
    branches = {(): [0.7, 0.2, 0.1], (0,): [0.5, 0.4, 0.1], (0, 0): [0.4, 0.35, 0.25], (0, 1): [0.1, 0.85, 0.05]}
    return _tree(3, branches)


def ends_early():
    """The text may end after one token, and after three it ends better."""
    branches = {
        (): [0.45, 0.3, 0.25],
        (0,): [0.5, 0.2, 0.3],
        (1,): [0.2, 0.7, 0.1],
        (0, 0): [0.05, 0.05, 0.9],
        (1, 1): [0.3, 0.6, 0.1],
    }
    return _tree(3, branches)


def coin():
    """Two tokens, equally likely, and one that ends the text, less likely."""
    return lambda prefix: np.array([0.375, 0.375, 0.25])


def coin_then_sure():
    """The coin twice, and after 0, 1 and after 1, 0 a third token that is nearly certain."""
    throw, sure = [0.375, 0.375, 0.25], [0.9, 0.05, 0.05]
    return _tree(3, {(): throw, (0,): throw, (1,): throw, (0, 1): sure, (1, 0): sure})


def even():
    """Two tokens, equally likely, one of which ends the text."""
    return lambda prefix: np.array([0.5, 0.5])


def three_ends():
    """The text may end after one, two or three tokens: with .3, .276 and .2376."""
    return _tree(3, {(): [0.6, 0.1, 0.3], (0,): [0.44, 0.1, 0.46], (0, 0): [0.09, 0.01, 0.9]})


def equal_cousins():
    """0, 0 and all texts that begin with 1 are equally likely, and 1 is the likelier beginning."""
    branches = {(): [0.25, 0.5, 0.125, 0.125], (0,): [0.5, 0.125, 0.25, 0.125], (1,): [0.25, 0.25, 0.25, 0.25]}
    return _tree(4, branches)


def after_the_end():
    """Where a text that has ended went on, it would be nearly certain."""

    def model(prefix):
        if 2 in [int(token) for token in prefix]:
            return np.array([0.98, 0.01, 0.01])
        return np.array([0.35, 0.25, 0.4])

    return model


def _random(size, key):
    """Make a model whose probabilities are random, but always the same for the same prefix."""

    def model(prefix):
        rng = np.random.default_rng([key, size, *(int(token) for token in prefix)])
        return rng.dirichlet(np.ones(size)) * 0.99 + 0.01 / size

    return model


def random_4_17():
    """4 random tokens."""
    return _random(4, 17)


def random_5_9():
    """5 random tokens."""
    return _random(5, 9)


def random_5_24():
    """5 random tokens."""
    return _random(5, 24)


def random_4_4():
    """4 random tokens."""
    return _random(4, 4)


def random_5_22():
    """5 random tokens."""
    return _random(5, 22)


def random_3_29():
    """3 random tokens."""
    return _random(3, 29)


def random_3_42():
    """3 random tokens."""
    return _random(3, 42)


def random_3_55():
    """3 random tokens."""
    return _random(3, 55)
