"""SmolLM2 here and in Transformers, with the same weights: logits, greedy texts, chats and token ids are the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
import real_model
from libraries import library
from places import ROOT

pytestmark = [pytest.mark.external, pytest.mark.timeout(1500)]

TEXTS = 10_000
CLOSE = 1e-3
"""How far logits may be apart, as a part of their range."""
PROMPTS = (
    "The capital of France is",
    "Once upon a time",
    "def fibonacci(n):\n",
    '{"name": "Ada", "born":',
    "El perro está en la",
    "import numpy as np\n\nx = np.",
    "Q: What is 2 + 2?\nA:",
    "📚 Reading list:\n-",
)
CHATS = ("What is the capital of France?", "Name three colors.", "Write a haiku about memory.")


class Both(NamedTuple):
    """The same model twice."""

    model: Any
    tokenizer: Any
    their_model: Any
    their_tokenizer: Any


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    folder = tmp_path_factory.mktemp("models")
    gguf = real_model.unpacked(folder / "file")
    return Both(*real_model.installed(folder).open(), *real_model.of_transformers(gguf))


def greedy(model: Any, ids: list[int], count: int) -> list[int]:
    """Return the likeliest continuation, past the end of the text."""
    cache = model.new_cache()
    made, new = [], ids
    for _ in range(count):
        new = [int(model(new, cache)[-1].argmax())]
        made += new
    return made


def test_logits_are_within_a_thousandth_of_their_range(both: Both) -> None:
    torch = library("torch")
    for prompt in PROMPTS:
        ids = both.tokenizer.encode(prompt)
        with torch.no_grad():
            theirs = both.their_model(torch.tensor([ids])).logits[0].numpy()
        assert np.abs(both.model(ids) - theirs).max() < CLOSE * np.ptp(theirs), prompt


@pytest.fixture(scope="module")
def their_texts(both: Both) -> list[tuple[list[int], list[int]]]:
    """Return prompts and what Transformers makes of them, as ids."""
    prompts = [both.tokenizer.chat([{"role": "user", "content": each}]) for each in CHATS]
    prompts += [both.tokenizer.encode(prompt) for prompt in PROMPTS]
    return [(ids, real_model.their_greedy(both.their_model, ids, 100)) for ids in prompts]


def test_greedy_texts_of_100_tokens_are_identical(both: Both, their_texts: list[tuple[list[int], list[int]]]) -> None:
    for ids, theirs in their_texts:
        assert greedy(both.model, ids, 100) == theirs, both.tokenizer.decode(ids)


def varied(count: int) -> Iterator[str]:
    """Yield texts: parts of our own files, of many scripts, odd spaces, digits, names of special tokens, and mixtures."""
    rng = Random(2026)
    pages = "".join(path.read_text("utf-8") for path in sorted(ROOT.glob("*.md")))
    scripts = [(0x20, 0x7F), (0xA0, 0x250), (0x370, 0x530), (0x590, 0x700), (0x900, 0xDFF), (0x3040, 0x3100)]
    scripts += [(0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0x1F300, 0x1FAFF), (0x2000, 0x2300), (0x300, 0x36F), (1, 0xD7FF)]
    odd = [
        *(" ", "  ", "\n", "\n\n", "\t", "\r\n", "\u00a0", "\u200b", "\u3000", "'s", "'LL", "n't", "0", "42", "٣", "Ⅷ", "½"),
        *("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<repo_name>", "<|im_", "é", "e\u0301", "ﬁ", "👩‍👩‍👧", "\x00", "_"),
    ]  # fmt: skip
    for _ in range(count):
        pieces = []
        for _ in range(rng.randint(1, 6)):
            kind = rng.random()
            if kind < 0.4:
                start = rng.randrange(len(pages))
                pieces.append(pages[start : start + rng.randint(1, 120)])
            elif kind < 0.7:
                low, high = rng.choice(scripts)
                pieces.append("".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 12))))
            else:
                pieces.append("".join(rng.choices(odd, k=rng.randint(1, 6))))
        yield "".join(pieces)


def test_token_ids_of_10000_texts_are_identical(both: Both) -> None:
    for text in varied(TEXTS):
        assert list(both.tokenizer._split(text, "")) == both.their_tokenizer(text)["input_ids"], repr(text)


def test_ids_give_back_the_text_and_names_of_special_tokens_are_ordinary_text(both: Both) -> None:
    without_token = {byte for byte in range(256) if bytes([byte]) not in both.tokenizer.bytes}
    for text in varied(TEXTS):
        if without_token & set(text.encode()):  # SmolLM2 has no token for 21 bytes, such as U+0004, and drops them
            continue
        ids = both.tokenizer.encode(text)
        assert both.tokenizer.decode(ids) == text
        assert min(ids) > 16, repr(text)  # the special tokens are the first 17


def test_chats_are_rendered_as_in_transformers(both: Both) -> None:
    system = {"role": "system", "content": "Answer briefly."}
    for text in varied(100):
        if "<" in text:  # a name of a special token in a message becomes that token in Transformers, and text here
            continue
        user, answer = {"role": "user", "content": text}, {"role": "assistant", "content": "Yes."}
        for messages in ([user], [system, user], [user, answer, user]):
            theirs = both.their_tokenizer.apply_chat_template(messages, add_generation_prompt=True)["input_ids"]
            assert both.tokenizer.chat(messages) == theirs
