"""All numeric questions: answers by independent paths, fair draws, no honest answer refused, every mistake named."""

from __future__ import annotations

import hashlib
import json

import pytest
from golden import assert_same
from libraries import SOLUTIONS
from numeric_answers import ANSWERS, Numbers
from places import COURSE, DATA
from sizes import three_always

from grader.questions.numeric.judge import judge
from grader.questions.numeric.question import NumericQuestion, load_question, question_names
from grader.questions.numeric.rounding import near
from grader.questions.worksheet.sheet import draw_sheet, open_sheet

FIVE_LOGITS = (
    *("top_probability", "last_probability", "top_k_probability"),
    *("nucleus_tokens", "nucleus_sizes", "temperature_probability"),
)
LESSON = {"tokens": ["the", "a", "an", "and", "or"], "logits": [4, 3, 2, 1, 0.5]}
NAMES = question_names(SOLUTIONS)


def assert_recomputed(question: NumericQuestion, numbers: Numbers) -> None:
    """Compare the answer with the one of an independent path, from the numbers as they are printed."""
    printed = json.loads(json.dumps(numbers))
    other = ANSWERS[question.name](printed)
    mine = question.answer(numbers)
    if question.kind.is_text:
        other = [other] if isinstance(other, str) else other
        assert (set(mine), len(mine)) == (set(other), len(other))
        assert isinstance(other, set) or list(mine) == list(other)
        return
    row = other if isinstance(other, list) else [other]
    assert all(near(one, float(each), 1e-9 * max(1, abs(one))) for one, each in zip(mine, row, strict=True))


def test_there_is_an_independent_answer_to_every_question() -> None:
    assert sorted(ANSWERS) == NAMES


