"""Questions about one's own code: what is asked, of which file, and that every key is right."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from learner_sets import nth_variants, reference_set, write_set, written_set
from places import COURSE, ROOT
from workplace import Workplace

from grader.core.call import Ending, ExceptionInfo, Outcome, Seed, Spy
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.mutants import applied, edits
from grader.questions.own_code import page
from grader.questions.own_code.bench import SECONDS, Bench, NoQuestionsError
from grader.questions.own_code.calls import MOST_CALL, short_calls
from grader.questions.own_code.draw import draw
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import SAME, are_alike, are_apart, is_of_file, outcome_text, value_text
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

PREPARED = PreparedExercises(COURSE)
SOLVER = ROOT / "tests/support/own_code_answers.py"
SETS = 8
"""The most variants that an exercise has."""


def bench_of(exercise_id: str, folder: Path, processes: Launcher, seed: str = "1") -> Bench:
    stub = COURSE.stub(exercise_id).read_text("utf-8")
    return Bench(partial(LearnerProcess, processes), PREPARED.of(exercise_id, 0), Submission(folder), seed, stub)


def given(question: OwnQuestion, bench: Bench) -> dict[str, object]:
    """Return what a solver may know: the question without its answer, the learner's files, and what is lent to them."""
    files = {name: source.decode("utf-8", "replace") for name, (_, source) in bench._modules.items()}
    fields = {key: value for key, value in asdict(question).items() if key not in ("answer", "why")}
    return fields | {"files": files, "lent": [*bench.prepared.trusted.lent]}


def solve(asked: list[dict[str, object]]) -> list[str]:
    """Return the answers of a program that has only the texts of questions and files."""
    ran = subprocess.run(
        [sys.executable, SOLVER],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        cwd=ROOT,
    )
    return ran.stdout.splitlines()


def assert_fair(asked: list[OwnQuestion]) -> None:
    for question in asked:
        assert len(set(question.options)) == len(question.options) >= 3
        assert all(0 < len(option) <= 80 for option in question.options)
        TOLD[question.kind](question)


def assert_no_line_tells(question: OwnQuestion) -> None:
    """Assert that the result is not in the changed line, and that no exception comes from a condition that raises one."""
    following = [*question.source.splitlines(), ""][question.line].strip()
    is_refusal = question.lines["now"].startswith(("if", "elif")) and following.startswith("raise")
    assert not (is_refusal and dict(question.lettered)[question.answer].startswith("it raises"))
    assert dict(question.lettered)[question.answer] not in re.findall(
        r"[\w.]+|'[^']*'", question.lines["changed"].replace('"', "'")
    )


def assert_calls_are_alike(question: OwnQuestion) -> None:
    """Assert that all calls are of one function, and that each argument has no items, one or many in all of them."""
    assert question.call == ()
    calls = [ast.parse(option).body[-1].value for option in question.options]  # type: ignore[attr-defined] # an expression
    assert len({ast.unparse(call.func) for call in calls}) == 1
    sizes = [[size for arg in call.args if (size := size_of(arg)) >= 0] for call in calls]
    assert sizes == [sizes[0]] * len(sizes)


def size_of(arg: ast.expr) -> int:
    """Return how many items a literal has, 2 for all that are more; -1 if it is a number."""
    if isinstance(arg, ast.Call):  # of np.array or float
        return size_of(arg.args[0]) if ast.unparse(arg.func) == "np.array" else -1
    if isinstance(arg, ast.List | ast.Tuple | ast.Dict):
        return min(len(arg.keys if isinstance(arg, ast.Dict) else arg.elts), 2)
    return min(len(arg.value), 1) if isinstance(arg, ast.Constant) and isinstance(arg.value, str | bytes) else -1


TOLD = {"what_if": assert_no_line_tells, "which_call": assert_calls_are_alike}


