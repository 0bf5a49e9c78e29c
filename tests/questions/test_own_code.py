"""Questions about one's own code: what is asked, of which file, and that every key is right."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from learner_sets import nth_variants, reference_set, write_set, written_set
from places import COURSE, ROOT
from sizes import first_always

from grader.authoring.own_code_counts import question_counts
from grader.core.call import Ending, ExceptionInfo, Outcome
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.mutants import applied, edits
from grader.questions.own_code.bench import Bench, NoQuestionsError
from grader.questions.own_code.calls import _veiled_row, are_listed
from grader.questions.own_code.draw import draw, mixed
from grader.questions.own_code.kinds import kinds
from grader.questions.own_code.kinds.variable import _parts_of_lines
from grader.questions.own_code.kinds.why_there import _left_out
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import SAME, are_apart, outcome_text, value_text
from grader.sandbox.launcher import Launcher

PREPARED = PreparedExercises(COURSE)
SOLVER = ROOT / "tests/support/own_code_answers.py"
SETS = 8
"""The most variants that an exercise has."""


def questions(exercise_id: str, folder: Path, processes: Launcher, seed: str = "1") -> list[OwnQuestion]:
    """Draw three questions about a file of a workspace."""
    stub = COURSE.stub(exercise_id).read_text("utf-8")
    return draw(Bench(processes, PREPARED.of(exercise_id, 0), Submission(folder), seed, stub), 3)


def solved(asked: list[OwnQuestion]) -> list[str]:
    """Return the answers of a program that has only the JSON."""
    text = json.dumps([question.to_json(has_key=False) for question in asked])
    ran = subprocess.run(
        [sys.executable, SOLVER], input=text, capture_output=True, text=True, check=True, timeout=300, cwd=ROOT
    )
    return ran.stdout.splitlines()


def workspace(folder: Path, files: Mapping[str, str]) -> Path:
    write_set(COURSE, folder, files)
    return folder


def assert_fair(asked: list[OwnQuestion]) -> None:
    """Assert that there are three questions of two kinds, with options that differ and are short, and right keys."""
    assert len(asked) == 3
    assert len({question.kind for question in asked}) >= 2
    for question in asked:
        assert len(set(question.options)) == len(question.options) != 1
        assert all(0 < len(option) <= 80 for option in question.options)
    assert solved(asked) == [question.answer for question in asked]


@pytest.mark.parametrize("exercise_id", first_always(["picking/nucleus_membership", "cache/paged_cache"]))
def test_a_solution_gives_three_questions_with_right_keys(
    exercise_id: str, processes: Launcher, tmp_path: Path
) -> None:
    assert_fair(questions(exercise_id, workspace(tmp_path, reference_set(COURSE)), processes))


@pytest.mark.parametrize(("exercise_id", "number"), [("scores/entropy", 1)])
@pytest.mark.slow
def test_a_function_of_one_line_or_two_gives_three_questions(
    exercise_id: str, number: int, processes: Launcher, tmp_path: Path
) -> None:
    files = written_set(COURSE, nth_variants(COURSE, number))
    assert_fair(questions(exercise_id, workspace(tmp_path, files), processes))


@pytest.mark.slow
@pytest.mark.parametrize("exercise_id", COURSE.exercise_ids)
def test_every_solution_gives_three_questions_with_right_keys(
    exercise_id: str, processes: Launcher, tmp_path: Path
) -> None:
    assert_fair(questions(exercise_id, workspace(tmp_path, reference_set(COURSE)), processes))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SETS))
@pytest.mark.parametrize("exercise_id", COURSE.exercise_ids)
def test_every_variant_gives_three_questions_with_right_keys(
    exercise_id: str, number: int, processes: Launcher, tmp_path: Path
) -> None:
    files = written_set(COURSE, nth_variants(COURSE, number))
    assert_fair(questions(exercise_id, workspace(tmp_path, files), processes))


def test_a_seed_gives_the_same_questions_again(processes: Launcher, tmp_path: Path) -> None:
    workspace(tmp_path, reference_set(COURSE))
    first, again, other = (questions("scores/entropy", tmp_path, processes, seed) for seed in ("a", "a", "b"))
    assert first == again != other


def test_answers_are_judged_as_they_are_typed() -> None:
    choice = OwnQuestion(kind="what_if", exercise="e", question="?", answer="b", file="f.py", options=("1", "2"))
    assert [choice.is_right(text) for text in ("b", " B) ", "a")] == [True, True, False]
    count = OwnQuestion(kind="variable", exercise="e", question="?", answer="3", file="f.py")
    assert [count.is_right(text) for text in ("3", " 3.0 ", "4")] == [True, True, False]
    for question, text in ((choice, "c"), (choice, ""), (count, "x")):
        with pytest.raises(UnreadableAnswerError):
            question.is_right(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.array([0.5, 0.25]), "[0.5, 0.25]"),
        ([1, 2], "[1, 2]"),
        (float("nan"), ""),
        (1e-300, ""),
        (list(range(50)), ""),
        ("x" * 90, ""),
        ([frozenset({1})], ""),
        (object, ""),
    ],
)
def test_only_what_can_be_written_in_full_is_an_option(value: object, text: str) -> None:
    from grader.child.codec import Opaque

    assert value_text(Opaque("object") if value is object else value) == text


@pytest.mark.parametrize(
    ("one", "other", "is_apart"),
    [
        (0.5, 0.505, False),
        (0.5, 0.52, True),
        (1, True, False),
        ([1, 2], np.array([1.0, 2.0]), False),
        ([1, 2], [1, 2, 3], True),
        ({"a": 1}, {"a": 2}, True),
        (None, [], True),
    ],
)
def test_options_differ_by_more_than_rounding_and_types(one: object, other: object, *, is_apart: bool) -> None:
    mine, theirs = ((Outcome(ending=Ending.RETURNED, value=value),) for value in (one, other))
    assert are_apart(mine, theirs) == is_apart


@pytest.mark.parametrize(("other", "is_apart"), [([0.1 + 0.2], False), (np.array([0.3]), False), ([0.301], True)])
def test_another_order_of_the_same_sum_is_no_difference(other: object, *, is_apart: bool) -> None:
    mine, theirs = ((Outcome(ending=Ending.RETURNED, value=value),) for value in ([0.3], other))
    assert are_apart(mine, theirs, SAME, SAME) == is_apart


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(ending=Ending.RAISED, raised=ExceptionInfo("ValueError", (), "", 1)), "it raises ValueError"),
        (Outcome(ending=Ending.RAISED, raised=ExceptionInfo("TypeError", (), "", 1)), ""),
        (Outcome(ending=Ending.TIMED_OUT), ""),
        (Outcome(ending=Ending.RETURNED, value=1e-10), ""),
        (Outcome(ending=Ending.RETURNED, value=1e-8), "1e-08"),
    ],
)
def test_a_type_error_and_a_rest_of_rounding_are_no_options(outcome: Outcome, text: str) -> None:
    assert outcome_text((outcome,)) == text


# --- which lines, and which parts of them -------------------------------------------------------

HONEST = COURSE.content.solutions.joinpath("picking/greedy_pick.py").read_text("utf-8")
SEEN = """
import math
import numpy as np

