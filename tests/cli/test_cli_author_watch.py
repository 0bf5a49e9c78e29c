"""`learn author watch`: a save is proved, and shown in a browser with its problems."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import chromium
import pytest
from places import DATA
from systems import posix_only
from workplace import Workplace

from grader.authoring.site.preview import Preview
from grader.cli.author_watch import _page_of
from grader.cli.context import open_course

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
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def read(address: str) -> str:
    """Return what the preview answers."""
    with urllib.request.urlopen(address, timeout=LONG_SECONDS) as answer:
        return str(answer.read().decode())


@contextlib.contextmanager
def waiting(place: Workplace, *arguments: str) -> Iterator[tuple[str, IO[str]]]:
    """Start a command that waits for saves; yield the address of its preview and what it prints. Interrupt it at the end."""
    process = place.start(*arguments)
    try:
        assert process.stdout
        address = process.stdout.readline().removeprefix("Preview: ").strip()
        assert process.stdout.readline() == "Waiting for a save; Ctrl-C ends this.\n", process.communicate()
        yield address, process.stdout
    finally:
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=LONG_SECONDS)
    assert (process.returncode, "Traceback" in error) == (130, False)


@posix_only("it cannot interrupt another process")
def test_a_save_is_proved_and_named(place: Workplace) -> None:
    path = place.folder / FILES[0]
    text = path.read_text("utf-8")
    with waiting(place, "author", "watch") as (_, printed):
        path.write_text(text.replace("points: 2\n", "points: 3\n"), "utf-8")
        said = (
            "exercises/small/total.yaml:6:9: `points` is 3, but the points of the checks add up to 2; make them equal\n"
        )
        assert printed.readline() == said
        assert re.fullmatch(r"total\.yaml: 1 problem \(\d+\.\d s\)\n", printed.readline())
        path.write_text(text, "utf-8")
        assert re.fullmatch(r"total\.yaml: no problems \(\d+\.\d s\)\n", printed.readline())


@pytest.fixture
def browser() -> Iterator[Any]:
    """Start Chromium."""
    yield from chromium.started()


@posix_only("it cannot interrupt another process")
@chromium.NEEDED
@pytest.mark.slow
def test_a_browser_shows_what_was_saved_and_its_problems(place: Workplace, browser: Any) -> None:
    path, long = place.folder / FILES[0], LONG_SECONDS * 1000
    text = path.read_text("utf-8")
    with waiting(place, "author", "watch") as (address, _), chromium.Opened(browser, address) as page:
        for title in ("Sums", "All in all"):
            path.write_text(text.replace("title: Add numbers up", f"title: {title}"), "utf-8")
            page.frame_locator("iframe").get_by_role("heading", name=title).wait_for(timeout=long)
        path.write_text(text.replace("points: 2\n", "points: 3\n"), "utf-8")
        problem = page.locator("#problems li")
        problem.wait_for(timeout=long)
        assert problem.all_inner_texts()[0].startswith("exercises/small/total.yaml:6:9: `points` is 3, but ")
        path.write_text(text, "utf-8")
        page.get_by_text("No problems").wait_for(timeout=long)


@posix_only("it cannot interrupt another process")
@pytest.mark.slow
def test_the_whole_site_is_served_and_reloads_after_a_save(place: Workplace) -> None:
    path = place.folder / FILES[0]
    with waiting(place, "author", "site", "--serve") as (address, _):
        for page in ("index.html", "units/small/total.html", "style.css"):
            assert read(f"{address}course/{page}")
        before = json.loads(read(f"{address}state/999"))
        path.write_text(path.read_text("utf-8").replace("title: Add numbers up", "title: Add them all up"), "utf-8")
        after = json.loads(read(f"{address}state/{before['version']}"))  # waits for it
        assert (after["version"], after["has_problems"]) == (before["version"] + 1, False)
        assert "Add them all up" in read(f"{address}course/units/small/total.html")


def test_learners_commands_work_in_a_course_that_was_watched_and_nowhere_else(place: Workplace) -> None:
    refused = place.learn("list")
    assert (refused.code, "holds the course 'one' itself" in refused.err) == (3, True)
    from grader.course import find
    from grader.learner.course import note_named

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


def test_the_style_of_a_page_waits_for_no_proof(preview: Preview) -> None:
    with preview.lock:  # as while a proof goes on
        assert "--accent" in read(f"{preview.address}course/style.css")
    preview.close()


def test_a_page_that_cannot_be_shown_says_why(place: Workplace, preview: Preview) -> None:
    path = place.folder / FILES[0]
    path.write_text(path.read_text("utf-8").replace("title:", "titel:", 1), "utf-8")
    page = read(f"{preview.address}course/units/small/total.html")
    assert "unknown key `titel`; did you mean `title`?" in page
    preview.close()


def test_a_task_is_shown_while_a_deck_is_not_right(place: Workplace, preview: Preview) -> None:
    task, deck = f"{preview.address}course/units/small/total.html", place.folder / "flashcards/decks/sums.yaml"
    deck.parent.mkdir(parents=True)
    deck.write_text(
        "id: sums\ntitle: Sums\ncards: [{id: zero, front: What is 0 + 0?, back: '0', tags: [sums]}]\n", "utf-8"
    )
    assert "Cards" in read(task)
    deck.write_text("title: Sums\n", "utf-8")
    assert "Cards" in read(task)
    assert "the key `id` is missing" in read(f"{preview.address}course/cards/sums.html")
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