@pytest.mark.slow
@pytest.mark.parametrize("exercise_id", ["scores/entropy", "structure/one_step"])
def test_a_solution_gives_three_questions_with_right_keys(
    exercise_id: str, processes: Launcher, tmp_path: Path
) -> None:
    write_set(COURSE, tmp_path, reference_set(COURSE))
    bench = bench_of(exercise_id, tmp_path, processes)
    asked = draw(bench, 3)
    # No four calls of one_step have as many items in the same places.
    kinds = {"what_if"} if exercise_id == "structure/one_step" else {"what_if", "which_call"}
    assert (len(asked), {question.kind for question in asked}) == (3, kinds)
    assert_fair(asked)
    assert solve([given(question, bench) for question in asked]) == [question.answer for question in asked]
    names = ["frequency_presence", "next_distribution", "penalise_repeats", "shape_logits"]
    assert bench.borrowed == (names if exercise_id == "structure/one_step" else [])
    assert all(("not yours" in question.lines) == bool(bench.borrowed) for question in asked)


@pytest.mark.slow
@pytest.mark.parametrize("number", [-1, *range(SETS)])
def test_every_key_is_right_for_all_solutions_and_variants(number: int, processes: Launcher, tmp_path: Path) -> None:
    files = written_set(COURSE, nth_variants(COURSE, number)) if number >= 0 else reference_set(COURSE)
    write_set(COURSE, tmp_path, files)
    benches = {exercise_id: bench_of(exercise_id, tmp_path, processes) for exercise_id in COURSE.exercise_ids}
    asked = [(question, bench) for bench in benches.values() for question in draw(bench, 6)]
    assert_fair([question for question, _ in asked])
    refusals = Counter(question.exercise for question, _ in asked if question.is_about_refusal)
    assert refusals.most_common(1)[0][1] == 1
    assert len({question.exercise for question, _ in asked}) >= 0.7 * len(COURSE.exercise_ids)
    assert solve([given(*pair) for pair in asked]) == [question.answer for question, _ in asked]


@pytest.mark.slow
def test_a_seed_gives_the_same_questions_again(processes: Launcher, tmp_path: Path) -> None:
    write_set(COURSE, tmp_path, reference_set(COURSE))
    first, again, other = (draw(bench_of("scores/entropy", tmp_path, processes, seed), 3) for seed in "aab")
    assert first == again != other


def test_answers_are_letters() -> None:
    question = OwnQuestion(
        kind="what_if", exercise="e", question="?", answer="b", why="", file="f.py", source="", options=("1", "2")
    )
    assert [question.is_right(text) for text in ("b", " B) ", "a")] == [True, True, False]
    for text in ("c", "", "a b"):
        with pytest.raises(UnreadableAnswerError):
            question.is_right(text)


# --- calls and options ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "exercise_id", ["loop/prediction_loop", "picking/sample_with_u", "structure/complete_generate"]
)
def test_a_call_is_short_and_its_text_says_everything(exercise_id: str) -> None:
    calls = short_calls(PREPARED.of(exercise_id, 0))
    values = [value for call in calls for step in call.call.steps for value in (*step.args, *step.kwargs.values())]
    assert not any(isinstance(value, Spy | Seed) for value in values)
    assert all(sum(map(len, call.steps)) <= MOST_CALL + len("list()") for call in calls)


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
    ("one", "other", "share", "is_apart"),
    [
        (0.5, 0.505, None, False),
        (0.5, 0.52, None, True),
        (1, True, None, False),
        ([1, 2], np.array([1.0, 2.0]), None, False),
        ([1, 2], [1, 2, 3], None, True),
        ({"a": 1}, {"a": 2}, None, True),
        (None, [], None, True),
        ([0.3], [0.1 + 0.2], SAME, False),
        ([0.3], [0.301], SAME, True),
    ],
)
def test_options_differ_by_more_than_rounding_and_types(
    one: object, other: object, share: float | None, *, is_apart: bool
) -> None:
    mine, theirs = ((Outcome(ending=Ending.RETURNED, value=value),) for value in (one, other))
    assert (are_apart(mine, theirs, share, share) if share else are_apart(mine, theirs)) == is_apart


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


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        (2, np.int64(3), True),
        (2, 2.5, False),
        (True, 1, False),
        ([1, 2], [3], True),
        ([1, 2], [], False),
        ([1, 2], ["a"], False),
        (np.array([1.0, 2.0]), np.array([0.0, 3.0]), True),
        (np.array([1.0, 2.0]), np.array([0.0, 2.5]), False),
        (np.array([1.0, 2.0]), np.array([1.0, 2.0, 3.0]), False),
        (("a", 1), ("b", 2), True),
        (("a", 1), ("b", None), False),
        ({"role": "user"}, {"role": "tool"}, True),
        ({"role": "user"}, {"text": "tool"}, False),
        ("a", None, True),
        ("a", ValueError, True),
    ],
)
def test_options_are_alike_in_type_and_size(one: object, other: object, *, is_alike: bool) -> None:
    error = ExceptionInfo("ValueError", (), "", 1)
    mine, theirs = (
        (Outcome(Ending.RAISED, raised=error) if value is ValueError else Outcome(Ending.RETURNED, value),)
        for value in (one, other)
    )
    assert are_alike(mine, theirs) == is_alike


