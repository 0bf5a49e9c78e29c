"""The tiny models: their files are the pinned ones, they do what the course shows, and the cache changes nothing."""

from __future__ import annotations

import hashlib
import itertools
import json
from typing import Any

import numpy as np
import pytest

from grader.course import find
from grader.course.course import Solutions

SOLUTIONS = Solutions(find())
MODEL: Any = SOLUTIONS.reference("tiny_lm/model")
TOKENIZER: Any = SOLUTIONS.reference("tiny_lm/tokenizer")
CORPUS: Any = SOLUTIONS.reference("tiny_lm/corpus")

FOLDER = find().solutions / "tiny_lm"
PINNED = json.loads((FOLDER / "weights.json").read_text("utf-8"))
FILES = {"target": "target.npz", "draft": "draft.npz", "tokenizer": "tokenizer.json"}
MODELS = ["target", "draft"]

LESSON = ["Paris", "London", "banana"]
GREEDY = {
    "The capital of France is": " Paris.",
    "The capital of Spain is": " Madrid.",
    "2 + 3 =": " 5.",
    "The cat sat on the": " mat.",
    "Hello": "! My name is Mia. I am happy.",
    "one,": " two, three, four, five, six, seven, eight, nine.",
    "This is happy:": " 😀 This is the fish: 🐟 This is the rocket: 🚀",
    "Once upon a time": (
        " there was a happy cat named Mia. One day Mia found a ball in the garden. Mia ate a banana. Then Mia went home."
    ),
    "User: Hello, I am Lena.\nBot:": (
        " Hello, Lena. How can I help you?\nUser: What is the capital of France?\nBot: The capital of France is Paris."
    ),
    "JSON:": ' {"name": "Mia", "city": "Paris", "pet": "cat", "age": 7}',
}
"""Greedy continuations up to the end of text."""
FIRST = 40
"""How many merges the tests learn anew."""
CLEAR = 0.01
"""By how much the best logit must lead at each greedy step, so that rounding cannot change the text."""

CUTS = {
    "prompt, then one by one": [10, *range(11, 30)],
    "three pieces": [10, 17],
    "all one by one": [*range(1, 30)],
    "one, then the rest": [1],
    "all but one": [29],
}
"""Where 30 tokens are cut."""

TEXT = 'The capital of France is Paris. {"name": "Mia", "age": 7} 2 + 3 = 5. This is the cat: 🐱 I think that'
TEXTS = [
    "",
    " ",
    "  two  spaces \n\n and lines\t\r\n ",
    "The capital of Spain is Madrid.",
    "naïve café, 東京, ½ and _under_score_",
    "🐱🚀 👻 👩‍👩‍👧 é e\u0301",
    "\x00\ufffd\U0010ffff",
    '{"a": {"b": -1}}',
]


def softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Return probabilities for each row of logits."""
    exponentials = np.exp((logits - logits.max(-1, keepdims=True)) / temperature)
    return exponentials / exponentials.sum(-1, keepdims=True)


def encode(text: str) -> list[int]:
    """Return the tokens of a text."""
    return list(MODEL.tokenizer().encode(text))


def next_probability(prompt: str, word: str) -> float:
    """Return how likely the target finds a word, or its first token, after a prompt."""
    return float(softmax(MODEL.load("target")(encode(prompt))[-1])[encode(word)[0]])


def continuation(
    prompt: str, temperature: float, cap: int, seed: int = 0, repetition: float = 1.0
) -> tuple[str, bool, float]:
    """Return what the target adds to a prompt, whether it ended by itself, and its closest greedy decision."""
    model, tokenizer, rng = MODEL.load("target"), MODEL.tokenizer(), np.random.default_rng(seed)
    cache, fed, ids, margin = model.new_cache(), encode(prompt), [], np.inf
    seen = set(fed)
    while len(ids) < cap:
        logits = model(fed, cache)[-1]
        for token in seen:
            logits[token] *= repetition if logits[token] < 0 else 1 / repetition
        second, first = np.sort(logits)[-2:]
        margin = min(margin, first - second)
        token = int(logits.argmax()) if temperature == 0 else drawn(softmax(logits, temperature), rng.random())
        if token == tokenizer.eos:
            return tokenizer.decode(ids), True, margin
        ids.append(token)
        seen.add(token)
        fed = [token]
    return tokenizer.decode(ids), False, margin


def drawn(p: np.ndarray, u: float) -> int:
    """Return the token at whose share of the interval from 0 to 1 the number u lies."""
    return min(int(np.searchsorted(p.cumsum(), u, side="right")), len(p) - 1)


def in_chunks(model: Any, ids: list[int], cuts: list[int]) -> np.ndarray:
    """Return the logits of ids that are fed in pieces."""
    cache = model.new_cache()
    pieces = [model(ids[start:end], cache) for start, end in itertools.pairwise([0, *cuts, len(ids)])]
    assert cache.length == len(ids)
    return np.concatenate(pieces)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_the_pinned_one(name: str) -> None:
    content = (FOLDER / FILES[name]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == PINNED[name]["sha256"]
    assert len(content) == PINNED[name]["bytes"]


@pytest.mark.parametrize("name", MODELS)
def test_weights_are_float16_of_the_pinned_shapes(name: str) -> None:
    weights = MODEL.weights(name)
    assert {key: list(array.shape) for key, array in weights.items()} == PINNED[name]["shapes"]
    assert {array.dtype.name for array in weights.values()} == {"float16"}
    assert sum(array.size for array in weights.values()) == PINNED[name]["parameters"]


@pytest.mark.slow
def test_the_tokenizer_begins_as_the_script_would_begin_it() -> None:
    merges = TOKENIZER.train(CORPUS.documents(60_000, seed=1), FIRST)  # all 447 would take longer than all other tests
    pinned = json.loads((FOLDER / "tokenizer.json").read_text("utf-8"))["merges"]
    assert [list(pair) for pair in merges] == pinned[:FIRST]
    assert len(pinned) == 447


def test_paris_is_likely_london_is_not_and_banana_is_just_possible() -> None:
    paris, london, banana = (next_probability("The capital of France is", f" {word}") for word in LESSON)
    assert paris > 0.8
    assert 0.005 < london < 0.1
    assert 0 < banana < 1e-4


@pytest.mark.parametrize("word", LESSON)
def test_words_of_the_lesson_are_one_token(word: str) -> None:
    assert len(encode(f" {word}")) == 1


@pytest.mark.parametrize("prompt", GREEDY)
def test_greedy_text_is_the_golden_one_by_a_clear_margin(prompt: str) -> None:
    text, ended, margin = continuation(prompt, temperature=0, cap=60)
    assert (text, ended) == (GREEDY[prompt], True)
    assert margin >= CLEAR


@pytest.mark.slow
def test_every_sum_of_two_digits_is_right() -> None:
    pairs = list(itertools.product(range(10), repeat=2))
    answers = {f"{a} + {b}": continuation(f"{a} + {b} =", temperature=0, cap=3)[0] for a, b in pairs}
    assert [f"{a} + {b}" for a, b in pairs if answers[f"{a} + {b}"].rstrip(".,") != f" {a + b}"] == []


def test_greedy_decoding_loops_until_the_cap() -> None:
    text, ended, margin = continuation("I think that", temperature=0, cap=150)
    assert text == " I think that" * 50
    assert not ended
    assert margin >= CLEAR


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("cuts", CUTS.values(), ids=CUTS)
def test_logits_do_not_depend_on_the_pieces(name: str, cuts: list[int]) -> None:
    model, ids = MODEL.load(name), encode(TEXT)[:30]
    assert np.abs(in_chunks(model, ids, cuts) - model(ids)).max() < 1e-8


def test_a_truncated_cache_is_the_shorter_cache() -> None:
    model, ids = MODEL.load("target"), encode(TEXT)
    cache = model.new_cache()
    model([*ids[:20], 5, 6, 7], cache)
    cache.truncate(20)
    assert cache.length == 20
    assert np.abs(model(ids[20:], cache) - model(ids)[20:]).max() < 1e-8


@pytest.mark.parametrize("n", [-1, 4])
def test_a_cache_is_not_truncated_to_what_it_does_not_hold(n: int) -> None:
    cache = MODEL.load("draft").new_cache()
    MODEL.load("draft")([1, 2, 3], cache)
    with pytest.raises(ValueError, match=f"cannot keep {n} positions: the cache holds 3"):
        cache.truncate(n)
    assert cache.length == 3


def test_the_context_can_be_filled_but_not_exceeded() -> None:
    model = MODEL.load("draft")
    cache = model.new_cache()
    assert model([65] * 512, cache).shape == (512, len(MODEL.tokenizer().bytes))
    with pytest.raises(ValueError, match="512 \\+ 1 positions do not fit into a context of 512"):
        model([65], cache)
    assert cache.length == 512


@pytest.mark.parametrize("ids", [[], [-1], [704]], ids=str)
def test_ids_must_be_there_and_in_the_vocabulary(ids: list[int]) -> None:
    with pytest.raises(ValueError, match="at least one id, and ids below 704"):
        MODEL.load("draft")(ids)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_comes_back_from_its_tokens(text: str) -> None:
    tokenizer = MODEL.tokenizer()
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text
    assert b"".join(tokenizer.bytes[token] for token in ids) == text.encode()
    assert tokenizer.eos not in ids


def test_the_end_of_text_is_the_last_token_and_says_nothing() -> None:
    tokenizer = MODEL.tokenizer()
    assert (tokenizer.eos, tokenizer.bytes[tokenizer.eos]) == (len(tokenizer.bytes) - 1, b"")
    assert tokenizer.bytes[:256] == [bytes([value]) for value in range(256)]


def test_the_earliest_merge_goes_first() -> None:
    a, b, c = b"abc"
    assert TOKENIZER.Tokenizer([(b, c), (a, b), (a, 256)]).encode("abc ab") == [258, 32, 257]


def test_two_merges_that_make_the_same_bytes_are_refused() -> None:
    a, b, c = b"abc"
    with pytest.raises(ValueError, match=r"^two merges make the same bytes; leave out the later one$"):
        TOKENIZER.Tokenizer([(b, c), (a, b), (a, 256), (257, c)])


@pytest.mark.external
@pytest.mark.parametrize("name", MODELS)
def test_torch_computes_the_same_logits(name: str) -> None:
    torch = pytest.importorskip("torch", reason="only training needs torch, and it is not installed here")
    train = SOLUTIONS.reference("tiny_lm/train")
    params = {key: torch.from_numpy(array.astype(np.float64)) for key, array in MODEL.weights(name).items()}
    ids = encode(TEXT)
    found = train.forward(params, PINNED[name]["heads"], torch.tensor([ids]))[0].numpy()
    assert np.abs(found - MODEL.load(name)(ids)).max() < 1e-8
