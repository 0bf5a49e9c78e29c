"""Grading from end to end on the tiny course: real processes, short limits, whole messages."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from conftest import FirstCheck, GradeFiles
from places import DATA
from small_class import patient_course

from grader.core.comparison import COMPUTED_IN_FLOAT32
from grader.core.result import ExerciseResult, Verdict
from grader.course import find
from grader.course.course import Course
from grader.files.regular_file import MAX_BYTES
from grader.grading.grade_submission import grade, internal
from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import Launcher, SubprocessLauncher

SUBMISSIONS = sorted((DATA / "submissions").glob("*/*.py"))
COUNTDOWN = (DATA / "course/solutions/small/countdown.py").read_text()
TOTAL = (DATA / "course/solutions/small/total.py").read_text()
SCALE = (DATA / "course/solutions/small/scale.py").read_text()
REPLY = (DATA / "course/solutions/small/reply.py").read_text()


def verdicts(exercise: ExerciseResult) -> list[str]:
    """List the verdicts of an exercise's checks."""
    return [check.verdict.value for check in exercise.checks]


def without_seconds(document: Any) -> str:
    """Write a result as JSON, durations left out."""
    for exercise in document["exercises"]:
        del exercise["seconds"]
    return json.dumps(document)


def descendants(pid: int) -> set[int]:
    """Return the ids of all processes below one, those that have ended but are not buried included."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child} | descendants(child)
    return found


# --- the whole course ------------------------------------------------------------------------


def test_every_solution_passes_everything(tiny: Course, processes: Launcher) -> None:
    result = grade(tiny, Submission(tiny.content.solutions), processes)
    assert [
        check.to_json() for each in result.exercises for check in each.checks if check.score < check.max_score
    ] == []
    assert (result.verdict, result.score, result.max_score) == (Verdict.PASS, 19, 19)


def test_every_stub_is_not_attempted(tiny: Course, processes: Launcher) -> None:
    result = grade(tiny, Submission(tiny.content.exercises), processes)
    assert {each.verdict for each in result.exercises} == {Verdict.NOT_ATTEMPTED}
    assert result.verdict is Verdict.NOT_ATTEMPTED
    assert {check.message for each in result.exercises for check in each.checks} == {
        "still raises NotImplementedError",
        "needs “the worked example”",
    }


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "from helper import halved\n\n\ndef total(values):\n    return halved(values)\n",
            "calls a function of helper.py, which ",
        ),
        ("def total(values):\n    raise NotImplementedError\n", ""),
    ],
    ids=["another file", "this file"],
)
def test_the_file_that_is_not_written_yet_is_named(grade_files: GradeFiles, source: str, message: str) -> None:
    helper = "def halved(values):\n    raise NotImplementedError  # TODO\n"
    (exercise,) = grade_files({"total.py": source, "helper.py": helper}, "total").exercises
    ending = "; write that first" if message else ""
    assert exercise.checks[0].verdict is Verdict.NOT_ATTEMPTED
    assert exercise.checks[0].message == f"{message}still raises NotImplementedError{ending}"


@pytest.mark.parametrize("exercise", ["total", "scale", "mask", "odd", "reply", "counter", "countdown", "draw"])
def test_every_mistake_is_failed_and_named_as_itself(tiny: Course, grade_files: GradeFiles, exercise: str) -> None:
    for mistake in tiny.mistakes(f"small/{exercise}"):
        (result,) = grade_files({f"{exercise}.py": mistake.source}, exercise).exercises
        assert result.verdict in (Verdict.FAIL, Verdict.ERROR)
        assert result.first_failure is not None
        assert result.first_failure.mistake is not None
        assert result.first_failure.mistake.name == mistake.name


# --- one file for each way to go wrong --------------------------------------------------------


@pytest.mark.parametrize("path", SUBMISSIONS, ids=[f"{path.parent.name}-{path.stem}" for path in SUBMISSIONS])
def test_a_submission_gets_its_verdict_and_message_and_others_keep_their_points(
    grade_files: GradeFiles, tiny: Course, path: Path
) -> None:
    before = descendants(os.getpid())
    source = path.read_text()
    course = tiny if path.parent.name == "timeout" else Course(find(patient_course()))
    result = grade_files({"total.py": source, "countdown.py": COUNTDOWN}, "total", "countdown", course=course)
    check = result.exercises[0].checks[0]
    assert check.verdict.value == path.parent.name
    assert f"# message: {check.message}".rstrip() == source.splitlines()[0].rstrip()
    assert result.exercises[1].score == 1
    assert descendants(os.getpid()) == before


UNSTEADY = {
    "a default that grows": (
        "def scale(logits, temperature, seen=[]):\n    seen.append(0)\n    return logits / temperature + len(seen) - 1",
        "called alone, this gives the right answer: your function remembers something between calls (a default like `out=[]`, a global, a cache)",
    ),
    "random numbers": (
        "import numpy as np\ndef scale(logits, temperature):\n    return logits / temperature + np.random.random()",
        "two equal calls gave two answers: it draws random numbers of its own, or remembers something between calls",
    ),
    "a clock": (
        "import time\ndef scale(logits, temperature):\n    return logits / temperature + time.perf_counter_ns() % 999",
        "two equal calls gave two answers: it draws random numbers of its own, or remembers something between calls",
    ),
    "exceptions in turn": (
        "turn = [0]\ndef scale(logits, temperature):\n    turn[0] += 1\n    raise (KeyError if turn[0] % 2 else IndexError)(7)",
        "raised KeyError: 7",
    ),
    "neither": ("def scale(logits, temperature):\n    if temperature <= 0:\n        raise ValueError\n    return logits / temperature + 1", "[0] is 1.5, not 0.5; [1] is 2, not 1; [2] is 3, not 2"),
}  # fmt: skip


@pytest.mark.parametrize(("source", "message"), list(UNSTEADY.values()), ids=list(UNSTEADY))
def test_a_function_whose_answer_depends_on_more_than_its_arguments_is_told_so(
    grade_files: GradeFiles, source: str, message: str
) -> None:
    (exercise,) = grade_files({"scale.py": source}, "scale").exercises
    assert exercise.first_failure is not None
    assert exercise.first_failure.message == message
    assert [check.mistake for check in exercise.checks] == [None] * 6


BYTES = {
    "latin-1": (b"'caf\xe9 '\n", "error", "total.py cannot be loaded: it raised SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xe9 in position 3: invalid continuation byte"),
    "null bytes": (b"total = 1\0\n", "error", "total.py cannot be loaded: it raised SyntaxError: the file holds a null byte; save it as plain text in UTF-8"),
    "binary": (bytes(range(256)), "error", "total.py cannot be loaded: it raised SyntaxError: the file holds a null byte; save it as plain text in UTF-8"),
    "empty": (b"", "error", "total.py defines no `total`; write it"),
    "too large": (b"#" * (MAX_BYTES + 1), "unreadable", "total.py is larger than 256 KiB; hand in the code only"),
    "latin-1, declared": (b"# coding: latin-1\n# caf\xe9\n" + TOTAL.encode(), "pass", ""),
    "byte order mark": (b"\xef\xbb\xbf" + TOTAL.encode(), "pass", ""),
}  # fmt: skip


@pytest.mark.parametrize(("data", "verdict", "message"), list(BYTES.values()), ids=list(BYTES))
def test_odd_bytes_in_a_file_get_one_clear_sentence(
    first_check: FirstCheck, data: bytes, verdict: str, message: str
) -> None:
    check = first_check("total", data)
    assert (check.verdict.value, check.message) == (verdict, message)


def put_link(path: Path) -> None:
    """Put a link to a right solution."""
    path.symlink_to(DATA / "course/solutions/small/total.py")


def put_unreadable(path: Path) -> None:
    """Put a link to nothing."""
    path.symlink_to("nowhere")


NO_FILES = {
    "link": (put_link, "total.py is a link; put the file itself there"),
    "dangling link": (put_unreadable, "total.py is a link; put the file itself there"),
    "fifo": (os.mkfifo, "total.py is not a regular file; put a file there"),
    "folder": (Path.mkdir, "total.py is not a regular file; put a file there"),
}


@pytest.mark.parametrize(("put", "message"), list(NO_FILES.values()), ids=list(NO_FILES))
def test_what_is_no_file_is_refused(grade_files: GradeFiles, tmp_path: Path, put: Any, message: str) -> None:
    put(tmp_path / "total.py")
    result = grade_files({"countdown.py": COUNTDOWN}, "total", "countdown")
    check = result.exercises[0].checks[0]
    assert (check.verdict, check.message) == (Verdict.UNREADABLE, message)
    assert result.exercises[1].score == 1


# --- what one exercise leaves for the next -----------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    ["np.exp = np.array = None", "builtins.range = builtins.sum = None", "sys.modules.clear()", "sys.setrecursionlimit(60)", "signal.alarm(1)", "np.seterr(all='raise')"],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("when", ["when loaded", "in a call", "when loaded, then fails"])
def test_an_exercise_that_spoils_its_process_spoils_no_other(grade_files: GradeFiles, spoil: str, when: str) -> None:
    source = "import builtins, signal, sys\nimport numpy as np\n"
    source += {
        "when loaded": f"{spoil}\ndef total(values):\n    return 6.0\n",
        "in a call": f"def total(values):\n    {spoil}\n    return 6.0\n",
        "when loaded, then fails": f"{spoil}\nraise ValueError\n",
    }[when]
    scale = "import numpy as np\n\n\ndef scale(logits, temperature):\n    if temperature <= 0:\n        raise ValueError\n    np.exp(np.array([sum(range(3))]) / np.zeros(1))\n    return logits / temperature\n"
    result = grade_files({"total.py": source, "scale.py": scale}, "total", "scale")
    assert result.exercises[1].verdict is Verdict.PASS


# --- needs, our own faults -------------------------------------------------------


def test_a_check_whose_need_failed_is_skipped(grade_files: GradeFiles) -> None:
    source = "def scale(logits, temperature):\n    print('secret', temperature)\n    return logits + temperature\n"
    (exercise,) = grade_files({"scale.py": source}, "scale").exercises
    assert verdicts(exercise) == ["fail", "skipped", "fail", "fail", "pass", "fail"]
    assert exercise.checks[0].message == "[0] is 3, not 0.5; [1] is 4, not 1; [2] is 6, not 2"
    assert exercise.checks[0].call == "scale(np.array([1.0, 2.0, 4.0]), 2)"
    assert (exercise.checks[0].got, exercise.checks[0].expected) == ("[3, 4, 6]", "[0.5, 1, 2]")
    assert exercise.checks[0].stdout == "secret 2\n"
    assert exercise.checks[1].message == "needs “the worked example”"


def test_after_two_timeouts_the_rest_is_not_tried(grade_files: GradeFiles) -> None:
    (exercise,) = grade_files(
        {"scale.py": "def scale(logits, temperature):\n    while True:\n        pass\n"}
    ).exercises
    assert verdicts(exercise) == ["timeout", "skipped", "timeout", "skipped", "skipped", "skipped"]
    assert exercise.checks[3].message == "not tried: time ran out twice before"


def test_a_failure_that_is_another_one_on_simple_numbers_is_shown_as_it_is(grade_files: GradeFiles) -> None:
    source = SCALE.replace("return logits", "1 // (len(logits) != 3)\n    return (len(logits) > 19) + logits")
    check = grade_files({"scale.py": source}, "scale").exercises[0].checks[2]
    assert (check.verdict, check.call.count(",") >= 20) == (Verdict.FAIL, True)


def test_a_fault_of_the_course_is_not_blamed_on_the_learner(grade_files: GradeFiles) -> None:
    source = "def odd(number):\n    return 13 if number == 1 else number + 1\n"
    (exercise,) = grade_files({"odd.py": source}, "odd").exercises
    assert verdicts(exercise) == ["internal", "pass"]
    assert exercise.checks[0].message == (
        "the grader failed, which is not your fault; please report this: "
        "RuntimeError: a fault of the course (odd_checks.py, line 8)"
    )
    assert (exercise.verdict, exercise.score, exercise.checks[0].location) == (Verdict.INTERNAL, 1, None)


# --- diagnosis and float32 ------------------------------------------------------------------------


def test_float32_is_refused_and_said_once(grade_files: GradeFiles) -> None:
    source = SCALE.replace("return logits / temperature", "return (logits / temperature).astype(np.float32)")
    (exercise,) = grade_files({"scale.py": source}, "scale").exercises
    # halves are exact in float32, bad input and purity have no digits, and the third check would fail for the same reason
    assert verdicts(exercise) == ["pass", "fail", "pass", "pass", "pass", "pass"]
    assert {check.message for check in exercise.checks} == {"", COMPUTED_IN_FLOAT32}


def test_a_mistake_does_not_hide_behind_float32(grade_files: GradeFiles) -> None:
    source = SCALE.replace("return logits / temperature", "return logits / temperature * (1 + 1e-7)")
    (exercise,) = grade_files({"scale.py": source}, "scale").exercises
    assert verdicts(exercise) == ["fail", "skipped", "fail", "pass", "pass", "fail"]
    assert exercise.checks[0].mistake is not None
    assert exercise.checks[0].mistake.name == "slightly_off"
    assert exercise.checks[0].mistake.title == "The temperature is a ten-millionth too small."


def test_a_mistake_of_the_asked_log_does_not_hide_behind_float32(grade_files: GradeFiles) -> None:
    source = REPLY.replace("    return tokens", "    model([0], model.new_cache())\n    return tokens")
    checks = grade_files({"reply.py": source}, "reply").exercises[0].checks
    assert [check.verdict.value for check in checks] == ["pass", "fail"]
    assert checks[1].message == "`model.new_cache` was called 2 times; once is enough and needed"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("model('text', 3)", "raised AttributeError: 'int' object has no attribute 'ids'"),
        ("model.new_cache().truncate(1)", "raised ValueError: a cache of 0 cannot be cut to 1"),
        ("model.weights", "raised AttributeError: model has no 'weights'"),
        ("model(object(), model.new_cache())", "raised TypeError: 'Opaque' object is not iterable"),
        ("model([], model.new_cache())", "raised IndexError: list index out of range"),
    ],
    ids=str,
)
def test_what_a_spy_refuses_is_raised_in_the_learners_code(first_check: FirstCheck, line: str, message: str) -> None:
    check = first_check("reply", f"def reply(model, prompt, count):\n    {line}\n")
    assert (check.verdict, check.message) == (Verdict.ERROR, message)
    assert check.location is not None
    assert check.location.line == 2


FLOOD = """
import json, os, struct
def reply(model, prompt, count):
    text = json.dumps({"op": "ask", "of": 0, "use": "call", "name": "new_cache", "args": []}).encode()
    while True:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, struct.pack(">II", len(text), 0) + text)
            except OSError:
                pass
