"""Worksheets: the numbers of each student, the key, the file for answers, and how it is marked."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from golden import assert_golden
from hypothesis import given, settings
from hypothesis import strategies as st
from places import COURSE

from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.questions.numeric.judge import ROUNDED_TOO_EARLY, judge
from grader.questions.numeric.question import NumericQuestion
from grader.questions.numeric.rounding import half_unit
from grader.questions.worksheet import answer_file
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.mark import mark
from grader.questions.worksheet.sheet import Variant, draw, minus, open_sheet

OPENED = open_sheet(COURSE, "five_tokens")
GOLDEN = draw(OPENED, "golden", "ada", "Ada Lovelace")
NAMES = [step.question for step in OPENED.sheet.steps]
FILE = "five_tokens.yaml"


def right(variant: Variant) -> dict[str, str]:
    """Return the right answers as the key shows them."""
    return {question.name: question.shown(question.answer(variant.numbers)) for question in variant.questions}


def filled_in(variant: Variant, answers: dict[str, str]) -> bytes:
    """Fill in the template."""
    text = answer_file.template(variant)
    for name, answer in answers.items():
        text = text.replace(f"\n{name}:", f"\n{name}: {answer}")
    return text.encode()


def marked(source: bytes | str, variant: Variant = GOLDEN) -> ExerciseResult:
    """Mark a file."""
    return mark(variant, source.encode() if isinstance(source, str) else source, FILE)


def check(result: ExerciseResult, name: str) -> CheckResult:
    """Return a check by its name."""
    return next(each for each in result.checks if each.name == name)


def question(name: str) -> NumericQuestion:
    """Return a question of the sheet."""
    return next(each for each in OPENED.questions if each.name == name)


# --- the variant ------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_seed_and_student_always_give_the_same_sheet() -> None:
    again = draw(OPENED, "golden", "ada", "Ada Lovelace")
    assert (again.numbers, again.id) == (GOLDEN.numbers, GOLDEN.id)
    assert draw(OPENED, "golden", " ADA ").id == GOLDEN.id
    assert len({draw(OPENED, "golden", f"student {number}").id for number in range(20)}) == 20
    assert draw(OPENED, "another", "ada").id != GOLDEN.id


def test_numbers_do_not_change_from_one_version_to_the_next() -> None:
    assert (GOLDEN.id, dict(GOLDEN.numbers)) == (
        "vccr-fjyg",
        {"tokens": ["fog", "snow", "wind", "sun", "rain"], "logits": [-2.0, -1.0, -0.5, 0.5, -1.5], "top_p": 0.8},
    )


def test_the_golden_sheet_and_its_key_look_as_they_did(request: pytest.FixtureRequest) -> None:
    for which in ("sheet", "key"):
        text = worksheet_page.render([GOLDEN], which, "a4", for_screen=False)  # type: ignore[arg-type]
        assert_golden(request, f"worksheet-{which}.html", text)


def test_the_id_is_made_of_what_is_printed_and_says_nothing_of_the_seed() -> None:
    assert re.fullmatch("[2-9a-hjkmnp-z]{4}-[2-9a-hjkmnp-z]{4}", GOLDEN.id)
    assert Variant(GOLDEN.sheet, GOLDEN.questions, dict(GOLDEN.numbers), "somebody else").id == GOLDEN.id


def test_the_seed_is_in_no_document_and_no_answer_in_what_students_get() -> None:
    seed = "xq7-secret-text"
    variant = draw(OPENED, seed, "ada")
    sheet = worksheet_page.render([variant], "sheet", "a4", for_screen=False)
    template = answer_file.template(variant)
    for text in (sheet, template, worksheet_page.render([variant], "key", "a4")):
        assert "secret" not in text
    for answer in right(variant).values():
        if len(answer) > 10:
            assert answer not in sheet + template
    sums = question("exponentials_and_sum").answer(variant.numbers)
    assert minus(f"{sums[-1]:.3f}") not in sheet


@pytest.mark.slow
def test_the_table_has_every_exponential_that_is_needed_and_is_the_same_for_everybody() -> None:
    for student in range(10):
        variant = draw(OPENED, "table", str(student))
        scaled = {z / t for z in variant.numbers["logits"] for t in (0.5, 1, 2)}
        assert scaled <= {exponent for exponent, _ in variant.exponentials}
        assert variant.exponentials == GOLDEN.exponentials
    bare = replace(GOLDEN, sheet=replace(GOLDEN.sheet, exponentials=(0.125,)))
    needed = [minus(step.label) for each in OPENED.questions for step in each.working(GOLDEN.numbers)]
    assert {f"exp({minus(f'{exponent:g}')})" for exponent, _ in bare.exponentials} <= {*needed, "exp(.125)"}
    assert replace(GOLDEN, sheet=replace(GOLDEN.sheet, exponentials=())).exponentials == ()


@pytest.mark.parametrize(
    ("text", "printed"),
    [("-1.5", "−1.5"), ("p(old)", "p(old)"), ("-0.000", ".000"), ("-0.001", "−.001"), ("0.1, -2", ".1, −2"), ("10.5", "10.5"),
     ("top-3", "top-3"), ("exp(-1)", "exp(−1)"), ("-0", "0"), ("1e-3", "1e-3")],
)  # fmt: skip
def test_minus_signs_are_those_of_print(text: str, printed: str) -> None:
    assert minus(text) == printed


# --- the key ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_key_accepts_exactly_what_the_judge_accepts() -> None:
    for student in range(3):
        variant = draw(OPENED, "limits", str(student))
        for shown, (_, each) in zip(worksheet_page.key_steps(variant), variant.steps, strict=True):
            for place, entry in enumerate(shown.entries):
                low, high = (float(limit.replace("−", "-")) for limit in entry.accepted)
                answers = [f"{float(value):.3f}" for value in each.answer(variant.numbers)]
                for value, is_right in ((low, True), (high, True), (high + 0.001, False), (low - 0.001, False)):
                    if value < 0 and each.kind.is_part_of_one:
                        continue
                    text = "; ".join([*answers[:place], f"{value:.3f}", *answers[place + 1 :]])
                    assert judge(each, variant.numbers, text).is_right is is_right, (each.name, entry, text)


def test_the_key_has_every_number_on_the_way() -> None:
    steps = list(worksheet_page.key_steps(GOLDEN))
    for number, (shown, (_, each)) in enumerate(zip(steps, GOLDEN.steps, strict=True)):
        told, like = list(shown.working), shown.like
        while like:
            told = [*steps[like - 1].working, *told]
            assert like - 1 < number
            like = steps[like - 1].like
        labels = [minus(step.label) for step in each.working(GOLDEN.numbers)]
        assert [entry.partition("\u00a0=\u00a0")[0] for entry in told] == labels


def test_the_key_says_what_each_typical_mistake_comes_to() -> None:
    for shown, (_, each) in zip(worksheet_page.key_steps(GOLDEN), GOLDEN.steps, strict=True):
        titles = [title for titles in shown.wrong.values() for title in titles]
        assert sorted(titles) == sorted(
            mistake.title for mistake in each.mistakes if mistake.name in each.wrong_answers(GOLDEN.numbers)
        )


# --- the file for answers ---------------------------------------------------------------------


def test_the_template_asks_for_every_step_and_is_not_attempted() -> None:
    result = marked(answer_file.template(GOLDEN))
    assert {each.verdict for each in result.checks} == {Verdict.NOT_ATTEMPTED}
    assert {each.message for each in result.checks} == {"no answer was written"}
    assert (result.score, result.max_score) == (0, 15)
    assert answer_file.template(GOLDEN).isascii() is False
    assert f"\nsheet: {GOLDEN.id}\n" in answer_file.template(GOLDEN)
    assert GOLDEN.id not in answer_file.template(GOLDEN, has_id=False)


def test_a_template_for_everybody_names_no_tokens() -> None:
    text = answer_file.template(GOLDEN, has_id=False)
    assert not any(f" {token}" in text for token in GOLDEN.numbers["tokens"])
    assert "(all in the order of your sheet; sum)" in text


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_right_answers_earn_all_points(seed: str) -> None:
    variant = draw(OPENED, seed, "student")
    result = marked(filled_in(variant, right(variant)), variant)
    assert (result.verdict, result.score) == (Verdict.PASS, 15)
    assert (result.id, result.title, result.file) == ("by_hand/five_tokens", "Five tokens by hand", FILE)
    assert all(each.message == each.note == each.got == each.expected == "" for each in result.checks)


SPELLINGS = {
    "utf-16 of a Windows editor": lambda text: text.encode("utf-16"),
    "utf-8 with its mark": lambda text: text.encode("utf-8-sig"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "line ends of an old Mac": lambda text: text.replace("\n", "\r").encode(),
    "no comments": lambda text: re.sub("(?m)^#.*\n", "", text).encode(),
    "keys in capitals and with hyphens": lambda text: re.sub(
        r"(?m)^\w+:", lambda found: found[0].upper().replace("_", "-"), text
    ).encode(),
    "quotes": lambda text: re.sub(r"(?m)^(\w+): (.+)$", r'\1: "\2"', text).encode(),
    "a list in brackets": lambda text: re.sub(r"(?m)^(\w+): (.*,.*)$", r"\1: [\2]", text).encode(),
    "a list with hyphens": lambda text: re.sub(
        r"(?m)^(\w+): (.*,.*)$", lambda found: found[1] + ":" + "".join(f"\n  - {e.strip('{} ')}" for e in found[2].split(",")), text
    ).encode(),
    "continued in the next line": lambda text: re.sub(r"(?m)^(\w+): (.+?),", r"\1: \2,\n   ", text).encode(),
    "remarks behind answers": lambda text: re.sub(r"(?m)^(\w+: .+)$", r"\1   # looked up", text).encode(),
    "a line that begins a document": lambda text: f"---\n{text}".encode(),
    "points and commas of other places": lambda text: re.sub(
        r"(?m)^(\w+): ([0-9., ]+)$", lambda found: f"{found[1]}: " + found[2].replace(", ", "; ").replace(".", ","), text
    ).encode(),
}  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_answers_may_be_written_in_many_ways(spelling: str) -> None:
    result = marked(SPELLINGS[spelling](filled_in(GOLDEN, right(GOLDEN)).decode()))
    assert (result.score, [each.message for each in result.checks if each.message]) == (15, [])


def test_a_known_wrong_answer_is_named_as_in_exercises() -> None:
    half = question("half_temperature_row")
    wrong = half.shown(half.wrong_answers(GOLDEN.numbers)["multiplied"])
    failed = check(marked(filled_in(GOLDEN, {**right(GOLDEN), half.name: wrong})), "Temperature .5")
    assert failed.mistake is not None
    assert (failed.verdict, failed.mistake.name, failed.got) == (Verdict.FAIL, "multiplied", wrong)
    assert failed.mistake.title == "The logits were multiplied by .5 instead of divided."


def test_several_mistakes_with_the_same_answer_are_told_together() -> None:
    variant, hits = next(
        (each, hits)
        for each in (draw(OPENED, "several", str(number)) for number in range(50))
        if len(hits := judge(question("nucleus_tokens"), each.numbers, ", ".join(each.numbers["tokens"])).mistakes) > 1
    )
    result = marked(filled_in(variant, {"nucleus_tokens": ", ".join(variant.numbers["tokens"])}), variant)
    failed = check(result, "Top-p")
    assert failed.mistake is None
    assert failed.message.startswith("There are ")
    assert all(each.title in failed.message for each in hits)


def early() -> tuple[Variant, str]:
    """Return a sheet whose probabilities, worked out with two decimals, are rounded too early; and that answer."""
    row = question("softmax_row")
    for number in range(200):
        variant = draw(OPENED, "early", str(number))
        for values in row.answers_with_a_pen(variant.numbers, 2, 2):
            text = "; ".join(f"{float(each):.2f}" for each in values)
            if judge(row, variant.numbers, text).score == ROUNDED_TOO_EARLY:
                return variant, text
    raise AssertionError


def with_early_points(points: int | None, variant: Variant) -> Variant:
    """Return a sheet on which rounding too early earns so many points in the second step."""
    steps = variant.sheet.steps
    return replace(
        variant,
        sheet=replace(variant.sheet, steps=(steps[0], replace(steps[1], rounded_too_early=points), *steps[2:])),
    )


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (1, [("Probabilities", Verdict.PASS, 1), ("Probabilities: rounding", Verdict.FAIL, 0)]),
        (0, [("Probabilities", Verdict.FAIL, 0)]),
        (2, [("Probabilities", Verdict.PASS, 2)]),
        (None, [("Probabilities", Verdict.PASS, 2)]),
    ],
)
def test_rounding_too_early_earns_what_the_worksheet_says(points: int | None, expected: list[Any]) -> None:
    variant, text = early()
    result = marked(filled_in(variant, {"softmax_row": text}), with_early_points(points, variant))
    about = [each for each in result.checks if each.name.startswith("Probabilities")]
    assert [(each.name, each.verdict, each.score) for each in about] == expected
    told = "The method is right, but a step was rounded too early. Keep 3 decimals in every step."
    assert [each.message or each.note for each in about if each.message or each.note] == [told]


def test_a_step_that_is_wrong_skips_its_rounding_and_nothing_else() -> None:
    result = marked(filled_in(GOLDEN, {**right(GOLDEN), "softmax_row": "1; 2; 3; 4; 5"}))
    wrong = [each for each in result.checks if each.verdict is not Verdict.PASS]
    assert [(each.name, each.verdict) for each in wrong] == [
        ("Probabilities", Verdict.FAIL),
        ("Probabilities: rounding", Verdict.SKIPPED),
    ]
    assert result.score == 13
    assert wrong[0].location is not None
    source = filled_in(GOLDEN, right(GOLDEN)).decode().splitlines()
    assert source[(wrong[0].location.line or 0) - 1].startswith("softmax_row:")


def test_no_message_tells_a_right_answer() -> None:
    wrong = {"softmax_row": "0.9; 0.1; 0; 0; 0", "greedy_token": GOLDEN.numbers["tokens"][0], "top_3_row": "x"}
    text = json.dumps([each.to_json() for each in marked(filled_in(GOLDEN, wrong)).checks])
    for values in right(GOLDEN).values():
        assert all(part not in text for part in re.findall(r"\d\.\d{3}", values))
    assert all(each.expected == "" for each in marked(filled_in(GOLDEN, wrong)).checks)


# --- what can be wrong with the file ----------------------------------------------------------

REMARKS = [
    ("softmx_row: 1", "line 1 answers \"softmx_row\", which is no step; did you mean softmax_row?"),
    ("hello", "line 1 is \"hello\", which answers no step; write the step's name, a colon and the answer."),
    ("zzz: 1", "line 1 answers \"zzz\", which is no step; use the names of the template."),
    ("\x1b[31m\u202e: <b>", "line 1 answers \"\\x1b[31m\\u202e\", which is no step; use the names of the template."),
    ("sheet: abcd-2345", f"the file answers sheet \"abcd-2345\", but this student's is {GOLDEN.id}; "
     f"the answers were held against {GOLDEN.id}."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), REMARKS)
def test_what_answers_no_step_is_told_and_costs_nothing(line: str, told: str) -> None:
    told = told[0].upper() + told[1:]
    answers = "".join(f"{name}: {answer}\n" for name, answer in right(GOLDEN).items())
    result = marked(f"{line}\n{answers}")
    assert (result.score, result.verdict) == (15, Verdict.PASS)
    assert result.checks[0].note == told
    result = marked(f"{line}\n{answers.partition(chr(10))[2]}")
    assert result.score == 13
    assert result.checks[0].message == f"there is no line `exponentials_and_sum:` in {FILE}. {told}"


def test_many_lines_that_answer_nothing_are_told_in_one_sentence() -> None:
    message = marked("a\n" * 5000).checks[0].message
    assert message.count("answers no step") == 3
    assert message.endswith(" 4997 more lines answer no step.")


def test_a_step_that_is_answered_twice_earns_nothing_and_says_where() -> None:
    answers = "".join(f"{name}: {answer}\n" for name, answer in right(GOLDEN).items())
    result = marked(f"{answers}greedy_token: {right(GOLDEN)['greedy_token']}\n")
    assert check(result, "Greedy").message == "This step is answered in lines 3 and 8; keep one of them."
    assert result.score == 14


@pytest.mark.parametrize("sheet", ["", "?", "GOLDEN".lower()])
def test_an_id_is_read_generously_and_its_lack_costs_nothing(sheet: str) -> None:
    own = GOLDEN.id.upper().replace("-", " ") if sheet == "golden" else sheet
    source = filled_in(GOLDEN, right(GOLDEN)).decode().replace(f"sheet: {GOLDEN.id}", f"sheet: {own}")
    result = marked(source)
    assert result.score == 15
    assert bool(result.checks[0].note) == (sheet == "?")


HOSTILE = {
    "nothing": b"",
    "null bytes": b"\0" * 1000,
    "no text": bytes(range(256)) * 100,
    "half of a letter of utf-16": b"\xff\xfea",
    "a deep nest": b"softmax_row: " + b"[" * 100_000,
    "a long answer": b"softmax_row: " + b"1," * 120_000,
    "long digits": b"greedy_token: " + b"9" * 200_000,
    "an anchor": b"softmax_row: &a [*a, *a]",
    "a tag": b"softmax_row: !!python/object/apply:os.system [ls]",
    "many keys": b"softmax_row: 1\n" * 15_000,
    "colons": b":" * 200_000,
    "blanks": b" " * 200_000,
    "continued for ever": b"softmax_row: 1\n" + b" 1\n" * 80_000,
    "a formula": b'softmax_row: =cmd|" /C calc"!A0',
    "a command of a runner": b"::error file=x::boo\nsoftmax_row: ::set-output name=x::y",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_earn_nothing_and_stop_nothing(name: str) -> None:
    result = marked(HOSTILE[name])
    assert result.score == 0
    assert {each.verdict for each in result.checks} <= {Verdict.NOT_ATTEMPTED, Verdict.FAIL, Verdict.SKIPPED}
    for each in result.checks:
        assert len(each.message) < 900
        assert len(each.got) < 200


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(NAMES), st.text(max_size=60))
def test_no_file_whatever_is_in_it_stops_the_marking(noise: bytes, name: str, answer: str) -> None:
    for source in (noise, f"{name}: {answer}\n".encode("utf-8", "replace") + noise):
        result = marked(source)
        assert result.max_score == 15
        json.dumps([each.to_json() for each in result.checks]).encode()


def test_the_file_to_fill_in_says_what_it_is() -> None:
    first, *_ = answer_file.template(GOLDEN).splitlines()
    assert first == "# Answers to the worksheet “Five tokens by hand”."


def test_half_a_unit_never_decides() -> None:
    for student in range(3):
        variant = draw(OPENED, "unit", str(student))
        for each in variant.questions:
            if each.kind.is_exact:
                continue
            for sign in (1, -1):
                moved = [float(value) + sign * 0.999 * half_unit(3) for value in each.answer(variant.numbers)]
                shown = "; ".join(f"{max(0.0, value):.6f}" for value in moved)
                assert judge(each, variant.numbers, shown).is_right
