"""Questions about one's own code that can be answered by reading the code, and only so.

The rules are written from 60 questions that a reader answered without the key, and called trivial or ambiguous.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from learner_sets import nth_variants, reference_set, write_set, written_set
from places import COURSE

from grader.checks.random import Random
from grader.core.call import Call, Ending, Outcome, Outcomes, Step
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.questions.numeric.rng import Draws
from grader.questions.own_code.bench import FEW, Bench
from grader.questions.own_code.calls import ShortCall, model_answers
from grader.questions.own_code.draw import mixed
from grader.questions.own_code.kinds import kinds
from grader.questions.own_code.kinds.variable import _are_alike, _conditional, _reads_arguments_alone
from grader.questions.own_code.kinds.which_call import _chosen
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.wrong_values import wrong_values
from grader.sandbox.launcher import Launcher

PREPARED = PreparedExercises(COURSE)
MOST = 5
"""Questions of each exercise that are looked at."""
MIXED = "picking/sampler_pipeline"
"""An exercise of which most lines make a check on random inputs fail, and some other one, too."""


def assert_call_is_not_told(question: OwnQuestion) -> None:
    """Assert that only the options show calls, all of one function, and that none is empty beside one that is not."""
    assert question.call == ()
    calls = [ast.parse(option).body[-1].value for option in question.options]  # type: ignore[attr-defined] # an expression
    assert len({ast.unparse(call.func) for call in calls}) == 1
    empty = [sum(ast.unparse(arg) in ("''", "[]", "()", "{}", "b''") for arg in call.args) for call in calls]
    assert max(empty) <= empty[question.options.index(question.right_option)]


def assert_line_does_not_say_it(question: OwnQuestion) -> None:
    """Assert that the result is not in the changed line, and that no exception comes from a condition that raises one."""
    following = [*question.source.splitlines(), ""][question.line].strip()
    is_refusal = question.lines["now"].startswith(("if", "elif")) and following.startswith("raise")
    assert not (is_refusal and question.right_option.startswith("it raises"))
    assert question.right_option not in re.findall(r"[\w.]+|'[^']*'", question.lines["changed"].replace('"', "'"))


def assert_name_says_it(question: OwnQuestion) -> None:
    """Assert that the check is not told by a word of the line, and that there is a call of each check."""
    shown = [name for name in question.lines if name != "not yours"]
    assert shown == ["now", *(f"“{option}”" for option in question.options)]
    words = {word[:5] for word in re.findall("[a-z]{4,}", question.lines["now"].lower())}
    shared = {option: sum(word in option.lower() for word in words) for option in question.options}
    assert not words or shared[question.right_option] <= max(
        count for option, count in shared.items() if option != question.right_option
    )


def assert_length_does_not_say_it(question: OwnQuestion) -> None:
    if question.facts["form"] == "value" and question.right_option[0] in "['\"(" and len(question.right_option) > 2:
        lengths = [len(ast.literal_eval(option)) for option in question.options]
        assert lengths.count(len(ast.literal_eval(question.right_option))) > 1


RULES: dict[str, tuple[Callable[[OwnQuestion], None], list[str]]] = {
    "which_call": (assert_call_is_not_told, ["text/pre_tokenize", "loop/stop_sequences", "cost/loop_op_counts"]),
    "what_if": (
        assert_line_does_not_say_it,
        ["picking/greedy_pick", "picking/nucleus_membership", "scores/first_loop"],
    ),
    "why_there": (
        assert_name_says_it,
        ["picking/sampler_pipeline", "picking/top_3_renormalisation", "loop/stream_hold_back"],
    ),
    "variable": (assert_length_does_not_say_it, ["cache/cached_generate", "text/bpe_encode"]),
}
CASES = [(kind, exercise_id) for kind, (_, exercise_ids) in RULES.items() for exercise_id in exercise_ids]


def drawn(kind: str, exercise_id: str, processes: Launcher, folder: Path) -> Iterator[OwnQuestion]:
    """Yield all questions of a kind, with several seeds, about a right variant in a workspace."""
    write_set(COURSE, folder, written_set(COURSE, nth_variants(COURSE, 2)))
    for seed in "abc":
        bench = Bench(processes, PREPARED.of(exercise_id, 0), Submission(folder), seed)
        yield from kinds()[kind].questions(bench)
        yield from kinds()[kind].spare(bench) if kind == "which_call" else ()


@pytest.mark.parametrize(
    ("kind", "exercise_id"),
    [pytest.param(*case, marks=[] if place < 1 else [pytest.mark.slow]) for place, case in enumerate(CASES)],
)
def test_nobody_finds_the_answer_without_the_file(
    kind: str, exercise_id: str, processes: Launcher, tmp_path: Path
) -> None:
    asked = [
        *islice((question for question in drawn(kind, exercise_id, processes, tmp_path) if not question.is_weak), MOST)
    ]
    assert asked
    for question in asked:
        RULES[kind][0](question)


@pytest.mark.slow
def test_a_line_that_is_left_out_changes_the_call_of_one_check_alone(processes: Launcher, tmp_path: Path) -> None:
    asked = [*drawn("why_there", "picking/top_3_renormalisation", processes, tmp_path)]
    assert asked
    for question in asked:
        mine, copy = (loaded(source) for source in (question.source, question.changed))
        calls = {option: question.lines[f"“{option}”"] for option in question.options}
        apart = [option for option, text in calls.items() if outcome(mine, text) != outcome(copy, text)]
        assert apart == [question.right_option]


def loaded(source: str) -> dict[str, object]:
    space: dict[str, object] = {}
    exec(source, space)
    return space


def outcome(space: dict[str, object], text: str) -> str:
    try:
        return repr(eval(text, {**space, "np": np}))
    except Exception as error:
        return type(error).__name__


@pytest.mark.slow
def test_a_check_whose_name_tells_little_is_no_answer_where_another_one_is(processes: Launcher, tmp_path: Path) -> None:
    first, *others = COURSE.exercise(MIXED).checks
    is_vague = {first.name: True} | {check.name: isinstance(check, Random) for check in others}
    write_set(COURSE, tmp_path, written_set(COURSE, nth_variants(COURSE, 2)))
    for seed in "abc":
        bench = Bench(processes, PREPARED.of(MIXED, 0), Submission(tmp_path), seed)
        answers = [question.right_option for question in kinds()["why_there"].questions(bench)]
        assert answers
        assert not any(is_vague[answer] for answer in answers)


def call(text: str) -> tuple[ShortCall, Outcomes]:
    """Return a call that is written as Python, with an outcome."""
    made = ast.parse(text, mode="eval").body
    assert isinstance(made, ast.Call)
    values = {"array": np.array}
    args, kwargs = eval(f"(lambda *args, **kwargs: (args, kwargs))({text.partition('(')[2]}", values)
    step = Step(ast.unparse(made.func), args, kwargs)
    return ShortCall("a check", 0, Call((step,)), (text,)), (Outcome(ending=Ending.RETURNED, value=0),)


@pytest.mark.parametrize(
    ("mistake", "shown", "hidden", "more"),
    [
        ("White space is removed.", "f('é\\n')", ["f('Hi')", "f('a')", "f('b c')"], "f('Ü\\n')"),
        (
            "Logits are cut off at 50.",
            "f(array([-901.5, 1.0]))",
            ["f(array([-9.5, 1.0]))"] * 3,
            "f(array([-100.0, 2.0]))",
        ),
        ("At alpha = 1 there are gamma.", "f(1.0, 2)", ["f(0.5, 2)", "f(0.5, 3)", "f(0.5, 7)"], "f(1.0, 5)"),
        (
            "The penalty counts twice.",
            "f([1], penalty=0.5)",
            ["f([1], top_p=0.5)", "f([2])", "f([3])"],
            "f([2], penalty=0.25)",
        ),
        ("An r between 0 and 1 does nothing.", "f(0.5)", ["f(1.1)", "f(2.0)", "f(3.5)"], "f(0.25)"),
        ("An empty list is refused.", "f([])", ["f([1])", "f([2])", "f([3])"], "f(())"),
    ],
)
def test_no_call_is_told_by_the_words_of_the_mistake(mistake: str, shown: str, hidden: list[str], more: str) -> None:
    options = [call(text) for text in hidden]
    for others, is_fair in ((options, False), ([*options, call(more)], True)):
        chosen = _chosen(Draws("1"), mistake, [call(shown)], others)
        assert len(chosen[0]) == 4
        assert chosen[1] == is_fair


@pytest.mark.parametrize("number", ["10**400", "-(10**30)", "float('inf')", "0", "True"])
def test_any_number_can_be_compared(number: str) -> None:
    shown, *hidden = (call(f"f({text}, 1.5)") for text in (number, "1", "2.5", "-3", number))
    assert len(_chosen(Draws("1"), "No number.", [shown], hidden)[0]) == 4


@pytest.mark.slow
def test_no_shape_is_asked_that_a_model_s_answer_has(processes: Launcher, tmp_path: Path) -> None:
    write_set(COURSE, tmp_path, written_set(COURSE, nth_variants(COURSE, 2)))
    asked = []
    for seed in "abc":
        bench = Bench(processes, PREPARED.of("loop/prediction_loop", 0), Submission(tmp_path), seed)
        asked += [question for question in kinds()["variable"].questions(bench) if not question.is_weak]
    told = [(question, answer.partition(" gives ")[2]) for question in asked for answer in question.models]
    assert told
    for question, answer in told:
        if question.facts["form"] == "shape" and answer.startswith("["):
            assert question.right_option != str(np.shape(ast.literal_eval(answer)))


@pytest.mark.slow
def test_no_line_that_may_end_a_loop_is_left_out(processes: Launcher, tmp_path: Path) -> None:
    source = COURSE.content.solutions.joinpath("text/bpe_train.py").read_text("utf-8")
    (tmp_path / "bpe_train.py").write_text(source, "utf-8")
    bench = Bench(processes, PREPARED.of("text/bpe_train", 0), Submission(tmp_path), "1")
    loops = [node for node in ast.walk(bench.code.tree) if isinstance(node, ast.While)]
    asked = {question.line for question in kinds()["why_there"].spare(bench)}
    assert asked
    assert not asked & {line for loop in loops for line in range(loop.lineno, (loop.end_lineno or 0) + 1)}


def test_calls_alone_are_asked_about_only_where_there_is_too_little_else(processes: Launcher, tmp_path: Path) -> None:
    write_set(COURSE, tmp_path, reference_set(COURSE))
    asked = [*mixed(Bench(processes, PREPARED.of("picking/greedy_pick", 0), Submission(tmp_path), "1"))]
    are_spare = [question.kind == "which_call" for question in asked]
    assert any(are_spare)
    assert are_spare == sorted(are_spare)


SOURCE = """\
def sample(p, u):
    total = 0
    check(p, u)
    for i in range(len(p)):
        total = total + p[i]
    if total > 1:
        total = 1
        i = 0
    return total * u


