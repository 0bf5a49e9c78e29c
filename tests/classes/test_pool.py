"""A class is graded to the same bytes by any executor, in one run or interrupted at any moment."""

from __future__ import annotations

import json
import os
import platform
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from places import ROOT
from small_class import patient_course

import grader
from grader.classes import plan
from grader.classes.discover import find_submissions
from grader.classes.grade_one import Grader
from grader.classes.job import Job, PlannedSubmission, SummaryLine
from grader.classes.matching import match
from grader.classes.pool import grade_class
from grader.classes.store import Store, file_name
from grader.classes.task import GradingProcess, encode_task, run_task
from grader.core.errors import ClassError
from grader.course import find
from grader.course.course import Course

pytestmark = pytest.mark.slow

SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))
IDS = ("small/total", "small/scale")
COURSE = patient_course()
SOURCES = {
    "total.py": [
        (COURSE / "solutions/small/total.py").read_text("utf-8"),
        "def total(values):\n    return float(values.max())\n",
        "def total(values):\n    raise NotImplementedError\n",
        "def total(values)\n",
        "import os\n\n\ndef total(values):\n    os._exit(3)\n",
    ],
    "scale.py": [
        (COURSE / "solutions/small/scale.py").read_text("utf-8"),
        "def scale(logits, temperature):\n    return logits * temperature\n",
        "def scale(logits, temperature):\n    print('é\\x1b')\n    return list(logits)\n",
    ],
}
COUNT = 12
NAMES = ["ada", "bo-1", "Zoë", "x y", "=1+1", "..", "a/b"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a class of students with names of all kinds."""
    make_class(tmp_path)
    return tmp_path


def make_class(folder: Path) -> None:
    """Let every student hand in something right or wrong."""
    rng = random.Random(1)
    for number in range(COUNT):
        own = folder / "class" / f"student-{number:02}"
        own.mkdir(parents=True)
        for name, texts in SOURCES.items():
            (own / name).write_text(rng.choice(texts), "utf-8")


def items_of(folder: Path) -> list[PlannedSubmission]:
    """Return what to grade; the first students have other names than their folders."""
    matched = match(find_submissions([folder / "class"], IDS), None)
    made = plan.plan_submissions(matched, 7)
    return [*(item._replace(student=name) for item, name in zip(made, NAMES, strict=False)), *made[len(NAMES) :]]


JOB = Job(IDS, "none", Course(find(COURSE)).sha256, str(COURSE))


def store_of(folder: Path, out: str) -> Store:
    """Return the store of results in a folder, made."""
    store = Store(folder / out)
    store.make()
    return store


def run(folder: Path, out: str, items: list[PlannedSubmission], job: Job = JOB, **how: Any) -> list[SummaryLine]:
    return sorted(line._replace(seconds=0.0) for line in grade_class(job, items, store_of(folder, out), **how))


def results(folder: Path, out: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / out / "results").glob("*.json")}


def by_hand(folder: Path, items: list[PlannedSubmission], out: str = "alone") -> dict[str, bytes]:
    """Return the results of grading one after another in this process."""
    store = store_of(folder, out)
    with closing(Grader(JOB)) as alone:
        for item in items:
            line, document = alone.grade(item)
            assert (line.is_new, document is not None) == (True, True)
            store.put(item.student, document or {})
    return results(folder, out)


def spawned() -> Executor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def test_one_process_and_several_write_the_same_bytes(folder: Path) -> None:
    items = items_of(folder)
    expected = by_hand(folder, items)
    assert len(expected) == COUNT
    assert run(folder, "one", items, count=1) == run(folder, "two", items, count=2)
    assert results(folder, "one") == results(folder, "two") == expected
    for text in expected.values():
        jsonschema.validate(json.loads(text), SCHEMA)


@pytest.mark.parametrize("executor", [lambda: ThreadPoolExecutor(2), spawned], ids=["threads", "processes"])
def test_any_executor_writes_the_same_bytes_and_finds_them_again(
    folder: Path, executor: Callable[[], Executor]
) -> None:
    (folder / "bad.zip").write_bytes(b"no zip file")
    items = list(reversed([*items_of(folder), PlannedSubmission("bad", 5, str(folder / "bad.zip"))]))
    here = run(folder, "here", items)
    with executor() as made:
        job = JOB._replace(is_elsewhere=True)
        assert run(folder, "there", items, job, executor=made, count=2) == here
        again = run(folder, "there", items, job, executor=made, count=2)
    assert [line.status for line in here].count("unreadable") == 1
    assert again == [line._replace(is_new=line.status == "unreadable") for line in here]
    assert results(folder, "there") == results(folder, "here")
    assert len(results(folder, "there")) == COUNT + 1


def test_a_result_is_what_grading_the_submission_by_itself_gives(folder: Path) -> None:
    items = items_of(folder)[:3]
    by_hand(folder, items, "out")
    for item in items:
        command = [sys.executable, "-m", "grader", "grade", item.path, "--confine", "none", "--seed", str(item.seed)]
        command += [word for each in IDS for word in ("--exercise", each)]
        environment = {**os.environ, "LEARN_COURSE": str(COURSE)}
        single = json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
        stored = json.loads(Store(folder / "out").path(item.student).read_bytes())
        assert stored.pop("submission")["late"] is False
        assert (stored.pop("student"), single.pop("student")) == (item.student, None)
        for exercise in (*single["exercises"], *stored["exercises"]):
            exercise["seconds"] = 0
            exercise.pop("sha256")  # kept for a class only, which is graded again where files have changed
        assert stored == single


def test_what_is_there_is_not_graded_again_until_it_changes(folder: Path) -> None:
    items = items_of(folder)
    with ThreadPoolExecutor(1) as one:
        run(folder, "out", items, executor=one)
        before = {path: path.stat().st_mtime_ns for path in (folder / "out/results").iterdir()}
        assert [line.is_new for line in run(folder, "out", items, executor=one)] == [False] * COUNT
        assert {path: path.stat().st_mtime_ns for path in before} == before
        (folder / "class/student-10/total.py").write_text(SOURCES["total.py"][0] + "# again\n", "utf-8")
        (folder / "class/student-11/helper.py").write_text("x = 1\n", "utf-8")
        (folder / "class/student-08/notes.txt").write_text("x = 1\n", "utf-8")
        again = run(folder, "out", items, executor=one)
        assert [line.student for line in again if line.is_new] == ["student-10", "student-11"]
        others = [item._replace(seed=item.seed + (item.student == "ada")) for item in items]
        assert [line.student for line in run(folder, "out", others, executor=one) if line.is_new] == ["ada"]


def test_a_result_that_is_damaged_is_made_again(folder: Path) -> None:
    items = items_of(folder)[:3]
    whole = by_hand(folder, items, "out")
    path = Store(folder / "out").path("ada")
    with ThreadPoolExecutor(1) as one:
        odd = [
            whole["ada.json"].replace(*each)
            for each in ((b'"exercises": [', b'"exercises": [5, '), (b'"late"', b'"l"'))
        ]
        for damage in (b"", b"{", b"[" * 10**6, whole["ada.json"][:200], b"[]", whole["bo-1.json"], *odd):
            path.write_bytes(damage)
            assert [line.student for line in run(folder, "out", items, executor=one) if line.is_new] == ["ada"]
            assert results(folder, "out") == whole


# --- killed -----------------------------------------------------------------------------------


def start(folder: Path, out: str, **settings: str) -> subprocess.Popen[str]:
    """Start to grade the class with a command of its own."""
    command = [sys.executable, "-m", "grader", "grade", "class", "--out", out, "--confine", "none", "--seed", "7"]
    command += ["--jobs", "2", *(word for each in IDS for word in ("--exercise", each))]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "LEARN_COURSE": str(COURSE), "COLUMNS": "80", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the results of grading one after another, with nothing that disturbs."""
    folder = tmp_path_factory.mktemp("undisturbed")
    make_class(folder)
    found = match(find_submissions([folder / "class"], IDS), None)
    return by_hand(folder, plan.plan_submissions(found, 7))


def kill_and_resume(folder: Path, expected: dict[str, bytes], rng: random.Random) -> None:
    """Kill a run after a while that is drawn, twice; then let it end, and compare."""
    out = f"out-{rng.random()}"
    for _ in range(rng.choice((1, 2))):
        process = start(folder, out)
        wanted = rng.randrange(0, COUNT)
        deadline = time.monotonic() + 300
        while process.poll() is None and time.monotonic() < deadline:
            done = len(list((folder / out / "results").glob("*.json")))
            if done >= wanted:
                break
            time.sleep(0.002)
        time.sleep(rng.random() * 0.05)
        process.kill()
        process.communicate()
    process = start(folder, out)
    text, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert text.count(f"\n{COUNT} submissions are graded") == 1
    assert results(folder, out) == expected


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 7, 13])
def test_a_run_that_is_killed_at_any_moment_goes_on(folder: Path, undisturbed: dict[str, bytes], number: int) -> None:
    kill_and_resume(folder, undisturbed, random.Random(number))


