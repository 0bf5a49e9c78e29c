"""`learn author watch`: a save is proved, and shown in a browser with its problems."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from places import DATA
from workplace import Workplace

from grader.cli.author_watch import _page_of
from grader.cli.context import open_course
from grader.site.preview import Preview

FILES = (
    "exercises/small/total.yaml",
    "exercises/small/total.py",
    "solutions/small/total.py",
    "solutions/small/total_mistakes.py",
)
TABLE = "id: one\ntitle: One exercise\nversion: 1\nunits: [{id: small, title: Small, exercises: [total]}]\n"
LONG_SECONDS = 300


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return the folder of a course of one exercise."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(DATA / "course" / name, tmp_path / name)
    (tmp_path / "exercises/course.yaml").write_text(TABLE)
    monkeypatch.setattr("grader.cli.author_watch.LOOK_SECONDS", 0.02)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def read(address: str) -> str:
    """Return what the preview answers."""
    with urllib.request.urlopen(address, timeout=LONG_SECONDS) as answer:
        return str(answer.read().decode())


def test_a_save_is_proved_and_named(place: Workplace) -> None:
    path = place.folder / FILES[0]

    def save() -> None:  # until it is seen: the first one may come before the watch has begun
        for number in range(LONG_SECONDS):
            path.write_text(text.replace("points: 2\n", "points: 3\n") + "#" * number + "\n", "utf-8")
            time.sleep(1)
            if is_done.is_set():
                return

    text, is_done = path.read_text("utf-8"), threading.Event()
    saver = threading.Thread(target=save)
    saver.start()
    try:
        ran = place.learn("author", "watch", "--once")
    finally:
        is_done.set()
        saver.join()
    assert ran.code == 0
    said = "exercises/small/total.yaml:6:9: `points` is 3, but the points of the checks add up to 2; make them equal"
    assert said in ran.out
    assert re.search(r"total\.yaml: 1 problem \(\d+\.\d s\)\n$", ran.out)


def test_learners_commands_work_in_a_course_that_was_watched_and_nowhere_else(place: Workplace) -> None:
    refused = place.learn("list")
    assert (refused.code, "holds the course 'one' itself" in refused.err) == (3, True)
    from grader.course import find
    from grader.workspace.course import note_named

    note_named(find(place.folder))
    assert place.learn("list").code == 0


@pytest.fixture
def preview(place: Workplace) -> Preview:
    """Return a running preview of the course."""
    return Preview(lambda: open_course(place.folder))


def test_the_preview_shows_the_page_and_the_problems(place: Workplace, preview: Preview) -> None:
    assert "/course/" in read(preview.address)
    assert "Add numbers up" in read(f"{preview.address}course/units/small/total.html")
    preview.tell(problems=["total.yaml:1:1: wrong"], page="units/small/total.html")
    state = json.loads(read(f"{preview.address}state/0"))
    assert (state["version"], state["problems"], state["page"]) == (
        1,
        ["total.yaml:1:1: wrong"],
        "units/small/total.html",
    )
    preview.close()


def test_a_page_that_cannot_be_shown_says_why(place: Workplace, preview: Preview) -> None:
    path = place.folder / FILES[0]
    path.write_text(path.read_text("utf-8").replace("title:", "titel:", 1), "utf-8")
    page = read(f"{preview.address}course/units/small/total.html")
    assert "unknown key `titel`; did you mean `title`?" in page
    preview.close()


@pytest.mark.parametrize(
    ("path", "host"), [("course/units/none.html", ""), ("", "evil.example"), ("course/../secret", "")]
)
def test_nothing_else_is_served(preview: Preview, path: str, host: str) -> None:
    request = urllib.request.Request(preview.address + path, headers={"Host": host} if host else {})
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request, timeout=LONG_SECONDS)
    assert error.value.code == (403 if host else 404)
    error.value.close()
    preview.close()


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("exercises/small/total.yaml", "units/small/total.html"),
        ("solutions/small/total_mistakes.py", "units/small/total.html"),
        ("exercises/small/lesson.md", "units/small/index.html"),
        ("exercises/quiz/sums.yaml", "quizzes/sums.html"),
        ("flashcards/decks/sums.yaml", "cards/sums.html"),
        ("exercises/worksheets/sums.yaml", "print/sums.html"),
        ("exercises/terms.yaml", "glossary.html"),
        ("exercises/course.yaml", None),
    ],
)
def test_a_file_has_its_page(place: Workplace, name: str, page: str | None) -> None:
    assert _page_of(open_course(place.folder), [place.folder / name]) == page
