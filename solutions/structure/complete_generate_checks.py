"""Small models and a small tokenizer that the generator is tried on, and the real tiny ones."""

from typing import ClassVar

import numpy as np

from ..tiny_lm.served import ServedModel, ServedTokenizer
from ..toy_model import ToyModel, random_table

TOKENS = [
    *("a", "b", " ", "st", "op", "now", "\n", "User", ":", b"\xf0\x9f", b"\x98\x80", b"\xc3", b"\xa9"),
    *("er", "cat", "The", ".", " sat", "Us", "1", "no", ", ", " mat"),
]
BYTES = [token if isinstance(token, bytes) else token.encode() for token in TOKENS] + [b""]
EOS = len(TOKENS)
SIZE, STATES = EOS + 1, 211
PROMPT = "The cat"  # three tokens, with which all scripts go on


class ToyTokenizer:
    """Knows 23 tokens, some of them halves of a character, and the end."""

    served_methods: ClassVar = ("encode",)
    served_attributes: ClassVar = ("bytes", "eos")

    def __init__(self, portions: list[bytes] = BYTES) -> None:
        self.bytes = portions
        self.eos = EOS

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text, always the longest token that fits."""
        ids, left = [], text.encode()
        while left:
            fitting = [token for token, portion in enumerate(self.bytes[:EOS]) if left.startswith(portion)]
            if not fitting:
                raise ValueError(f"the small tokenizer of this check does not know {text!r}")
            ids.append(max(fitting, key=lambda token: len(self.bytes[token])))
            left = left[len(self.bytes[ids[-1]]) :]
        return ids


class WatchedModel(ToyModel):
    """Makes no more passes than it should, and wants some number of tokens in the first one."""

    def __init__(self, table: np.ndarray, most_passes: int, first_ids: int = 1) -> None:
        super().__init__(table)
        self._most_passes, self._first_ids = most_passes, first_ids
        self._passes = 0

    def __call__(self, ids, cache):
        """Return the logits after each of the new ids.

        Raises:
            ValueError: this pass was not needed, or not in this form.
        """
        self._passes += 1
        if self._passes == 1 and len(ids) < self._first_ids:
            raise ValueError(
                f"the first pass had {len(ids)} of the {self._first_ids} tokens of the prompt; one pass takes all"
            )
        if self._passes > self._most_passes:
            raise ValueError(f"pass {self._passes} of the model is one too many; {self._most_passes} are enough here")
        return super().__call__(ids, cache)


class Reciter(ToyModel):
    """Has one text in mind, and goes on with it after the prompt, as long as its cache holds nothing else."""

    def __init__(self, script: list[int], most_passes: int = 1000) -> None:
        super().__init__(random_table(1, STATES, SIZE, scale=1.0))
        self._text = [*ToyTokenizer().encode(PROMPT), *script, EOS]
        self._passes_left = most_passes

    def __call__(self, ids, cache):
        """Return logits that favour the next token of the text."""
        self._passes_left -= 1
        if self._passes_left < 0:
            raise ValueError("the text is wanted piece by piece: yield what there is before the model is asked again")
        logits = super().__call__(ids, cache)
        first = cache.length - len(logits)
        for row, place in zip(logits, range(first, cache.length), strict=True):
            if cache.ids[: place + 1] == self._text[: place + 1] and place + 1 < len(self._text):
                row[self._text[place + 1]] += 20.0
        return logits


def _ids(*tokens):
    """Return the ids of tokens, given by their texts or bytes."""
    return [TOKENS.index(token) for token in tokens]


def toy_tokenizer():
    """Make the small tokenizer."""
    return ToyTokenizer()


def joining_tokenizer():
    """Make a small tokenizer with a token that is a space and half an emoji, in place of the letter b."""
    return ToyTokenizer([b" \xf0\x9f" if portion == b"b" else portion for portion in BYTES])


def sat():
    """Make a model that says " sat." and ends."""
    return Reciter(_ids(" sat", "."))


def sat_on():
    """Make a model that says " sat, no mat." and ends."""
    return Reciter(_ids(" sat", ", ", "no", " mat", "."))


def piecewise():
    """Make a model that says " sat, no mat." and gives up when it is asked far ahead."""
    return Reciter(_ids(" sat", ", ", "no", " mat", "."), most_passes=3)


def stops_across():
    """Make a model whose text holds "stop" in two tokens."""
    return Reciter(_ids(" sat", " ", "st", "op", " ", "now"))


def almost_stops():
    """Make a model whose text begins "stop" twice, and completes it never."""
    return Reciter(_ids(" sat", " ", "st", "er", " ", "st"))


def dialogue():
    """Make a model that goes on with the user's turn."""
    return Reciter(_ids(" sat", ".", "\n", "Us", "er", ":", " ", "now"))


def within_a_token():
    """Make a model whose text holds the stop sequence "at" in the middle of a token."""
    return Reciter(_ids("no", " mat", ".", "a"))


def smiles():
    """Make a model that says an emoji in two tokens, and an é."""
    return Reciter(_ids(" ", b"\xf0\x9f", b"\x98\x80", b"\xc3", b"\xa9", "."))


def half_a_smile():
    """Make a model that ends in the middle of an emoji."""
    return Reciter(_ids(" sat", " ", b"\xf0\x9f"))


def smile_after_a_space():
    """Make a model that says an emoji, and then half of one, with the `joining_tokenizer`."""
    return Reciter(_ids(" sat", "b", b"\x98\x80", "b"))


def broken_smile():
    """Make a model that goes on with a letter in the middle of an emoji."""
    return Reciter(_ids(" ", b"\xf0\x9f", "a", b"\xc3", "st"))


def dreamer():
    """Make a model whose logits depend on the whole text and make no sense."""
    return ToyModel(_dreams())


def sleepless_dreamer():
    """Make a dreamer that never ends a text by itself."""
    return ToyModel(_sleepless())


def daydreamer():
    """Make a draft model that has dreams like the dreamer's."""
    return ToyModel(_daydreams())


def thrifty_daydreamer():
    """Make a daydreamer that computes no position of a text twice."""
    return ToyModel(_daydreams(), is_thrifty=True)


def whole_prompts():
    """Make a dreamer that wants all three tokens of the prompt in its first pass."""
    return WatchedModel(_sleepless(), most_passes=1000, first_ids=3)


def thrifty():
    """Make a dreamer that computes no position of a text twice."""
    return ToyModel(_sleepless(), is_thrifty=True)


def six_passes():
    """Make a dreamer that makes six passes."""
    return WatchedModel(_sleepless(), most_passes=6)


def three_passes():
    """Make a dreamer that makes three passes."""
    return WatchedModel(_sleepless(), most_passes=3)


def _dreams():
    return random_table(2, STATES, SIZE)


def _daydreams():
    return _dreams() + random_table(3, STATES, SIZE, scale=0.8)


def _sleepless():
    table = _dreams()
    table[:, EOS] = -100.0
    return table


def tiny_target():
    """Make the larger of the tiny models."""
    return ServedModel("target")


def tiny_draft():
    """Make the smaller of the tiny models."""
    return ServedModel("draft")


def tiny_tokenizer():
    """Make the tokenizer of the tiny models."""
    return ServedTokenizer()