def test_ctrl_c_ends_a_run_in_order(folder: Path, undisturbed: dict[str, bytes]) -> None:
    (folder / "tmp").mkdir()
    process = start(folder, "out", TMPDIR=str(folder / "tmp"))
    while not results(folder, "out"):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, "\nlearn: interrupted\n")
    kept = results(folder, "out")
    assert kept
    assert kept.items() <= undisturbed.items()
    assert list((folder / "tmp").iterdir()) == []
    assert ended(folder / "tmp")


def ended(temporary: Path) -> bool:
    """Wait until all workers whose folders are below one have ended; return whether they have."""
    until = time.monotonic() + 300
    while True:
        found = subprocess.run(["ps", "-ww", "-eo", "stat=,args="], capture_output=True, text=True, check=True).stdout
        running = [line for line in found.splitlines() if str(temporary) in line and line[0] != "Z"]
        if not running or time.monotonic() > until:
            return not running
        time.sleep(0.05)


def test_the_processes_of_a_run_that_is_killed_end_with_it(folder: Path) -> None:
    (folder / "tmp").mkdir()
    (folder / "class/student-00/total.py").write_text("def total(values):\n    while True: pass\n", "utf-8")
    process = start(folder, "out", TMPDIR=str(folder / "tmp"))
    while not results(folder, "out"):
        time.sleep(0.01)
    process.kill()
    process.communicate()
    assert ended(folder / "tmp")
    assert list((folder / "tmp").iterdir()) == []