"""


@pytest.mark.slow
def test_questions_whose_answers_nobody_reads_end_with_the_time_of_the_call(first_check: FirstCheck) -> None:
    check = first_check("reply", FLOOD)
    assert (check.verdict, check.message) == (
        Verdict.TIMEOUT,
        "did not finish within 0.3 s; look for a loop that never ends or does far too much",
    )


def test_outcomes_that_are_left_out_give_no_points(grade_files: GradeFiles) -> None:
    forge = """
import json, os, struct
class Counter:
    def __init__(self, limit):
        for frame in ({"op": "called", "steps": [{"did": "returned", "value": None}]}, {"op": "done", "is_clean": True}):
            text = json.dumps(frame).encode()
            for descriptor in range(3, 64):
                try:
                    os.write(descriptor, struct.pack(">II", len(text), 0) + text)
                except OSError:
                    pass
        os._exit(0)
"""
    (exercise,) = grade_files({"counter.py": forge}, "counter").exercises
    assert (exercise.score, verdicts(exercise)) == (0, ["crash", "crash"])
    assert exercise.checks[0].message == (
        "ended the Python process it ran in (what it sent back cannot be read); return a value instead"
    )


def test_a_file_that_raises_when_loaded_again_does_not_pass_a_check_that_wants_exceptions(
    grade_files: GradeFiles, tmp_path: Path
) -> None:
    source = f"""
