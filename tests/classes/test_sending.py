"""Any executor gives the results of one machine, and what cannot be graded somewhere is told in one sentence."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import pytest
from small_class import EXERCISES, everything_in, hand_in
from workplace import TINY

import grader
from grader.classes.grade_one import Item, Job, Line
from grader.classes.pool import grade_all
from grader.classes.remote import grade_sent
from grader.classes.sending import shards
from grader.classes.store import Store
from grader.core.errors import ClassError

pytestmark = pytest.mark.whole

COUNT = 22


@pytest.fixture
def items(tmp_path: Path) -> list[Item]:
    """Hand in a class, and return what to grade: of one student nothing that can be opened."""
    students = [f"s{number:02}" for number in range(COUNT)]
    hand_in(tmp_path / "class", students)
    (tmp_path / "class/bad.zip").write_bytes(b"no zip file")
    made = [Item(student, 5, str(tmp_path / "class" / student)) for student in students]
    return [*made, Item("bad", 5, str(tmp_path / "class/bad.zip"))]


def job_of(folder: Path) -> Job:
    """Return the job of grading into a folder."""
    Store(folder).make()
    return Job(str(folder), EXERCISES, "none", str(TINY))


def lines_of(job: Job, items: list[Item], executor: Executor | None = None) -> list[Line]:
    """Grade, and return the lines in the order of the students, durations left out."""
    return sorted(line._replace(seconds=0.0) for line in grade_all(job, items, executor, count=2))


def processes() -> Executor:
    """Return two processes; started afresh, since this one may have threads."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@pytest.mark.parametrize("executor", [lambda: ThreadPoolExecutor(2), processes], ids=["threads", "processes"])
def test_an_executor_gives_the_results_of_one_machine(
    tmp_path: Path, items: list[Item], executor: Callable[[], Executor]
) -> None:
    here = lines_of(job_of(tmp_path / "here"), items)
    with executor() as made:
        there = lines_of(job_of(tmp_path / "there"), items, made)
        again = lines_of(job_of(tmp_path / "there"), items, made)
    assert there == here
    assert [line.status for line in here].count("unreadable") == 1
    assert again == [line._replace(is_new=line.status == "unreadable") for line in here]
    assert everything_in(tmp_path / "there") == everything_in(tmp_path / "here")
    assert len(everything_in(tmp_path / "there")) == COUNT


def test_only_what_has_changed_is_sent_back(tmp_path: Path, items: list[Item]) -> None:
    job = job_of(tmp_path / "out")
    recorded: list[str] = []

    class Recording(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Any:
            future = super().submit(fn, *args, **more)
            recorded.append(future.result())
            return future

    with Recording(1) as executor:
        lines_of(job, items, executor)
        recorded.clear()
        Path(items[0].path, "total.py").write_text("def total(values):\n    return 0.0\n")
        lines = lines_of(job, items, executor)
    assert [line.student for line in lines if line.is_new] == ["bad", "s00"]
    documents = [document for text in recorded for _, document in json.loads(text)["graded"] if document]
    assert [document["student"] for document in documents] == ["s00"]


def test_a_process_that_ends_loses_only_what_it_had(tmp_path: Path, items: list[Item]) -> None:
    job = job_of(tmp_path / "out")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        lines = grade_all(job, items, executor, count=1)
        first = [next(lines) for _ in range(10)]
        for process in active_children():
            process.kill()
        rest = list(lines)
    lost = [line for line in rest if line.status == "internal"]
    assert {line.look_at for line in lost} == {"every process that had it has ended"}
    assert len(first) + len(rest) == COUNT + 1
    assert len(everything_in(tmp_path / "out")) == COUNT + 1 - len(lost) - sum(
        line.status == "unreadable" for line in rest
    )
    assert [line.student for line in lines_of(job, items) if line.is_new] == [
        "bad",
        *sorted(line.student for line in lost if line.student != "bad"),
    ]


def order(job: Job, items: list[Item], **changes: Any) -> str:
    """Return what is sent out, changed."""
    from grader.course.course import Course
    from grader.course.location import find

    sent = {
        "version": grader.__version__,
        "course": Course(find(TINY)).sha256,
        "job": job._asdict(),
        "items": [item._asdict() for item in items],
        "hashes": {},
    }
    return json.dumps({**sent, **changes})


def test_a_machine_refuses_what_it_would_grade_differently(tmp_path: Path, items: list[Item]) -> None:
    job = job_of(tmp_path / "out")
    here = f"on {platform.node()}: "
    gone = [items[0]._replace(path="/no/such folder")]
    refused = [
        (order(job, items, version="9.9"), f"token-by-token {grader.__version__} is installed, not 9.9; install the same"),
        (order(job, items, course="0"), "the course is not the same as where the class is; give all machines the same"),
        (order(job, gone), "there is no /no/such folder; all machines need the same folders under the same names"),
        (order(job._replace(course_folder="/none"), items),
         "there is no /none; all machines need the same folders under the same names"),
    ]  # fmt: skip
    assert [json.loads(grade_sent(text)) for text, _ in refused] == [{"stop": here + words} for _, words in refused]
    assert everything_in(tmp_path / "out") == {}


def test_one_sentence_stops_the_class(tmp_path: Path, items: list[Item]) -> None:
    job = job_of(tmp_path / "out")
    items[15] = items[15]._replace(path=str(tmp_path / "gone"))
    with ThreadPoolExecutor(1) as executor, pytest.raises(ClassError) as caught:
        list(grade_all(job, items, executor, count=1))
    assert str(caught.value) == (
        f"on {platform.node()}: there is no {tmp_path / 'gone'}; all machines need the same folders under the same names"
    )
    assert len(everything_in(tmp_path / "out")) == 10


@pytest.mark.parametrize(
    ("total", "count", "size"), [(0, 2, 0), (5, 2, 5), (80, 2, 10), (400, 4, 25), (100_000, 16, 50)]
)
def test_so_much_is_sent_that_getting_ready_pays(total: int, count: int, size: int) -> None:
    items = [Item(str(number), 0, "") for number in range(total)]
    made = shards(items, count)
    assert [item for shard in made for item in shard] == items
    assert max(map(len, made), default=0) == size
