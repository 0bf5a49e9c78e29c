"""Our BPE, byte decoder, stop sequences and JSON mask beside Hugging Face tokenizers, Transformers and XGrammar.

As in `test_against_real_samplers.py`, agreement is shown on random cases and each difference by its input.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from libraries import CASES, library, ours, tokenizer_of

pytestmark = pytest.mark.external

bpe_encode = ours("text/bpe_encode", "bpe_encode")
bpe_train = ours("text/bpe_train", "bpe_train")
merge_pair = ours("text/bpe_train", "merge_pair")
train_on_bytes = ours("tiny_lm/tokenizer", "train")
decode_stream = ours("text/utf8_stream", "decode_stream")
apply_stops = ours("loop/stop_sequences", "apply_stops")
json_mask = ours("structure/json_mask", "json_mask")

Merges = list[tuple[str, str]]


@pytest.fixture(scope="module")
def tokenizers() -> Any:
    return library("tokenizers")


def random_words(seed: int) -> dict[str, int]:
    """Return 12 words of the letters a to d, and how often each occurs."""
    rng = np.random.default_rng(seed)
    return {"".join(rng.choice(list("abcd"), rng.integers(1, 9))): int(rng.integers(1, 30)) for _ in range(12)}


# --- BPE ---


def their_encoding(tokenizers: Any, word: str, merges: Merges) -> list[str]:
    """Return the pieces of a word in tokenizers, for words of the letters a to d."""
    vocabulary = dict.fromkeys([*"abcd", *("".join(pair) for pair in merges)])
    ids = {piece: place for place, piece in enumerate(vocabulary)}
    return list(tokenizers.Tokenizer(tokenizers.models.BPE(vocab=ids, merges=merges)).encode(word).tokens)


def their_merges(tokenizers: Any, words: dict[str, int], n_merges: int) -> Merges:
    """Return the merges that tokenizers learns."""
    letters = len(set("".join(words)))
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=letters + n_merges, show_progress=False)
    learner = tokenizers.Tokenizer(tokenizers.models.BPE())
    learner.train_from_iterator([word for word, count in words.items() for _ in range(count)], trainer)
    return [tuple(pair) for pair in json.loads(learner.to_str())["model"]["merges"]]


def count(words: dict[str, int], merges: Merges, pair: tuple[str, str]) -> int:
    """Return how often a pair occurs in words after some merges."""
    total = 0
    for word, times in words.items():
        pieces = list(word)
        for merge in merges:
            pieces = merge_pair(pieces, merge)
        total += times * sum(each == pair for each in pairwise(pieces))
    return total


def test_words_are_cut_as_by_tokenizers(tokenizers: Any) -> None:
    for seed in range(CASES):
        words = random_words(seed)
        merges = bpe_train(words, 15)
        for word in random_words(seed + CASES):
            assert bpe_encode(word, merges) == their_encoding(tokenizers, word, merges)


def test_tokenizers_merges_differ_first_where_two_pairs_are_equally_common(tokenizers: Any) -> None:
    outcomes = Counter[str]()
    for seed in range(CASES):
        words = random_words(seed)
        mine, theirs = bpe_train(words, 15), their_merges(tokenizers, words, 15)
        first = next((place for place, pairs in enumerate(zip(mine, theirs, strict=True)) if len(set(pairs)) > 1), None)
        if first is not None:
            assert count(words, mine[:first], mine[first]) == count(words, mine[:first], theirs[first])
        outcomes["the same" if first is None else "another choice at a tie"] += 1
    assert set(outcomes) == {"the same", "another choice at a tie"}


def test_the_tokenizer_of_the_tiny_model_learns_as_tokenizers_does(tokenizers: Any) -> None:
    for seed in range(CASES):
        words = random_words(seed)
        theirs = their_merges(tokenizers, words, 15)
        learned = train_on_bytes([word for word, times in words.items() for _ in range(times)], len(theirs))
        pieces = [bytes([value]) for value in range(256)]
        for left, right in learned:
            pieces.append(pieces[left] + pieces[right])
        assert [(pieces[left].decode(), pieces[right].decode()) for left, right in learned] == theirs


# --- bytes and stop sequences ---


def their_stream(tokenizers: Any, text: bytes) -> list[str]:
    """Return what tokenizers shows after each byte."""
    model = tokenizers.models.BPE(
        vocab={f"<0x{value:02X}>": value for value in range(256)}, merges=[], byte_fallback=True
    )
    tokenizer, stream = tokenizers.Tokenizer(model), tokenizers.decoders.DecodeStream()
    tokenizer.decoder = tokenizers.decoders.ByteFallback()
    return [stream.step(tokenizer, value) or "" for value in text]


def test_characters_appear_as_soon_as_in_tokenizers(tokenizers: Any) -> None:
    for seed in range(CASES):
        rng = np.random.default_rng(seed)
        text = "".join(rng.choice(list("aé東🐱"), rng.integers(1, 9))).encode()
        *shown, rest = decode_stream([bytes([value]) for value in text])
        assert (shown, rest) == (their_stream(tokenizers, text), "")


def test_stop_sequences_end_a_text_at_the_same_token_as_in_transformers() -> None:
    torch, transformers = library("torch"), library("transformers")
    pieces = ["a", "b", "c", "d", "e", "f", "ab", "ba", "bca", "cc", "abcab"]
    ids, tokenizer = {piece: place for place, piece in enumerate(pieces)}, tokenizer_of(pieces)
    found = Counter[bool]()
    for seed in range(CASES):
        rng = np.random.default_rng(seed)
        text = rng.choice(pieces, 12).tolist()
        stops = ["".join(rng.choice(list("abc"), rng.integers(2, 6))) for _ in range(2)]
        criterion = transformers.StopStringCriteria(tokenizer, stops)
        ends = [bool(criterion(torch.tensor([[ids[each] for each in text[:n]]]), None)[0]) for n in range(1, 13)]
        _, consumed, stop = apply_stops(text, stops)
        assert (consumed, stop is not None) == ((ends.index(True) + 1, True) if any(ends) else (12, False))
        found[any(ends)] += 1
    assert min(found.values()) > 20


# --- JSON ---

VOCABULARY = [
    *["{", "}", '"', ":", ",", " ", "0", "1", "12", "345", "true", "false", "t", "rue", "a", 'ab" ', '": "', "}}"],
    *['", "', "false}", '{"', '"}', ' "', 'x": 0', "nul", "[", "\\", "\n", "<end>"],
]
END = len(VOCABULARY) - 1
OUR_JSON = r"""
root ::= " "* value " "*
value ::= object | string | "true" | "false" | number
object ::= "{" " "* ("}" | pair ("," " "* pair)* "}")
pair ::= string " "* ":" " "* value " "*
string ::= "\"" [^"\\\x00-\x1f\x7f]* "\""
number ::= "0" | [1-9] [0-9]? [0-9]?
"""
"""The JSON of the exercise, written a second time."""


class Grammar:
    """A grammar of XGrammar over our small vocabulary."""

    def __init__(self, rules: str | None) -> None:
        self._xgrammar = library("xgrammar")
        vocabulary = [text.encode() for text in VOCABULARY]
        known = self._xgrammar.TokenizerInfo(vocabulary, vocab_size=len(vocabulary), stop_token_ids=[END])
        compiler = self._xgrammar.GrammarCompiler(known, max_threads=1)
        self._compiled = compiler.compile_grammar(rules) if rules else compiler.compile_builtin_json_grammar()

    def mask(self, prefix: str) -> list[bool]:
        """Return which tokens may follow a text."""
        matcher = self._xgrammar.GrammarMatcher(self._compiled)
        assert matcher.accept_string(prefix)
        bits = self._xgrammar.allocate_token_bitmask(1, len(VOCABULARY))
        matcher.fill_next_token_bitmask(bits)
        (word,) = bits[0].tolist()  # 32 tokens fit into one number
        return [bool(word >> token & 1) for token in range(len(VOCABULARY))]


def differing(grammar: Grammar, prefix: str) -> dict[str, bool]:
    """Return the tokens on which XGrammar and we differ, and whether it allows them."""
    both = zip(VOCABULARY, grammar.mask(prefix), json_mask(prefix, VOCABULARY, END), strict=True)
    return {text: theirs for text, theirs, mine in both if theirs != mine}


def random_json(seed: int) -> str:
    """Return the beginning of a JSON text, made of allowed tokens."""
    rng, prefix = np.random.default_rng(seed), ""
    for _ in range(rng.integers(0, 12)):
        allowed = np.flatnonzero(json_mask(prefix, VOCABULARY, END)[:END])
        prefix += VOCABULARY[rng.choice(allowed)] if len(allowed) else ""
    return prefix


def test_masks_are_those_of_xgrammar_for_the_same_grammar() -> None:
    grammar = Grammar(OUR_JSON)
    prefixes = {random_json(seed) for seed in range(2 * CASES)}
    assert len(prefixes) > CASES
    assert {prefix: differing(grammar, prefix) for prefix in prefixes if differing(grammar, prefix)} == {}
