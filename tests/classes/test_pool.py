"""A class is graded to the same bytes by one process or several, in one run or interrupted at any moment."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from places import ROOT
from workplace import TINY

from grader.classes import plan
from grader.classes.discover import find_submissions
from grader.classes.grade_one import Desk, Item, Job, Line
from grader.classes.matching import match
from grader.classes.pool import grade_all, shards
from grader.classes.processes import GradingProcess
from grader.classes.store import Store, file_name
from grader.core.errors import ClassError
from grader.grading import prepared

pytestmark = pytest.mark.whole

SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))
IDS = ("small/total", "small/scale")
SOURCES = {
    "total.py": [
        (TINY / "solutions/small/total.py").read_text("utf-8"),
        "def total(values):\n    return float(values.max())\n",
        "def total(values):\n    raise NotImplementedError\n",
        "def total(values)\n",
        "import os\n\n\ndef total(values):\n    os._exit(3)\n",
    ],
    "scale.py": [
        (TINY / "solutions/small/scale.py").read_text("utf-8"),
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


def items_of(folder: Path, seed_from: str | None = None) -> list[Item]:
    """Return what to grade; the first students have other names than their folders."""
    matched = match(find_submissions([folder / "class"], IDS), None)
    made = plan.items(matched, plan.seeds(7, seed_from, {}), None, {})
    return [*(item._replace(student=name) for item, name in zip(made, NAMES, strict=False)), *made[len(NAMES) :]]


def job_of(folder: Path, out: str) -> Job:
    """Return the job of grading into a folder."""
    store = Store(folder / out)
    store.make()
    return Job(str(store.folder), IDS, "none", str(TINY))


def run(folder: Path, out: str, items: list[Item], **how: Any) -> list[Line]:
    """Grade into a folder; return the lines in the order of the students."""
    return sorted(grade_all(job_of(folder, out), items, **how))


def results(folder: Path, out: str) -> dict[str, bytes]:
    """Return the bytes of every result in a folder."""
    return {path.name: path.read_bytes() for path in (folder / out / "results").iterdir()}


def at_desk(folder: Path, out: str, items: list[Item]) -> list[Line]:
    """Grade into a folder, one submission after another in this process."""
    with Desk(job_of(folder, out)) as desk:
        return [desk.grade(item) for item in items]


def by_hand(folder: Path, items: list[Item]) -> dict[str, bytes]:
    """Return the results of grading one after another in this process."""
    at_desk(folder, "alone", items)
    return results(folder, "alone")


@pytest.mark.parametrize(
    "seed_from", [None, pytest.param("spring", marks=pytest.mark.whole)], ids=["one seed", "a seed for each"]
)
def test_one_process_and_several_and_an_executor_write_the_same_bytes(folder: Path, seed_from: str | None) -> None:
    items = items_of(folder, seed_from)
    expected = by_hand(folder, items)
    assert len(expected) == COUNT
    lines = run(folder, "one", items, count=1)
    assert [line._replace(seconds=0) for line in lines] == [
        line._replace(seconds=0) for line in run(folder, "two", items, count=2)
    ]
    with ThreadPoolExecutor(2) as executor:
        run(folder, "threads", list(reversed(items)), executor=executor)
    assert results(folder, "one") == results(folder, "two") == results(folder, "threads") == expected
    for text in expected.values():
        jsonschema.validate(json.loads(text), SCHEMA)


def test_a_result_is_what_grading_the_submission_by_itself_gives(folder: Path) -> None:
    items = items_of(folder, "spring")[:3]
    at_desk(folder, "out", items)
    for item in items:
        command = [sys.executable, "-m", "grader", "grade", item.path, "--confine", "none", "--seed", str(item.seed)]
        command += ["--student", item.student, *(word for each in IDS for word in ("--exercise", each))]
        environment = {**os.environ, "LEARN_COURSE": str(TINY)}
        single = json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
        stored = json.loads(Store(folder / "out").path(item.student).read_bytes())
        assert stored.pop("submission")["late"] is False
        for exercise in (*single["exercises"], *stored["exercises"]):
            exercise["seconds"] = 0
        assert stored == single


def test_what_is_there_is_not_graded_again_until_it_changes(folder: Path) -> None:
    items = items_of(folder)
    at_desk(folder, "out", items)
    before = {path: path.stat().st_mtime_ns for path in (folder / "out/results").iterdir()}
    assert [line.is_new for line in at_desk(folder, "out", items)] == [False] * COUNT
    assert {path: path.stat().st_mtime_ns for path in before} == before
    (folder / "class/student-10/total.py").write_text(SOURCES["total.py"][0] + "# again\n", "utf-8")
    (folder / "class/student-11/helper.py").write_text("x = 1\n", "utf-8")
    (folder / "class/student-08/notes.txt").write_text("x = 1\n", "utf-8")
    assert [line.student for line in at_desk(folder, "out", items) if line.is_new] == ["student-10", "student-11"]
    others = [item._replace(seed=item.seed + (item.student == "ada")) for item in items]
    assert [line.student for line in at_desk(folder, "out", others) if line.is_new] == ["ada"]


def test_a_result_that_is_damaged_is_made_again(folder: Path) -> None:
    items = items_of(folder)[:3]
    at_desk(folder, "out", items)
    whole = results(folder, "out")
    path = Store(folder / "out").path("ada")
    for damage in (b"", b"{", whole["ada.json"][:200], b"[]", whole["bo-1.json"]):
        path.write_bytes(damage)
        assert [line.student for line in at_desk(folder, "out", items) if line.is_new] == ["ada"]
        assert results(folder, "out") == whole


# --- killed -----------------------------------------------------------------------------------


def start(folder: Path, out: str) -> subprocess.Popen[str]:
    """Start to grade the class with a command of its own."""
    command = [sys.executable, "-m", "grader", "grade", "class", "--out", out, "--confine", "none", "--seed", "7"]
    command += ["--jobs", "2", *(word for each in IDS for word in ("--exercise", each))]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "LEARN_COURSE": str(TINY), "COLUMNS": "80"},
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
    return by_hand(folder, plan.items(found, plan.seeds(7, None, {}), None, {}))


def kill_and_resume(folder: Path, expected: dict[str, bytes], rng: random.Random) -> None:
    """Kill a run after a while that is drawn, twice; then let it end, and compare."""
    out = f"out-{rng.random()}"
    for _ in range(rng.choice((1, 2))):
        process = start(folder, out)
        wanted = rng.randrange(0, COUNT)
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            done = len(list((folder / out / "results").glob("*.json")))
            if done >= wanted:
                break
            time.sleep(0.002)
        time.sleep(rng.random() * 0.05)
        process.kill()
        process.communicate()
    process = start(folder, out)
    text, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert text.count(f"\n{COUNT} submissions are graded") == 1
    assert results(folder, out) == expected


def test_a_run_that_is_killed_goes_on_to_the_same_results(folder: Path, undisturbed: dict[str, bytes]) -> None:
    kill_and_resume(folder, undisturbed, random.Random(3))


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(20))
def test_a_run_that_is_killed_at_any_moment_goes_on(folder: Path, undisturbed: dict[str, bytes], number: int) -> None:
    kill_and_resume(folder, undisturbed, random.Random(number))


def test_ctrl_c_ends_a_run_in_order(folder: Path, undisturbed: dict[str, bytes]) -> None:
    process = start(folder, "out")
    while not list((folder / "out/results").glob("*.json")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "\nlearn: interrupted\n")
    kept = results(folder, "out")
    assert kept
    assert kept.items() <= undisturbed.items()


def test_a_grading_process_that_is_killed_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items = items_of(folder)
    expected = by_hand(folder, items)
    made: list[GradingProcess] = []
    begin = GradingProcess.__init__

    def noted(self: GradingProcess, job: Job) -> None:
        begin(self, job)
        made.append(self)

    monkeypatch.setattr(GradingProcess, "__init__", noted)
    seen = []
    for line in grade_all(job_of(folder, "out"), items, count=2):
        seen.append(line)
        if len(seen) in (3, 9):
            made[-1]._process.kill()
    assert sorted(line.student for line in seen) == sorted(item.student for item in items)
    assert not [line for line in seen if line.status == "internal"]
    assert results(folder, "out") == expected
    assert len(made) >= 3


def test_a_second_run_in_the_same_folder_says_so(folder: Path) -> None:
    with Store(folder / "out").locked():
        process = start(folder, "out")
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (3, "")
    assert err == "learn: out: another `learn grade` is writing there; wait for its end, or give another folder\n"


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
    at_desk(folder, "out", items)
    assert results(folder, "out") == by_hand(folder, items)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can make a small disk")
def test_a_full_disk_is_one_sentence_and_loses_nothing(folder: Path) -> None:
    small = folder / "out"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48k", "none", str(small)], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        process = start(folder, "out")
        _, err = process.communicate(timeout=60)
        assert process.returncode == 3
        assert re.search(r"out/(results|seconds): cannot be written to: No space left on device; results", err)
        assert err.count("\n") == 1
        kept = results(folder, "out")
        assert kept
        assert all(json.loads(text)["schema"] == "learn/result/v1" for text in kept.values())
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_an_error_of_the_course_stops_the_class_with_its_sentence(folder: Path) -> None:
    job = job_of(folder, "out")._replace(course_folder=str(folder))
    with pytest.raises(ClassError) as caught:
        list(grade_all(job, items_of(folder), count=1))
    assert str(caught.value).endswith("give the folder that holds exercises/ and solutions/")


# --- small things -----------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "count", "size"), [(0, 2, 0), (1, 2, 1), (24, 2, 3), (1000, 2, 25), (1000, 64, 3)])
def test_shards_are_small_enough_that_nobody_waits(total: int, count: int, size: int) -> None:
    items = [Item(str(number), 0, "") for number in range(total)]
    made = shards(items, count)
    assert [item for shard in made for item in shard] == items
    assert max(map(len, made), default=0) == size


def test_names_of_files_are_safe_and_tell_students_apart() -> None:
    names = [
        "ada",
        "Zoë Ä.",
        "a/b",
        "a_b",
        "..",
        ".",
        "",
        "-x",
        "x" * 200,
        "x" * 201,
        "=1",
        "a\0b",
        "a\nb",
        "con~1",
        "a.",
    ]
    made = [file_name(name) for name in names]
    assert made[0] == "ada"
    assert len({name.casefold() for name in made}) == len(names)
    assert not [
        name for name in made if "/" in name or "\0" in name or name.startswith(".") or len(name.encode()) > 200
    ]


def test_settings_that_an_earlier_run_noted_are_taken_up() -> None:
    noted = plan.seeds(None, None, {})
    assert plan.seeds(None, None, noted.to_json()) == noted
    assert plan.seeds(None, None, {"seed": 0, "seed_from": "x"}) == plan.Seeds(0, "x")
    assert plan.seeds(5, None, noted.to_json()) == plan.Seeds(5)
    for damaged in (
        {"seed": "5", "seed_from": None},
        {"seed": 5},
        {"seed": True, "seed_from": None},
        {"seed_from": "x"},
    ):
        assert plan.seeds(None, None, damaged) != plan.seeds(None, None, damaged)


def test_what_is_kept_for_a_class_is_bounded() -> None:
    assert prepared.MOST_KEPT <= 20_000
    kept: dict[int, int] = {}
    for number in range(prepared.MOST_KEPT + 10):
        prepared.keep(kept, number, number)
    assert len(kept) == 10