import os
if os.path.exists({str(tmp_path / "mark")!r}):
    raise ValueError
def scale(logits, temperature):
    os.close(os.open({str(tmp_path / "mark")!r}, os.O_CREAT))
    os._exit(1)
"""
    (exercise,) = grade_files({"scale.py": source}, "scale").exercises
    assert (exercise.score, verdicts(exercise)) == (0, ["crash", "skipped", "crash", "crash", "crash", "crash"])
    assert exercise.checks[3].message == (
        "ended the Python process it ran in (it cannot be loaded twice); return a value instead"
    )


def test_memory_that_is_lacking_while_judging_is_the_learners_doing() -> None:
    judgement = internal(MemoryError())
    wanted = (Verdict.MEMORY, "returned more than the grader has memory to judge")
    assert (judgement.verdict, judgement.message) == wanted


# --- determinism -------------------------------------------------------------------------------


@pytest.fixture
def mixed(tmp_path: Path) -> Submission:
    """Return a submission in which some things are right and some are not."""
    files = {
        "total.py": "def total(values):\n    print(sorted(map(str, {'a', 'b', 'c'})))\n    return 7.0\n",
        "scale.py": "def scale(logits, temperature):\n    return logits * temperature\n",
        "mask.py": "import os\n\n\ndef mask(size):\n    os._exit(3)\n",
        "countdown.py": COUNTDOWN,
        "counter.py": "class Counter:\n    def __init__(self, limit):\n        raise KeyError(limit)\n",
        "reply.py": REPLY.replace("if cache.length", "if 0 < cache.length"),
        "draw.py": "def draw(p, rng):\n    return int(rng.choice(len(p), p=p))\n",
    }
    for name, source in files.items():
        (tmp_path / name).write_text(source)
    return Submission(tmp_path)


def test_grading_twice_gives_the_same_bytes(tiny: Course, processes: Launcher, mixed: Submission) -> None:
    one, other = (without_seconds(grade(tiny, mixed, processes, student="Ada").to_json()) for _ in range(2))
    assert one == other
    assert json.loads(one)["student"] == "Ada"
    assert json.loads(one)["score"] == 6


def test_another_seed_draws_other_inputs_and_gives_the_same_verdicts(
    tiny: Course, processes: Launcher, mixed: Submission
) -> None:
    one, other = (grade(tiny, mixed, processes, seed=seed) for seed in (0, 1))
    assert [verdicts(each) for each in one.exercises] == [verdicts(each) for each in other.exercises]
    assert without_seconds(one.to_json()) != without_seconds(other.to_json())


@pytest.mark.slow
def test_spawned_processes_give_what_forked_ones_give(processes: Launcher, mixed: Submission) -> None:
    ids = ["small/total", "small/mask", "small/counter"]
    course = Course(find(patient_course()))  # to start an interpreter takes long where others compute
    one, other = (grade(course, mixed, each, exercise_ids=ids) for each in (processes, SubprocessLauncher()))
    assert without_seconds(one.to_json()) == without_seconds(other.to_json())
