"""`learn generate --regex` and `--bigram`: what they write, and the sentences of their errors."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from sizes import first_always, first_row_always
from workplace import Workplace

STORY = "the cat sat\nthe dog ran\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a text to train on."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    made = Workplace(tmp_path, monkeypatch, capsys, course=None)
    made.write("story.txt", STORY)
    return made


@pytest.mark.parametrize(
    "more", first_always([(), ("--draft", "model"), ("--draft", "ngram"), ("--cache", "none"), ("--show",)])
)
def test_the_whole_text_matches_the_pattern(place: Workplace, more: tuple[str, ...]) -> None:
    ran = place.command("generate", "My number is", "--regex", r" \d{3}-\d{4}", *more)
    text = re.search(r'^text +"(.*)"$', ran.out, re.M).group(1) if "--show" in more else ran.out[:-1]  # type: ignore[union-attr]
    assert ran.code == 0
    assert re.fullmatch(r" \d{3}-\d{4}", text)


@pytest.mark.slow
def test_a_bigram_model_writes_only_pairs_of_its_text(place: Workplace) -> None:
    ran = place.command("generate", "the", "--bigram", "story.txt", "--temperature", "0.3", "--max-tokens", "20")
    known = {a + b for line in STORY.splitlines() for a, b in pairwise(line)}
    text = "e" + ran.out[:-1]
    assert ran.code == 0
    assert len(text) > 1
    assert {a + b for a, b in pairwise(text)} <= known


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    first_row_always(
        [
            (("x", "--regex", "(a"), "--regex: character 3 of the pattern: ) is missing here"),
            (
                ("x", "--regex", "ä{9}ß", "--bigram", "story.txt"),
                "--regex: no text that the tokens of this model can write",
            ),
            (("x", "--regex", "a", "--json"), "--regex does not go with --json; leave out one or the other"),
            (
                ("x", "--regex", "a", "--beams", "2"),
                "--beams does not go with --regex; leave out one or the other",
            ),
            (
                ("xyz", "--bigram", "story.txt"),
                "the model knows no character of the prompt; begin with one of the text that",
            ),
            (
                ("a", "--bigram", "story.txt", "--draft", "model"),
                "there is no smaller model to guess ahead of this one; use --draft ngram",
            ),
            (("a", "--bigram", "empty.txt"), "empty.txt has 2 characters; 1 to 20,000 can be learned from"),
        ]
    ),
)
@pytest.mark.slow
def test_an_impossible_form_is_one_sentence(place: Workplace, arguments: tuple[str, ...], sentence: str) -> None:
    place.write("empty.txt", " \n")
    ran = place.command("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