@pytest.mark.parametrize(
    ("type_name", "message", "line", "is_own"),
    [
        ("ValueError", "no token", 2, True),
        ("ValueError", "cannot reshape array of size 3 into shape (2,)", 3, False),
        ("IndexError", "list index out of range", 3, True),
        ("IndexError", "index 3 is out of bounds for axis 0 with size 3", 3, False),
        ("KeyError", "'a'", 3, True),
    ],
)
def test_an_exception_is_asked_for_if_the_file_explains_it(
    type_name: str, message: str, line: int, *, is_own: bool
) -> None:
    source = "def f(x):\n    raise ValueError(x)\n    return x[3]\n"
    raised = ExceptionInfo(type_name, (), message, line)
    assert is_of_file((Outcome(Ending.RAISED, raised=raised),), source) == is_own


# --- slips --------------------------------------------------------------------------------------------

HONEST = COURSE.content.solutions.joinpath("picking/greedy_pick.py").read_text("utf-8")
FINE = """
import numpy as np

def greedy(logits: np.ndarray) -> int:
    best = np.argsort(logits, kind="stable")[-1]
    kept = []
    if logits[0] > 1.0:
        kept.append(0)
    return kept[0] if kept else int(best)
"""


def greedy(source: str, folder: Path, processes: Launcher) -> Bench:
    (folder / "greedy_pick.py").write_text(source, "utf-8")
    return bench_of("picking/greedy_pick", folder, processes)


def test_no_slip_is_a_matter_of_rounding_or_of_luck(processes: Launcher, tmp_path: Path) -> None:
    bench = greedy(FINE, tmp_path, processes)
    luck = ("0.0001", "float32", "globals()", "np.argsort(logits)")
    made = [applied(bench.code, edit) for edit in edits(bench.code)]
    assert all(any(word in slip.after for slip in made) for word in luck)
    assert not [slip.after for slip in bench.slips for word in luck if word in slip.after]


def test_a_copy_that_never_ends_costs_its_limit(processes: Launcher, tmp_path: Path) -> None:
    bench = greedy(HONEST, tmp_path, processes)
    endless = HONEST.replace("    if ", "    while True:\n        pass\n    if ", 1)
    expected = [run.outcomes for run in bench.runs]
    start = time.process_time()
    ended, whole = bench.run_copies([endless, bench.source])
    assert time.process_time() - start < 4 * SECONDS
    assert (ended, whole) == ([()] * len(expected), expected)
    assert expected


