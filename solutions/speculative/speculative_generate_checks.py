"""Pairs of toy models, coins that always fall alike, and the laws of speculative decoding."""

import math
from dataclasses import replace
from itertools import product
from typing import ClassVar

import numpy as np

from ..picking.sampler_pipeline import next_distribution
from ..toy_model import ToyModel, random_table

SIZE, STATES, SEED = 6, 53, 30
ALPHA = 1e-7
NO_PAIR = "the result is not a pair of the new ids and a dict of counts"
TEXTS = list(product([0, 1], repeat=3))


def _table(disagreement):
    return random_table(SEED, STATES, SIZE) + disagreement * random_table(SEED + 1000, STATES, SIZE, 1.0)


def target():
    """Make the large model."""
    return ToyModel(_table(0.0))


def draft():
    """Make the small model, which agrees with the large one about its favorite two times out of three."""
    return ToyModel(_table(2.0))


def thrifty_target():
    """Make the large model; it refuses to compute a position of a text twice."""
    return ToyModel(_table(0.0), is_thrifty=True)


def thrifty_draft():
    """Make the small model; it refuses to compute a position of a text twice."""
    return ToyModel(_table(2.0), is_thrifty=True)


FORGETFUL = np.array([[0.0, 0.0, 0.0], [2.5, 0.0, -1.0], [-1.0, 0.5, 2.5], [0.5, 3.0, 0.0]])
"""Logits of three tokens after each of them (the first row stands for the beginning of the text)."""


def forgetful_target():
    """Make a model whose odds depend on the newest token only; it never ends a text."""
    return _forgetful(FORGETFUL)


def forgetful_draft():
    """Make a model with clearly other odds, which depend on the newest token only."""
    return _forgetful(FORGETFUL[:, [1, 0, 2]])


def _forgetful(logits):
    never = np.full((len(logits), 1), -np.inf)
    table = np.hstack([logits, never])
    return ToyModel(np.vstack([table, np.zeros((1, table.shape[1]))]), memory=0)


def fair_target():
    """Make a model of two tokens that are always equally likely; it never ends a text."""
    return _forgetful(np.log(np.full((3, 2), 0.5)))


def lopsided_draft():
    """Make a model of two tokens that nearly always wants token 0."""
    return _forgetful(np.log(np.tile([0.98, 0.02], (3, 1))))


class Coin:
    """Stands for a generator of random numbers: all are the same, so their order does not matter."""

    served_methods: ClassVar = ("random",)
    served_attributes: ClassVar = ()

    def __init__(self, number):
        self._number = number

    def random(self, size=None):
        """Return the number, or an array full of it."""
        return self._number if size is None else np.full(size, self._number)


def coin_low():
    """Make a coin that accepts most drafts."""
    return Coin(0.17)


def coin_middle():
    """Make a coin in the middle."""
    return Coin(0.5)


def coin_high():
    """Make a coin that rejects most drafts."""
    return Coin(0.86)


def same_as_greedy(near, **args):
    """At temperature 0 the text is the target's greedy text: with gamma drafts, or however many if gamma is 0."""
    gammas = [args["gamma"]] if args["gamma"] else [0, 1, 2, 4, 6, 8]
    results = yield [{**args, "gamma": gamma} for gamma in gammas]
    wanted = _greedy(args["target"].make(), args["prompt"], args["max_tokens"])
    for result, gamma in zip(results, gammas, strict=True):
        if not _is_pair(result):
            return NO_PAIR
        ids = [int(token) for token in result[0]]
        if ids != wanted:
            return f"with gamma = {gamma} the text is {ids}, but the target's greedy text is {wanted}"
    return None


def _greedy(model, prompt, count):
    cache, ids = model.new_cache(), list(prompt)
    for _ in range(count):
        ids.append(int(np.argmax(model(ids[cache.length :], cache)[-1])))
    return ids[len(prompt) :]


def like_minds_never_disagree(near, **args):
    """If the draft is the target, all drafts are kept, and every pass of the target gives gamma + 1 tokens."""
    (result,) = yield [args]
    if not _is_pair(result):
        return NO_PAIR
    ids, stats = result
    wanted_ids, wanted_calls = args["max_tokens"], math.ceil(args["max_tokens"] / (args["gamma"] + 1))
    if len(ids) != wanted_ids:
        return f"there are {len(ids)} new ids, not {wanted_ids}"
    if stats["accepted"] != stats["proposed"]:
        return (
            f"the draft is the target itself, but only {stats['accepted']} of {stats['proposed']} drafts were accepted"
        )
    if stats["target_calls"] != wanted_calls:
        return f"{wanted_ids} tokens took {stats['target_calls']} calls of the target; {wanted_calls} are enough"
    return None


def odds_are_the_targets(near, **args):
    """In a long text, after each token the next ones come as often as the target says (chi-square, one in 10^7)."""
    (result,) = yield [args]
    if not _is_pair(result):
        return NO_PAIR
    new = result[0]
    if len(new) != args["max_tokens"]:
        return f"there are {len(new)} new ids, not {args['max_tokens']}"
    ids, model = [*args["prompt"], *map(int, new)], args["target"].make()
    statistic, worst = 0.0, (0.0, "")
    for before in range(3):
        p = next_distribution(model([before], model.new_cache())[-1], **args["sampling"])
        after = np.bincount([b for a, b in zip(ids, ids[1:], strict=False) if a == before], minlength=len(p))
        if after[p == 0].any():
            return f"token {int(np.argmax((p == 0) & (after > 0)))} came, which has probability 0"
        for token in np.flatnonzero(p):
            mean = p[token] * after.sum()
            surprise = (after[token] - mean) ** 2 / mean if mean else 0.0
            statistic += surprise
            words = f"after token {before}, token {token} came {after[token]} times; about {mean:.0f} are expected"
            worst = max(worst, (surprise, words))
    return worst[1] if statistic > _bound(6) else None


def texts_are_the_targets(near, **args):
    """With 70 seeds, all texts of three equally likely tokens come equally often (chi-square, one in 10^7)."""
    seed = args["rng"]
    results = yield [{**args, "rng": replace(seed, number=seed.number + run)} for run in range(70)]
    if not all(map(_is_pair, results)):
        return NO_PAIR
    texts = [tuple(map(int, ids)) for ids, _ in results]
    odd = [text for text in texts if text not in TEXTS]
    if odd:
        return f"the new ids are {list(odd[0])}, not three of the tokens 0 and 1"
    mean = len(texts) / len(TEXTS)
    worst = max(TEXTS, key=lambda text: abs(texts.count(text) - mean))
    if sum((texts.count(text) - mean) ** 2 / mean for text in TEXTS) <= _bound(len(TEXTS) - 1):
        return None
    return f"of {len(texts)} texts {texts.count(worst)} are {list(worst)}; about {mean:.0f} are expected"


def _is_pair(result):
    return isinstance(result, list | tuple) and len(result) == 2 and isinstance(result[1], dict)


def _bound(freedom):
    """Return what chi-square exceeds with probability ALPHA at most (Laurent and Massart 2000, Lemma 1)."""
    x = math.log(1 / ALPHA)
    return freedom + 2 * math.sqrt(freedom * x) + 2 * x
