"""The page on privacy names every file that commands leave in a workspace, and everything that can reach a network."""

from __future__ import annotations

import ast
import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from places import COURSE, ROOT
from workplace import Workplace

from grader.course.parsed_cache import default_cache
from grader.files.state_file import COPY, LOCK
from grader.learner import progress, record, reset
from grader.questions.quiz import progress as quiz_progress

PAGE = ROOT / "docs" / "explanation" / "privacy.md"
NETWORK = {
    "solutions/lab/models/fetch.py": "learn model get",
    "solutions/lab/serve.py": "learn serve",
    "grader/classes/cluster.py": "learn grade --scheduler",
}
"""Files that import what opens connections to other machines or listens, and the words of the page about them."""
WITHIN = {
    "grader/sandbox/launcher.py", "grader/sandbox/channel.py", "grader/sandbox/examine.py", "grader/learner/watch/warm_grader.py",
    "grader/child/boot.py", "grader/child/fork_server.py", "grader/child/connection.py", "grader/child/session.py",
    "grader/child/probe.py", "grader/authoring/starter/install.py",
}  # fmt: skip
"""Files whose sockets join processes of one machine or try whether confinement forbids a connection, and one that reads URLs."""
OPENS = {"socket", "urllib.request", "http.client", "http.server", "distributed", "ftplib", "smtplib"}

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the documentation is in the checkout only")


def listed() -> set[str]:
    """Return the names of state files on the page."""
    return {name.strip("`") for name in re.findall(r"^\| (`[a-z._-]+`) \|", PAGE.read_text("utf-8"), re.MULTILINE)}


def test_the_page_lists_the_state_files_that_the_code_has() -> None:
    from grader.cli.main import learn

    script = sys.modules[learn.get_command(None, "try").callback.__module__].FILE  # type: ignore[union-attr, arg-type]
    known = {record.MARKER, progress.FILE, quiz_progress.FILE, reset.OLD, script}
    assert listed() == known


@pytest.mark.slow
def test_commands_leave_no_other_file_in_the_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "work"
    place.mkdir()
    learner = Workplace(place, monkeypatch, capsys)
    learner.write(".learn/workspace.json", "{}")
    learner.write("exercises/small/total.py", "def total(values):\n    return 1.0\n")
    for command in (
        "show total",
        "check total",
        "hint total",
        "status --times",
        "reset total",
        "reset total --undo",
        "update",
    ):
        assert learner.learn(*command.split()).code in (0, 1), command
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nq\n"), "utf-8"))
    assert learner.learn("quiz", "choosing", "--course", str(ROOT)).code == 0
    left = {path.relative_to(place / ".learn").parts[0] for path in (place / ".learn").rglob("*") if path.is_file()}
    names = {re.sub(rf"({re.escape(COPY)}|{re.escape(LOCK)})+$", "", name) for name in left}
    assert names <= listed()
    assert {progress.FILE, quiz_progress.FILE, reset.OLD} <= names | {reset.OLD}
    outside = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*") if path.is_file()}
    assert outside <= {"work", "cache"}


def test_the_page_names_the_cache_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "LEARN_MODELS"):
        monkeypatch.delenv(name, raising=False)
    shown = f"~/.cache/{default_cache().name}"
    assert f"`{shown}`" in PAGE.read_text("utf-8")
    assert default_cache() == Path(shown).expanduser()
    store: Any = COURSE.solutions.reference("lab/models/store")
    assert store.models_folder().parent == default_cache()


@pytest.mark.slow
def test_the_page_names_all_that_opens_connections() -> None:
    found = set()
    for path in [
        *(ROOT / "grader").rglob("*.py"),
        *(ROOT / "flashcards").rglob("*.py"),
        *(ROOT / "solutions/lab").rglob("*.py"),
    ]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if OPENS & set(names):
                found.add(path.relative_to(ROOT).as_posix())
    assert {path for path in found if "/starter/templates/" not in path} - WITHIN == set(NETWORK)
    text = PAGE.read_text("utf-8")
    assert all(words in text for words in NETWORK.values())