COUNT = "    globals()['n'] = globals().get('n', 0) + 1\n"
HOSTILE = {
    "prints": "    for _ in range(9999):\n        print('x' * 100)\n",
    "hangs after some calls": f"{COUNT}    while n > 5:\n        pass\n",
    "ends after some calls": f"{COUNT}    import os\n    if n > 5:\n        os._exit(0)\n",
    "gives something else each time": "    import random\n    return random.randrange(10 ** 9)\n",
    "remembers": f"{COUNT}    return n\n",
    "is too deep for ast.unparse": f"    a = {'+'.join('1' * 900)}\n",
    "writes nonsense": "    import os\n    os.write(1, b'{}')\n    return float('nan')\n",
}
UNSTEADY = ("gives something else each time", "remembers", "writes nonsense")
"""Files whose calls give no result that can be asked for."""


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_behaves_oddly_gets_right_keys_or_no_questions(
    name: str, processes: Launcher, tmp_path: Path
) -> None:
    line = next(line for line in HONEST.splitlines(keepends=True) if line.startswith("    if "))
    bench = greedy(HONEST.replace(line, HOSTILE[name] + line), tmp_path, processes)
    asked = draw(bench, 3)
    assert solve([given(question, bench) for question in asked]) == [question.answer for question in asked]
    assert not (asked and name in UNSTEADY)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_those_of_python(end: str, processes: Launcher, tmp_path: Path) -> None:
    source = f"# \x0c\u2028\nMARK = '\x0b \x0c \x1c \x85 \u2028'\n{HONEST}".replace("\n", end)
    bench = greedy(source, tmp_path, processes)
    assert bench.code.source.count("\n") == source.count(end)
    for slip in bench.slips:
        assert bench.line(slip.line).split() == slip.before.split()
    assert len(bench.slips) > 5


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
        bench_of("picking/greedy_pick", tmp_path, processes)
    assert str(caught.value) == words


# --- the page and the command -------------------------------------------------------------------------


def test_the_page_escapes_the_file_and_only_the_key_has_the_answers(processes: Launcher, tmp_path: Path) -> None:
    bench = greedy(HONEST + "MARK = '<script>alert(1)</script>'\n", tmp_path, processes)
    asked = draw(bench, 3)
    sheet, key = (page.render(asked, "<b>ada", "1", is_key=is_key) for is_key in (False, True))
    for text in (sheet, key):
        assert "<script" not in text
        assert "Files of <b>&lt;b&gt;ada</b>" in text
    assert "&lt;script&gt;alert(1)" in sheet
    assert 'class="right"' not in sheet
    assert not any(question.why in sheet for question in asked)
    assert re.findall("answer <b>(.)</b>", key) == [question.answer for question in asked]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with one student's function; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    place.write("ada/greedy_pick.py", HONEST)
    return place


def test_a_folder_gets_a_page_and_a_key_and_the_same_again(place: Workplace) -> None:
    words = ("ask", "greedy_pick", "--in", "ada", "--out", "ada.html", "--key", "key.html", "--seed", "1")
    assert place.learn(*words) == (0, "ada.html is written: 3 questions.\nkey.html is written: the key.\n", "")
    first = (place.folder / "ada.html").read_bytes()
    assert place.learn(*words, "--force").code == 0
    assert (place.folder / "ada.html").read_bytes() == first
    assert b"Files of <b>ada</b>" in first


REFUSED = {
    ("greedy_pick", "--key", "key.html"): (
        2,
        "--key goes with --out, the page of the questions; add it, or leave --key",
    ),
    ("greedy_pck",): (2, "did you mean greedy_pick?"),
    (): (1, "no exercise has passed yet, and questions are about functions that work; begin with `learn next`"),
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_cannot_be_asked_is_one_sentence(place: Workplace, words: tuple[str, ...]) -> None:
    code, sentence = REFUSED[words]
    ran = place.learn("ask", *words, "--in", "ada")
    assert (ran.code, ran.out) == (code, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
    assert not list(place.folder.glob("*.html"))


def test_an_answer_is_judged_and_explained(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"z\na\nb\nq\n"), "utf-8"))
    ran = place.learn("ask", "greedy_pick", "--in", "ada", "--seed", "1")
    assert ran.code == 0
    assert "There is no 'z' here. The choices are a to d." in ran.out
    assert ran.out.endswith("The same questions again: learn ask greedy_pick --seed 1\n")
    assert len(re.findall(r"(?:Right\.|Not right: the answer is .\.)\n", ran.out)) == 2
