"""Each command's writes, by an audit hook: every one is of `safe_write`, or has its reason here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import DATA, ROOT

TINY = str(DATA / "course")
REASONS = {
    "grader/files/safe_write.py": "the one way to write",
    "grader/files/state_file.py": "locks: made below the root, through no link, and never written to",
    "grader/classes/store.py": "the folder for results, which the user named: made, locked, cleared of unfinished files",
    "grader/sandbox/launcher.py": "a private folder in /tmp",
    "grader/classes/grading_process.py": "a private folder in /tmp",
    "grader/sandbox/process.py": "a private folder in /tmp",
    "grader/sandbox/examine.py": "a private folder in /tmp",
    "grader/cli/doctor.py": "a private folder in /tmp",
    "grader/child/confine/seccomp.py": "a file in /tmp that has no name",
    "grader/course/parsed_cache.py": "the user's own cache",
    "grader/cli/report.py": "the folder for pages, which the user named",
    "grader/cli/cards.py": "an Anki package, in a private folder in /tmp first",
    "grader/workspace/reset.py": "removes the copy that `--undo` has brought back, a regular file below the root",
}
"""Files of ours that write, and why they may."""
EDIT = "(the learner writes a file)"
HOOK = f"""
import os, sys
sys.path[:0] = [{str(ROOT)!r}]
from grader.cli.main import run
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
EVENTS = ("os.rename", "os.mkdir", "os.symlink", "os.link", "os.remove", "os.rmdir", "os.truncate", "os.chmod")
command, writes, missed = "", {{}}, []
EDIT = {EDIT!r}


def hook(event, arguments):
    is_open = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITES
    if not command or not (is_open or event in EVENTS) or arguments[0] == os.devnull:
        return
    frame = sys._getframe(1)
    while frame and not frame.f_code.co_filename.startswith({str(ROOT)!r} + "/grader"):
        frame = frame.f_back
    writes.setdefault(frame.f_code.co_filename[len({str(ROOT)!r}) + 1 :] if frame else "nobody", []).append(command)


sys.addaudithook(hook)
for line in sys.stdin.read().splitlines():
    if line == EDIT:
        with open("exercises/small/total.py", "w") as file:
            file.write("x = 1")
        continue
    command = line
    code = run(line.split())
    command = ""
    if code not in (0, 1):
        missed.append((line, code))
sys.__stdout__.write("WRITES " + __import__("json").dumps([writes, missed]))
"""
SOME = ("init .", "hint total", "show total", EDIT, "reset total", "reset total --undo", "update", "next", "status")
MORE = (
    *SOME, "check total", "check --all", "list", "doctor", "glossary", "docs", "completion bash",
    "cards --from-mistakes --out cards.html", "grade . --out results --confine none", "grade . --confine none",
    "report results --out report.html", "report results --pages pages",
)  # fmt: skip
SHIPPED = (
    "init .", "quiz --list", "errata", "cheatsheet --out sheet.html", "cards --out cards.apkg",
    "compare Once --out compare.html", "worksheet one_call --out sheet2.html", "read scores --out pages.html",
    "generate Once", "tokenize Once", "finish",
)  # fmt: skip


def writes_of(
    folder: Path, course: str, commands: tuple[str, ...]
) -> tuple[dict[str, list[str]], list[tuple[str, int]]]:
    """Return which of our files wrote at which commands, and the commands that were refused, with their exit codes."""
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
        "LEARN_COURSE": course,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ran = subprocess.run(
        [sys.executable, "-c", HOOK],
        input="\n".join(commands).encode(),
        cwd=folder,
        env=environment,
        capture_output=True,
        check=True,
    )
    writes, missed = json.loads(ran.stdout.decode().rpartition("WRITES ")[2])
    return writes, [tuple(each) for each in missed]


@pytest.mark.parametrize(
    ("course", "commands"),
    [
        pytest.param(TINY, SOME, id="some"),
        pytest.param(TINY, MORE, id="more", marks=pytest.mark.whole),
        pytest.param("", SHIPPED, id="shipped", marks=pytest.mark.whole),
    ],
)
def test_every_write_has_its_reason(tmp_path: Path, course: str, commands: tuple[str, ...]) -> None:
    folder = tmp_path / "clone"
    folder.mkdir()
    writes, refused = writes_of(folder, course, commands)
    assert refused == []
    assert set(writes) - set(REASONS) == set()
    assert "init ." in writes["grader/files/safe_write.py"]