def greedy(logits):
    if np.isnan(logits).any():
        raise ValueError("nan")
    if logits[0] >= max(logits):
        return 0
    return int(np.argmax(logits))
"""


def bench_of(source: str, processes: Launcher, folder: Path) -> Bench:
    (folder / "greedy_pick.py").write_text(source, "utf-8")
    return Bench(processes, PREPARED.of("picking/greedy_pick", 0), Submission(folder), "1")


def test_no_slip_is_seen_at_once(processes: Launcher, tmp_path: Path) -> None:
    slips = {(slip.line, slip.after) for slip in bench_of(SEEN, processes, tmp_path).slips}
    assert {(8, "if logits[0] > max(logits):"), (10, "return int(np.argmin(logits))")} <= slips
    assert not {text for _, text in slips} & {"return 1", "return -1", "if True:"}


FINE = """
import numpy as np

def greedy(logits: np.ndarray) -> int:
    best = np.empty(2)
    best[0] = np.argsort(logits, kind="stable")[-1]
    best[1] = 0
    kept = []
    if logits[0] > 1.0:
        kept.append(0)
    if len(kept) == 0:
        kept.append(int(best[0]))
    return kept[-1]
"""


def test_no_slip_is_a_matter_of_rounding_or_of_luck(processes: Launcher, tmp_path: Path) -> None:
    bench = bench_of(FINE, processes, tmp_path)
    ran = {line for run in bench.runs for line in run.lines}
    made = [applied(bench.code, edit) for edit in edits(bench.code)]
    luck = ("0.0001", "float32", "globals()", "np.argsort(logits)")
    assert all(any(word in slip.after for slip in made if slip.line in ran) for word in luck)
    assert not [slip.after for slip in bench.slips for word in luck if word in slip.after]


def test_what_fills_an_empty_array_is_not_left_out(processes: Launcher, tmp_path: Path) -> None:
    bench = bench_of(FINE, processes, tmp_path)
    left_out = {slip.line for slip in bench.slips if bench.line(slip.line, slip.source) == "pass"}
    asked = {slip.line for slip in _left_out(bench)}
    assert {6, 7} <= left_out
    assert asked
    assert not {6, 7} & asked


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("y = np.exp(logits - logits.max())", ["logits - logits.max()", "logits.max()"]),
        ("return float(np.log(2)) + len(logits)", []),
        ("raise ValueError(str(logits + 1) + f'{logits - 1}')", []),
        ("y = logits[0] + logits[0] + logits[1:]", ["logits[0] + logits[0]", "logits[1:]"]),
        ("logits[1:].append(len(logits) + 1)", ["len(logits) + 1"]),
        ("y = [z * 2 for z in logits if np.exp(z) + np.exp(z) > 1]", ["z * 2", "np.exp(z) + np.exp(z)"]),
    ],
)
def test_a_part_is_asked_about_that_a_line_has_once_and_that_is_worked_out(
    line: str, parts: list[str], processes: Launcher, tmp_path: Path
) -> None:
    bench = bench_of(
        f"import numpy as np\n\ndef greedy(logits: list[float]) -> list[int]:\n    {line}\n", processes, tmp_path
    )
    assert {bench.code.text(node) for node in _parts_of_lines(bench)} == {*parts}


def test_a_line_is_asked_about_again_only_after_all_others(processes: Launcher, tmp_path: Path) -> None:
    drawn = [question for question in mixed(bench_of(SEEN, processes, tmp_path)) if question.line]
    assert [question.is_weak for question in drawn] == sorted(question.is_weak for question in drawn)
    asked = [(question.kind, question.line) for question in drawn if not question.is_weak]
    assert len({*asked}) < len(asked)
    assert len({*asked[: len({*asked})]}) == len({*asked})


# --- learners' code that does not want to be asked ----------------------------------------------

HOSTILE = {
    "prints": "    for _ in range(9999):\n        print('x' * 100)\n",
    "stops tracing": "    import sys\n    sys.settrace(None)\n",
    "ends the process when traced": "    import os, sys\n    if sys.gettrace():\n        os._exit(0)\n",
    "lies when traced": "    import sys\n    if sys.gettrace():\n        return 0\n",
    "forges a trace": (
        "    import gc\n    for each in gc.get_objects():\n        if type(each).__name__ == 'Trace':\n"
        "            each.rows[:] = [[3, 'f', [['x', {'a': 1}, 'zz']]]]\n            each.left = 10 ** 9\n"
    ),
}


@pytest.mark.parametrize("name", first_always(HOSTILE))
def test_no_key_is_wrong_however_the_file_behaves_when_traced(name: str, processes: Launcher, tmp_path: Path) -> None:
    line = next(line for line in HONEST.splitlines(keepends=True) if line.startswith("    if "))
    (tmp_path / "greedy_pick.py").write_text(HONEST.replace(line, HOSTILE[name] + line), "utf-8")
    try:
        asked = questions("picking/greedy_pick", tmp_path, processes)
    except NoQuestionsError:
        return
    assert solved(asked) == [question.answer for question in asked]


def test_a_loop_that_never_ends_is_stopped_by_its_lines(processes: Launcher, tmp_path: Path) -> None:
    (tmp_path / "greedy_pick.py").write_text(HONEST, "utf-8")
    bench = Bench(processes, PREPARED.of("picking/greedy_pick", 0), Submission(tmp_path), "1")
    endless = HONEST.replace("    if ", "    while True:\n        pass\n    if ", 1)
    ended, whole = bench.tried([endless, bench.source], bench.followed)
    assert ended == {}
    assert [*whole] == bench.followed != []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"\xff\xfe", "greedy_pick.py cannot be read as Python in UTF-8"),
        (b"def f(:", "greedy_pick.py cannot be read as Python in UTF-8"),
        (b"x = 1\n" * 20_000, "greedy_pick.py is longer than 64 KiB"),
    ],
)
def test_a_file_that_cannot_be_asked_about_is_refused(
    source: bytes, words: str, processes: Launcher, tmp_path: Path
) -> None:
    (tmp_path / "greedy_pick.py").write_bytes(source)
    with pytest.raises(NoQuestionsError) as caught:
        Bench(processes, PREPARED.of("picking/greedy_pick", 0), Submission(tmp_path), "1")
    assert str(caught.value) == words


# --- for authors ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_author_reads_how_many_questions_there_are_and_why_not() -> None:
    words = question_counts(ROOT, "cost/price_of_a_call")
    assert words.startswith("cost/price_of_a_call: ")
    assert "no why_there: no line outside of a while loop is needed by exactly one of four checks" in words
    assert "which_call" in words


def test_a_solution_that_imports_a_helper_of_another_one_is_counted() -> None:
    assert "3 what_if" in question_counts(ROOT, "loop/stream_hold_back")


def test_a_question_of_another_kind_takes_the_place_of_the_last_one(processes: Launcher, tmp_path: Path) -> None:
    submission = Submission(workspace(tmp_path, reference_set(COURSE)))
    name = "scores/first_loop"
    stub = COURSE.stub(name).read_text("utf-8")
    benches = [Bench(processes, PREPARED.of(name, 0), submission, f"{seed}", stub) for seed in range(12)]
    alike = [bench for bench in benches if len({question.kind for question in islice(mixed(bench), 3)}) == 1]
    assert alike
    for bench in alike:
        assert len({question.kind for question in draw(bench, 3)}) == 2


def test_other_numbers_are_others_and_have_the_largest_at_its_place() -> None:
    for row in (
        np.array([0.25, 0.75]),
        np.array([0.75, 0.25]),
        np.array([0.1, 0.6, 0.3]),
        np.array([-1.0, 2.0, 0.5, 1.0]),
    ):
        other = _veiled_row(row)
        assert not np.array_equal(other, row)
        assert other.argmax() == row.argmax()
        assert other.sum() == pytest.approx(row.sum())


def test_a_question_names_what_is_not_the_learners(processes: Launcher, tmp_path: Path) -> None:
    workspace(tmp_path, reference_set(COURSE))
    (asked, *_), (other, *_) = (
        questions(name, tmp_path, processes) for name in ("structure/one_step", "scores/entropy")
    )
    assert asked.lines["not yours"].startswith(
        "frequency_presence, next_distribution, penalise_repeats, shape_logits: "
    )
    assert "not yours" not in other.lines


def test_a_slip_in_what_another_exercise_s_function_gets_is_asked_about_last(
    processes: Launcher, tmp_path: Path
) -> None:
    submission = Submission(workspace(tmp_path, reference_set(COURSE)))
    bench = Bench(processes, PREPARED.of("structure/one_step", 0), submission, "1")
    assert "frequency_presence" in bench.names_of_others
    asked = list(kinds()["what_if"].questions(bench))
    called = {question.is_weak for question in asked if "frequency_presence(" in question.lines["changed"]}
    assert called == {True}
    assert False in {question.is_weak for question in asked}


@pytest.mark.parametrize(
    ("text", "is_listed"), [("([5, 3], 'eos')", True), ("[5]", True), ("[3, 5]", False), ("5", False)]
)
def test_what_models_answer_first_is_told(text: str, *, is_listed: bool) -> None:
    models = (
        "model([1]) gives array 1×6, largest at 5",
        "pick(array 6) gives 5",
        "pick(array 6) gives 3",
        "pick(array 6) gives 2",
    )
    assert are_listed(text, models) == is_listed