def children() -> list[int]:
    """Return the grading processes of this process."""
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(os.getpid())]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(line.split()[0]) for line in lines if "serve_grader" in line]


def test_a_process_that_is_killed_is_replaced(folder: Path) -> None:
    items = items_of(folder)
    expected = by_hand(folder, items)
    seen = []
    for line in grade_class(JOB, items, store_of(folder, "out"), count=2):
        seen.append(line)
        if len(seen) in (2, 5):
            os.kill(children()[0], signal.SIGKILL)
    assert sorted(line.student for line in seen) == sorted(item.student for item in items)
    assert not [line for line in seen if line.status == "internal"]
    assert results(folder, "out") == expected


KILLER = """
def total(values):
    import os, signal
    server = os.getppid()
    grader = int(open(f"/proc/{server}/stat").read().rpartition(")")[2].split()[1])
    assert b"serve_grader" in open(f"/proc/{grader}/cmdline", "rb").read()
    os.kill(grader, signal.SIGKILL)
"""
"""Kills the process that has it graded, which only code without confinement can."""


@pytest.mark.skipif(sys.platform != "linux", reason="the process to kill is looked up in /proc")
def test_a_submission_that_kills_every_process_is_lost_alone(folder: Path) -> None:
    items = items_of(folder)
    expected = by_hand(folder, items)
    for name in ("student-07", "student-08"):
        (folder / "class" / name / "total.py").write_text(KILLER, "utf-8")
    lines = run(folder, "out", items, count=2)
    why = "not graded: the process that graded it ended twice (killed by SIGKILL)"
    lost = SummaryLine("", "internal", 0, 0, why)
    assert [line for line in lines if line.status == "internal"] == [
        lost._replace(student="student-07"), lost._replace(student="student-08")
    ]  # fmt: skip
    del expected["student-07.json"], expected["student-08.json"]
    assert results(folder, "out") == expected