@pytest.mark.parametrize("name", three_always(NAMES))
def test_answers_are_recomputed_from_what_is_printed(name: str) -> None:
    question = load_question(SOLUTIONS, name)
    for student in range(10):
        assert_recomputed(question, question.draw("recomputed", str(student)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five_tokens", "two_models", "one_call"])
def test_the_steps_of_every_worksheet_are_recomputed_from_one_draw(name: str) -> None:
    opened = open_sheet(COURSE, name)
    for student in range(5):
        numbers = draw_sheet([opened], "course", str(student)).parts[0].numbers
        for question in opened.questions:
            assert_recomputed(question, numbers)
            assert question.objection(numbers) == ""


@pytest.mark.parametrize("name", FIVE_LOGITS)
def test_the_worked_example_is_nobodys_question(name: str) -> None:
    question = load_question(SOLUTIONS, name)
    drawn = {**question.draw("any"), **LESSON}
    shifted = {**drawn, "logits": [z - 1.5 for z in LESSON["logits"]]}
    assert [question.objection(each) for each in (drawn, shifted)] == ["`is_allowed` refuses them"] * 2


def test_draws_do_not_change_from_one_version_to_the_next(request: pytest.FixtureRequest) -> None:
    everything = {
        name: [load_question(SOLUTIONS, name).draw("golden", str(number)) for number in range(3)] for name in NAMES
    }
    assert everything["top_probability"][0] == {
        "tokens": GOLDEN_TOKENS,
        "logits": GOLDEN_LOGITS,
    }
    # Else sheets that are printed already ask for other numbers than their keys.
    hashes = {
        name: hashlib.sha256(json.dumps(drawn, sort_keys=True).encode()).hexdigest()
        for name, drawn in everything.items()
    }
    assert_same(
        request, DATA / "golden/drawn_numbers.txt", "".join(f"{name} {hashes[name]}\n" for name in sorted(hashes))
    )


GOLDEN_TOKENS = ["duke", "king", "queen", "prince", "knight"]
GOLDEN_LOGITS = [3.5, 2.5, 0.0, 2.0, 4.5]


@pytest.mark.parametrize(
    ("name", "more", "text"),
    [
        ("top_probability", {}, ".632"),
        ("top_probability", {}, "63.2 %"),
        ("top_k_probability", {"k": 3}, ".665"),
        ("top_k_probability", {"k": 3}, ".666"),
        ("top_k_probability", {"k": 3}, ".664"),
        ("nucleus_tokens", {"top_p": 0.9}, "the, a, an"),
        ("temperature_probability", {"temperature": 0.5}, ".864"),
        ("temperature_probability", {"temperature": 2}, ".422"),
        ("softmax_row", {}, ".632 .232 .085 .031 .019"),
        ("exponentials_and_sum", {}, "54.598 20.086 7.389 2.718 1.649 86.440"),
        ("double_temperature_row", {}, ".422 .256 .155 .094 .073"),
        ("half_temperature_row", {}, ".864 .117 .016 .002 .001"),
    ],
)
def test_what_the_lesson_works_out_is_right(name: str, more: Numbers, text: str) -> None:
    assert judge(load_question(SOLUTIONS, name), {**LESSON, **more}, text).message == "Right."


@pytest.mark.parametrize(
    ("name", "more", "text", "slugs"),
    [
        ("top_probability", {}, ".381", ["share_of_the_logits"]),
        ("top_probability", {}, ".509", ["powers_of_two"]),
        ("top_probability", {}, ".982", ["sigmoid"]),
        ("top_probability", {}, ".2", ["all_equally_likely"]),
        ("top_k_probability", {"k": 3}, ".632", ["not_shared_out"]),
        ("top_k_probability", {"k": 3}, ".949", ["sum_of_the_kept"]),
        ("top_k_probability", {"k": 3}, ".644", ["one_too_many"]),
        ("top_k_probability", {"k": 3}, ".731", ["one_too_few"]),
        ("top_k_probability", {"k": 3}, ".333", ["all_equal"]),
        ("top_k_probability", {"k": 3}, ".682", ["rest_to_the_best"]),
        ("temperature_probability", {"temperature": 0.5}, ".422", ["multiplied"]),
        ("temperature_probability", {"temperature": 0.5}, ".632", ["no_effect"]),
        ("temperature_probability", {"temperature": 0.5}, "1.263", ["probability_divided"]),
        ("temperature_probability", {"temperature": 0.5}, ".420", ["softmax_of_the_probabilities"]),
        ("temperature_probability", {"temperature": 2}, ".864", ["multiplied"]),
        ("temperature_probability", {"temperature": 2}, ".316", ["probability_divided"]),
        ("temperature_probability", {"temperature": 2}, ".632", ["no_effect"]),
        ("nucleus_tokens", {"top_p": 0.9}, "the a", ["crossing_token_dropped"]),
        ("nucleus_tokens", {"top_p": 0.9}, "the a an and", ["one_too_many"]),
        ("nucleus_tokens", {"top_p": 0.9}, "the", ["only_the_likeliest"]),
        ("nucleus_tokens", {"top_p": 0.9}, "the a an and or", ["share_of_the_tokens"]),
    ],
)
def test_known_wrong_answers_to_the_lessons_numbers_are_named(
    name: str, more: Numbers, text: str, slugs: list[str]
) -> None:
    judgement = judge(load_question(SOLUTIONS, name), {**LESSON, **more}, text)
    assert (judgement.score, [each.name for each in judgement.mistakes]) == (0, slugs)


def test_questions_of_the_quiz_have_their_known_answers() -> None:
    positions = {"prompt_length": 200, "generated": 50}
    assert load_question(SOLUTIONS, "positions_processed").answer(positions) == (11225, 249)
    named = {
        text: judge(load_question(SOLUTIONS, "positions_processed"), positions, text)
        for text in ("11225; 250", "12500; 249")
    }
    assert [each.mistakes[0].name for each in named.values()] == ["last_token_fed", "every_pass_at_full_length"]
    three = {"p": [0.5, 0.3, 0.2], "q": [0.2, 0.5, 0.3]}
    assert judge(load_question(SOLUTIONS, "acceptance"), three, ".7").is_right
    assert judge(load_question(SOLUTIONS, "residual"), three, "(1, 0, 0)").is_right
    assert judge(load_question(SOLUTIONS, "acceptance"), three, ".31").mistakes[0].name == "both_pick_the_same"
    assert judge(load_question(SOLUTIONS, "residual"), three, ".5 .3 .2").mistakes[0].name == "target_itself"
    assert (
        judge(load_question(SOLUTIONS, "residual"), three, ".5; .333; .167").mistakes[0].name
        == "sizes_of_the_differences"
    )
    assert judge(load_question(SOLUTIONS, "tail_token"), {"tail": 0.05, "steps": 50}, ".923").is_right
