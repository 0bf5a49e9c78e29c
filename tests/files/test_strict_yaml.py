"""YAML that `yamlfile` accepts, the positions it reports, and that nothing makes it crash."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.files import strict_yaml
from grader.files.strict_yaml import MAX_MESSAGE, Problem, YamlError, parse


def said(text: str) -> list[str]:
    """Return the messages that a text gives."""
    with pytest.raises(YamlError) as caught:
        parse(text, "f")
    return str(caught.value).splitlines()


@pytest.fixture(params=["CBaseLoader", "BaseLoader"])
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read with libyaml, and as where it is not installed."""
    loader = getattr(strict_yaml.yaml, request.param, None)
    if loader is None:
        pytest.skip("PyYAML is installed without libyaml")
    monkeypatch.setattr(strict_yaml, "_LOADER", loader)


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1", 1),
        ("-12", -12),
        ("9223372036854775807", 2**63 - 1),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e-9", 1e-9),
        (".inf", math.inf),
        ("-.inf", -math.inf),
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ('"no"', "no"),
        ('"2024-05-01"', "2024-05-01"),
        ('"é\\u00e9\\n"', "éé\n"),
        ("note", "note"),
        ("1.2.3", "1.2.3"),
        ("NaN", "NaN"),
        ("[1, 2.0, three, [four]] # a comment", [1, 2.0, "three", ["four"]]),
        ("{a: 1, b: {c: 2}}", {"a": 1, "b": {"c": 2}}),
        ("|\n  one\n  two", "one\ntwo\n"),
        (">-\n  one\n  two", "one two"),
        ("|\n  no", "no\n"),
        ("\n  - 1\n  - 2", [1, 2]),
        ("one\n  two", "one two"),
    ],
)
def test_unambiguous_forms_are_read(written: str, read: Any) -> None:
    value = parse(f"key: {written}\n", "f").data["key"]
    assert value == read
    assert type(value) is type(read)


def test_nan_is_read() -> None:
    assert all(math.isnan(value) for value in parse("[.nan, .NaN]", "f").data)


def test_keys_are_text_or_whole_numbers() -> None:
    assert parse("{1: a, two: b, 1.5: c, true: d, null: e}", "f").data == {
        1: "a",
        "two": "b",
        "1.5": "c",
        "true": "d",
        "null": "e",
    }


def test_positions_are_of_keys_and_values() -> None:
    file = parse("# comment\na: 1\nb:\n  - x\n  - é: {c: 2}\n", "f")
    assert file.keys == {("a",): (2, 1), ("b",): (3, 1), ("b", 1, "é"): (5, 5), ("b", 1, "é", "c"): (5, 9)}
    assert file.values[()] == (2, 1)
    assert file.values["b", 0] == (4, 5)
    assert file.values["b", 1, "é", "c"] == (5, 12)


def test_problem_stands_at_the_nearest_part_of_the_file() -> None:
    file = parse("a:\n  b: 1\n", "f")
    assert str(file.problem(("a", "b"), "m")) == "f:2:6: m"
    assert str(file.problem(("a", "b"), "m", at_key=True)) == "f:2:3: m"
    assert str(file.problem(("a", "c", "d"), "m")) == "f:2:3: m"
    assert str(file.problem(("a", "c"), "m", at_key=True)) == "f:2:3: m"
    assert str(strict_yaml.YamlFile("f").problem((), "m")) == "f:1:1: m"


def test_message_is_one_printable_line_of_bounded_length() -> None:
    assert Problem("f", 1, 1, "a\n  b\x1b[31m\x00").message == "a b\\x1b[31m\\x00"
    long = Problem("f", 1, 1, "a" * 1000 + "z").message
    assert len(long) == MAX_MESSAGE + 3
    assert (long[0], long[-1]) == ("a", "z")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: \x07", "f:1:4: the character U+0007 is not allowed in YAML; take it out"),
        ("a: 1\nb: \ud800", "f:2:4: the character U+D800 is not allowed in YAML; take it out"),
        ("a: - 1", "f:1:4: a list cannot begin here; begin it in a line of its own"),
        ("a: ]", "f:1:4: a value is missing here; write one"),
        ("a: |x\n", "f:1:5: `|` and `>` stand alone; begin the text in the next line"),
        ("a: &\n", "f:1:4: a value cannot begin with `&` or `*`; put it in quotes"),
        ("a: !x!y z", "f:1:4: a tag that is not used here; leave it out"),
        ("a: |\n  x\n\ty\n", "f:3:1: a tab; indent with spaces"),
        ('a: "x\n--- \n"', "f:1:4: this quote is never closed; close it"),
        ("a: 1\n...\nb: 2", "f:3:1: this does not fit what stands before it; indent it like the lines it belongs"),
        ("- 0b12", 'f:1:3: `0b12` is a number in another base; write "0b12" in quotes if text is meant'),
        ("- -0x1F", 'f:1:3: `-0x1F` is a number in another base; write -31, or "-0x1F" in quotes if text is meant'),
        ("- 1e999", "f:1:3: `1e999` is too large; write a smaller number or `.inf`, or put it in quotes if text"),
        ("no: 1", 'f:1:1: some YAML readers take `no` for a truth value; write "no" in quotes'),
    ],
)
@pytest.mark.usefixtures("_loader")
def test_refused_forms_say_what_to_write(text: str, message: str) -> None:
    (line,) = said(text)
    assert line.startswith(message)


def test_thousands_of_digits_are_refused() -> None:
    assert "is too large" in said("- " + "9" * 5000)[0]
    assert said("- " + "0" * 5000)[0].startswith("f:1:3: some YAML readers take `000")


def test_anchor_before_a_syntax_error_is_reported_with_it() -> None:
    assert said("a: &x 1\nb: @\n") == [
        "f:1:4: anchors and aliases are not used here; write the value out",
        "f:2:4: a value cannot begin with '@'; put it in quotes",
    ]


def test_forty_levels_are_allowed() -> None:
    assert parse("[" * 40 + "]" * 40, "f").data
    assert said("[" * 500) == ["f:1:41: nested more than 40 levels deep; make it flatter"]
    (problem,) = said("[" * 100_000)  # PyYAML 6.0.4 ends this itself, at the 1,001st
    assert problem.endswith(": nested more than 40 levels deep; make it flatter")


def test_place_of_invalid_utf8_is_counted_in_characters(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes("a: 1\né: ".encode() + b"\xff")
    with pytest.raises(YamlError) as caught:
        strict_yaml.read(path, "f")
    assert str(caught.value) == "f:2:4: this is not UTF-8; save the file as UTF-8"


SNIPPETS = st.sampled_from(
    [
        *"abn01.-_:+e \t\n\r\"'[]{},#&*!|>%@`?\\~=<\x00\x85\u2028\ufeffé😀",
        "\n  ",
        ": ",
        "- ",
        "0x",
        "1e9",
        "---\n",
        "...\n",
    ]
)


def problems_of(text: str) -> list[Problem]:
    """Return what keeps a text from being read, if anything."""
    try:
        parse(text, "f")
    except YamlError as error:
        return error.problems
    return []


@pytest.mark.usefixtures("_loader")
def test_text_is_parsed_or_refused_and_never_crashes() -> None:
    @given(st.lists(SNIPPETS, max_size=40).map("".join) | st.text(max_size=60))
    @example('"\\ud800"')
    @example("\ud800")
    @example("? [a\n")
    @example("[")
    @example("a: 1\r\nb: [\u2028\x85@")
    def check(text: str) -> None:
        for problem in problems_of(text):
            assert min(problem.line, problem.column) >= 1
            assert problem.message.isprintable()

    check()