def check(p, u):
    return sum(p) * u
"""


@pytest.mark.parametrize(
    ("text", "is_told"),
    [("p[i]", False), ("total + p[i]", False), ("sum(p)", True), ("sum(p) * u", True), ("len(p)", True)],
)
def test_a_part_is_told_by_the_call_if_it_has_arguments_alone(
    text: str, is_told: bool, processes: Launcher, tmp_path: Path
) -> None:
    (tmp_path / "sample_with_u.py").write_text(SOURCE, "utf-8")
    bench = Bench(processes, PREPARED.of("picking/sample_with_u", 0), Submission(tmp_path), "1")
    node = next(node for node in ast.walk(bench.code.tree) if isinstance(node, ast.expr) and ast.unparse(node) == text)
    assert _reads_arguments_alone(bench, node, Step("sample", [[0.5, 0.5], 0.25], {})) == is_told


def test_two_lines_of_one_block_are_not_beside_one_another(processes: Launcher, tmp_path: Path) -> None:
    (tmp_path / "sample_with_u.py").write_text(SOURCE, "utf-8")
    bench = Bench(processes, PREPARED.of("picking/sample_with_u", 0), Submission(tmp_path), "1")
    assert _conditional(bench) == {7: 7, 8: 7}


@pytest.mark.parametrize(
    ("given", "are_alike"),
    [
        ([[0.5, 0.5]], True),
        ([[0.3, 0.7], [0.3, 0.7]], True),
        ([[0.3, 0.7], [0.7, 0.3]], False),
        ([[1.0], [1.0]], False),
    ],
)
def test_where_numbers_are_alike_another_call_is_asked_about(given: list[list[float]], are_alike: bool) -> None:
    assert _are_alike([np.array(row) for row in given]) == are_alike


def test_no_value_is_told_by_its_shape() -> None:
    right, same, other = np.array([[2.0], [1.0]]), np.array([[3.0], [1.0]]), np.array([[2.0, 1.0], [0.0, 1.0]])
    assert wrong_values(right, [], [other, 2 * other]) == []
    assert len(wrong_values(right, [], [other, same])) == 2


@pytest.mark.slow
def test_a_change_that_models_notice_is_asked_about_last(processes: Launcher, tmp_path: Path) -> None:
    write_set(COURSE, tmp_path, reference_set(COURSE))
    noticed = []
    for name in ("scores/first_loop", "loop/prediction_loop"):
        bench = Bench(processes, PREPARED.of(name, 0), Submission(tmp_path), "1")
        told = {run.call.asked_part: model_answers(run.call, run.outcomes) for run in bench.runs}
        asked = [*kinds()["what_if"].questions(bench)]
        noticed += [question for question in asked if question.models != told[question.call]]
        assert {question.is_weak for question in asked} == {True} | {name == "scores/first_loop"}
    assert noticed
    assert all(question.is_weak for question in noticed)


@pytest.mark.slow
def test_a_call_that_refuses_is_not_the_only_one_that_is_asked_about(processes: Launcher, tmp_path: Path) -> None:
    write_set(COURSE, tmp_path, written_set(COURSE, nth_variants(COURSE, 2)))
    bench = Bench(processes, PREPARED.of("structure/json_mask", 0), Submission(tmp_path), "1")
    assert any(run.outcomes[-1].raised for run in bench.followed)  # its shortest calls
    assert len(bench.returning) >= FEW


@pytest.mark.slow
def test_every_function_that_checks_call_is_asked_about(processes: Launcher, tmp_path: Path) -> None:
    write_set(COURSE, tmp_path, written_set(COURSE, nth_variants(COURSE, 4)))
    bench = Bench(processes, PREPARED.of("text/chat_template", 0), Submission(tmp_path), "2027")
    assert {run.call.function for run in bench.followed} == {"chat_ids", "read_chat"}


@pytest.mark.slow
def test_a_generator_that_is_asked_about_runs_to_its_end(processes: Launcher, tmp_path: Path) -> None:
    asked = next(question for question in drawn("variable", "structure/complete_generate", processes, tmp_path))
    assert asked.call[-1].startswith("list(")