def test_an_executor_that_cannot_replace_its_processes_loses_what_it_had(folder: Path) -> None:
    items = items_of(folder)
    with spawned() as executor:
        lines = grade_class(JOB, items, store_of(folder, "out"), executor, count=1)
        first = [next(lines) for _ in range(5)]
        for process in active_children():
            process.kill()
        rest = list(lines)
    lost = [line for line in rest if line.status == "internal"]
    assert {line.look_at for line in lost} == {"not graded: the executor's process that graded it has ended"}
    assert len(first) + len(rest) == COUNT
    assert len(results(folder, "out")) == COUNT - len(lost)
    again = run(folder, "out", items, count=1)
    assert [line.student for line in again if line.is_new] == sorted(line.student for line in lost)


def test_processes_import_nothing_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("multiprocessing", "signal", "threading", "encodings", "grader", "json", "numpy"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w').close()\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    with closing(GradingProcess(JOB)) as process:
        process.open()
        assert process.grade({"submission": PlannedSubmission("", 0, str(tmp_path))._asdict(), "known": None})
    assert children() == []
    assert not (tmp_path / "imported").exists()


# --- what goes wrong --------------------------------------------------------------------------


def test_a_result_that_cannot_be_written_ends_the_run_and_keeps_the_others(folder: Path) -> None:
    items = items_of(folder)
    Store(folder / "out").path("student-09").mkdir(parents=True)
    with pytest.raises(ClassError) as caught:
        run(folder, "out", items, count=1)
    assert str(caught.value) == (
        f"{folder}/out/results: cannot be written to: Is a directory; results written so far are kept, and the same "
        "command goes on from there"
    )
    Store(folder / "out").path("student-09").rmdir()
    run(folder, "out", items, count=1)
    assert results(folder, "out") == by_hand(folder, items)


def test_a_machine_refuses_what_it_would_grade_differently(folder: Path) -> None:
    item = items_of(folder)[0]
    job = JOB._replace(is_elsewhere=True)

    def reply(job: Job = job, item: PlannedSubmission = item, version: str = grader.__version__) -> Any:
        task = json.loads(encode_task(job, item, None))
        return json.loads(run_task(json.dumps({**task, "version": version})))

    here = f"on {platform.node()}: "
    gone = "there is no /no such/folder; all machines need the same folders under the same names"
    other_version = f"token-by-token {grader.__version__} is installed, not 9.9; install the same"
    other_course = "the course is not the same as where the class is; give all machines the same"
    assert reply(version="9.9") == {"stop": here + other_version}
    assert reply(job._replace(course_sha256="0")) == {"stop": here + other_course}
    assert reply(JOB._replace(course_sha256="0")) == {"stop": other_course}
    assert reply(item=item._replace(path="/no such/folder")) == {"stop": here + gone}
    assert reply(job._replace(course_folder="/no such/folder")) == {"stop": here + gone}
    assert reply()["line"]["student"] == "ada"


# --- small things -----------------------------------------------------------------------------


def test_names_of_files_are_safe_and_tell_students_apart() -> None:
    odd = ("Zoë Ä.", "a/b", "a_b", "..", ".", "", "-x", "=1", "a\0b", "a\nb", "con~1", "a.")
    names = ["ada", *odd, "x" * 200, "x" * 201]
    made = [file_name(name) for name in names]
    assert made[0] == "ada"
    assert len({name.casefold() for name in made}) == len(names)
    assert not [
        name for name in made if "/" in name or "\0" in name or name.startswith(".") or len(name.encode()) > 200
    ]


def test_the_seed_that_an_earlier_run_noted_is_taken_up() -> None:
    assert (plan.choose_seed(5, 7), plan.choose_seed(None, 7)) == (5, 7)
    for damaged in ("7", True, -1, 7.0, None):
        assert plan.choose_seed(None, damaged) != plan.choose_seed(None, damaged)
