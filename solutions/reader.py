"""Tokenize and score a text for `learn tokenize`."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from .loop.log_probs import log_probs
from .scores.entropy import entropy_bits
from .scores.softmax_stable import softmax
from .text.bpe_encode import bpe_encode
from .text.bpe_train import bpe_train, merge_pair
from .text.pre_tokenize import pre_tokenize
from .tiny_lm import model as tiny_lm

BEST = 3
"""How many of the likeliest tokens are told beside each token."""

Event = dict[str, Any]
TOKENS, MERGES, SCORES = "tokens", "merges", "scores"


class Reading(NamedTuple):
    """A request about a text."""

    text: str
    what: str = TOKENS
    """`TOKENS`, `MERGES` or `SCORES`."""
    train_on: str | None = None
    """A text to learn the merges from, instead of those of the model's tokenizer."""
    n_merges: int = 0
    yours: tuple[str, ...] | None = None
    """The exercises whose functions are the learner's; no part depends on it."""


def problem(request: dict[str, Any], models: Any = None) -> str:
    """Say what is wrong with a text, or nothing."""
    asked = Reading(**request)
    try:
        asked.text.encode()
        (asked.train_on or "").encode()
    except UnicodeEncodeError:
        return "the text is not valid Unicode; type it anew"
    tokenizer = models.tokenizer if models else tiny_lm.tokenizer()
    if not asked.text:
        return "the text is empty; give one, such as 'The capital of France is Paris.'"
    if asked.what == MERGES and asked.train_on is None and not hasattr(tokenizer, "merges"):
        return "this model's tokenizer does not show its merges; leave out --steps"
    context = models.model.context if models else tiny_lm.CONTEXT
    count = len(tokenizer.encode(asked.text)) if asked.what == SCORES else 0
    return (
        f"the text has {count} tokens, and the model's context holds {context}; shorten it" if count > context else ""
    )


def run(
    request: dict[str, Any],
    emit: Callable[[Event], None],
    at: Callable[[int, bytes], None] | None = None,
    models: Any = None,
) -> None:
    """Tell the tokens of a text, the merges that make them, or their scores.

    Args:
        request: the fields of `Reading`.
        emit: called with each event.
        at: not called; a generator calls it at each step.
        models: `model` and `tokenizer`, unless the course's own are to read.
    """
    asked = Reading(**request)
    tokenizer: Any = models.tokenizer if models else tiny_lm.tokenizer()
    if asked.train_on is not None:
        tokenizer = TrainedTokenizer(asked.train_on, asked.n_merges)
    if asked.what == SCORES:
        events = surprises(asked.text, models.model if models else tiny_lm.load("target"), tokenizer)
    else:
        events = (merge_steps if asked.what == MERGES else tokens)(asked.text, tokenizer)
    for event in events:
        emit(event)


def tokens(text: str, tokenizer: Any) -> Iterator[Event]:
    """Yield {"piece": ...} for each token of a text: its id and its bytes."""
    for token in tokenizer.encode(text):
        yield {"piece": {"token": token, "text": tokenizer.bytes[token]}}


def merge_steps(text: str, tokenizer: Any) -> Iterator[Event]:
    """Yield {"merging": ...} for each word of a text that merges change: its pieces before any merge and after each."""
    rank = {pair: place for place, pair in enumerate(tokenizer.merges)}
    for word in tokenizer.words(text):
        pieces = list(word)
        steps = [pieces]
        while present := [pair for pair in pairwise(pieces) if pair in rank]:
            pieces = merge_pair(pieces, min(present, key=rank.__getitem__))
            steps.append(pieces)
        if len(steps) > 1:
            yield {"merging": {"steps": [[piece.encode("latin-1") for piece in step] for step in steps]}}


def surprises(text: str, model: Any, tokenizer: Any) -> Iterator[Event]:
    """Yield {"scored": ...} for each token of a text.

    It has the token's id and bytes, and unless it is the first one: the probability that the model gave it, how many
    tokens were likelier, the entropy of the distribution in bits, and its likeliest tokens.
    """
    ids = tokenizer.encode(text)
    rows = model(ids, model.new_cache())
    for place, token in enumerate(ids):
        read = {"token": token, "text": tokenizer.bytes[token]}
        yield {
            "scored": read
            | (_chances(rows[place - 1 : place + 1], ids[place - 1 : place + 1], tokenizer) if place else _UNKNOWN)
        }


_UNKNOWN: Event = {"chance": None, "likelier": None, "entropy": None, "best": []}
"""The note on a text's first token, before which the model has read nothing."""


def _chances(rows: np.ndarray, ids: list[int], tokenizer: Any) -> Event:
    """Describe the second of two ids, given the rows of logits (2, V) of both.

    Two at a time: the rows of a long text and a large vocabulary would take hundreds of megabytes in float64.
    """
    (log_probability,), _, _ = log_probs(np.asarray(rows, dtype=np.float64), ids)
    p, token = softmax(rows[0]), ids[1]
    best = np.argsort(-p, kind="stable")[:BEST].tolist()
    return {
        "chance": float(np.exp(log_probability)),
        "likelier": int((p > p[token]).sum()),
        "entropy": float(entropy_bits(p)),
        "best": [{"token": each, "text": tokenizer.bytes[each], "chance": float(p[each])} for each in best],
    }


class TrainedTokenizer:
    """A tokenizer whose merges `bpe_train` learns from a text: the 256 bytes, then a token for each new piece.

    Bytes are what is merged. The functions of the exercises merge letters, so each byte is given to them as the letter
    with its number: `latin-1` does that.
    """

    def __init__(self, text: str, merges: int) -> None:
        self.merges = bpe_train(dict(Counter(self.words(text))), merges)
        pieces = [*map(chr, range(256)), *(left + right for left, right in self.merges)]
        self._ids = {piece: token for token, piece in reversed(list(enumerate(pieces)))}
        self.bytes = [piece.encode("latin-1") for piece in pieces]

    @staticmethod
    def words(text: str) -> list[str]:
        """Return the words that no merge crosses, each byte as a letter."""
        return [word.encode().decode("latin-1") for word in pre_tokenize(text, [])]

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text."""
        return [self._ids[piece] for word in self.words(text) for piece in bpe_encode(word, self.merges)]
