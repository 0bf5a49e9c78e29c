"""Worksheets: the numbers of each student, several on one sheet, and the key."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from golden import assert_golden
from places import COURSE

from grader.questions.numeric.judge import judge
from grader.questions.numeric.question import NumericQuestion
from grader.questions.numeric.rounding import half_unit
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.sheet import Variant, draw_sheet, minus, open_sheet

OPENED = open_sheet(COURSE, "five_tokens")
OTHER = open_sheet(COURSE, "one_call")
PRINTED = draw_sheet([OPENED], "golden", "ada", "Ada Lovelace")
(GOLDEN,) = PRINTED.parts


def draw(seed: str, student: str = "") -> Variant:
    return draw_sheet([OPENED], seed, student).parts[0]


def right(variant: Variant) -> dict[str, str]:
    return {question.name: question.shown(question.answer(variant.numbers)) for question in variant.questions}


def question(name: str) -> NumericQuestion:
    return next(each for each in OPENED.questions if each.name == name)


def test_the_same_seed_and_student_always_give_the_same_sheet() -> None:
    again = draw_sheet([OPENED], "golden", " ADA ", "Ada Lovelace")
    assert (again.parts[0].numbers, again.id) == (GOLDEN.numbers, PRINTED.id)
    assert len({draw_sheet([OPENED], "golden", f"student {number}").id for number in range(5)}) == 5
    assert draw_sheet([OPENED], "another", "ada").id != PRINTED.id


def test_the_golden_sheet_and_its_key_look_as_they_did(request: pytest.FixtureRequest) -> None:
    for which in ("sheet", "key"):
        text = worksheet_page.render([PRINTED], which, "a4", for_screen=False)  # type: ignore[arg-type]
        assert_golden(request, f"worksheet-{which}.html", text)


def test_several_worksheets_are_one_sheet_with_their_own_numbers_and_one_count_of_steps() -> None:
    both = draw_sheet([OPENED, OTHER], "golden", "ada", "Ada Lovelace")
    assert both.parts[0].numbers == GOLDEN.numbers
    assert both.id not in {PRINTED.id, draw_sheet([OTHER], "golden", "ada").id}
    assert both.id != draw_sheet([OTHER, OPENED], "golden", "ada").id
    for which, heading in (("sheet", ""), ("key", "Key: ")):
        text = worksheet_page.render([both], which, "a4")  # type: ignore[arg-type]
        assert re.findall("<h1>(.*)</h1>", text) == [f"{heading}Five tokens by hand, What one call costs"]
        assert re.findall('<h2 class="part">(.*)</h2>', text) == ["Five tokens by hand", "What one call costs"]
        numbers = [int(number) for number in re.findall(r'<span class="number">(\d+)</span>', text)]
        assert numbers == list(range(1, 15))
    rooms = re.findall(r"\.step-(\d+) \.room\{height:(\d+)mm\}", worksheet_page.render([both], "sheet", "a4"))
    steps = [step for part in both.parts for step in part.sheet.steps]
    assert rooms == [(f"{number}", f"{step.room_mm:g}") for number, step in enumerate(steps, 1)]


def test_the_seed_is_in_no_document_and_no_answer_in_what_students_get() -> None:
    printed = draw_sheet([OPENED], "xq7-secret-text", "ada")
    sheet, key = (worksheet_page.render([printed], which, "a4", for_screen=False) for which in ("sheet", "key"))  # type: ignore[arg-type]
    assert "secret" not in sheet + key
    for answer in right(printed.parts[0]).values():
        if len(answer) > 10:
            assert answer not in sheet
    sums = question("exponentials_and_sum").answer(printed.parts[0].numbers)
    assert minus(f"{float(sums[-1]):.3f}") not in sheet


@pytest.mark.slow
def test_the_table_has_every_exponential_that_is_needed_and_is_the_same_for_everybody() -> None:
    for student in range(10):
        variant = draw("table", str(student))
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
        variant = draw("limits", str(student))
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


def test_half_a_unit_never_decides() -> None:
    for student in range(3):
        variant = draw("unit", str(student))
        for each in variant.questions:
            if each.kind.is_exact:
                continue
            for sign in (1, -1):
                moved = [float(value) + sign * 0.999 * half_unit(3) for value in each.answer(variant.numbers)]
                shown = "; ".join(f"{max(0.0, value):.6f}" for value in moved)
                assert judge(each, variant.numbers, shown).is_right
