"""Each command's writes, by an audit hook: every one is of `safe_write`, or has its reason here.

`learn model get` needs the network: it writes to the folder of models, which is the user's own.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
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
    "grader/sandbox/worker.py": "a private folder in /tmp",
    "grader/sandbox/process.py": "a private folder in /tmp",
    "grader/sandbox/examine.py": "a private folder in /tmp",
    "grader/cli/doctor.py": "a private folder in /tmp",
    "grader/course/parsed_cache.py": "the user's own cache",
    "grader/cli/report.py": "the folder for pages, which the user named",
    "grader/cli/cards.py": "an Anki package, in a private folder in /tmp first",
    "grader/cli/site.py": "the search for Pango, for which ctypes makes a file in /tmp",
    "grader/authoring/site/build.py": "pages, in a new folder beside the one that the user named",
    "grader/authoring/site/folder.py": "that folder: made, and moved into place in one step",
    "grader/authoring/scaffold.py": "new files of a course that the user named; one that is there is never opened",
    "grader/authoring/starter/place.py": "new files in a folder that the user named; one that is there is never opened",
    "grader/learner/reset.py": "removes the copy that `--undo` has brought back, a regular file below the root",
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
    if is_open and isinstance(arguments[0], int):  # a pipe to a process
        return
    frame = sys._getframe(1)
    while frame and not frame.f_code.co_filename.startswith({str(ROOT)!r} + "/grader"):
        frame = frame.f_back
    writes.setdefault(frame.f_code.co_filename[len({str(ROOT)!r}) + 1 :] if frame else "nobody", []).append(command)


sys.addaudithook(hook)
for line in iter(sys.stdin.readline, ""):
    line = line.strip()
    if line == EDIT:
        with open("exercises/small/total.py", "w") as file:
            file.write("def total(numbers):\\n    return sum(numbers)\\n")
        continue
    command = line
    code = run(line.split())
    command = ""
    if code not in (0, 1, 130):  # 130: a command without end
        missed.append((line, code))
sys.__stdout__.write("WRITES " + __import__("json").dumps([writes, missed]))
"""
SOME = ("init .", "hint total", "show total", EDIT, "reset total", "reset total --undo", "update", "next", "status")
MORE = (
    *SOME, "check total", EDIT, "check total", "ask total", "solution total", "try total",
    "status --times", "update", "check --all", "list", "doctor", "read terms",
    "print cards --from-mistakes --out cards.html", "grade . --out results --confine none", "grade . --confine none",
    "report results --out report.html", "report results --pages pages",
)  # fmt: skip
SHIPPED = (
    "init .",
    "quiz --list",
    "quiz choosing --out quiz.zip",
    "read errata",
    "print cheatsheet --out sheet.html",
    "print cards --out cards.apkg",
    "compare Once --out compare.html",
    "print worksheet one_call --out sheet2.html",
    "read scores --out pages.html",
    "generate Once",
    "tokenize Once",
    "finish",
    "tokenize Once --score",
    "quiz overview",
    "try softmax_by_hand",
    "author site --out site",
)
AUTHOR = (
    "author course mine", "author new first/fresh --course mine", "author check --course mine",
    "author mutate --course mine", "init --ci github --install-from token-by-token==0.2.0 ours",
)  # fmt: skip


def writes_of(
    folder: Path, course: str, commands: tuple[str, ...]
) -> tuple[dict[str, list[str]], list[tuple[str, int]]]:
    """Return which of our files wrote at which commands, and the commands that were refused, with their exit codes."""
    with hooked(folder, course) as process:
        said, _ = process.communicate("\n".join(commands))
    writes, missed = json.loads(said.rpartition("WRITES ")[2])
    return writes, [tuple(each) for each in missed]


def hooked(folder: Path, course: str) -> subprocess.Popen[str]:
    """Start a process that runs the commands that it reads, and at the end prints which of our files wrote."""
    environment = {
        **os.environ,
        "LEARN_MODELS": str(folder.parent / "models"),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
        "LEARN_COURSE": course,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command, pipe = [sys.executable, "-u", "-c", HOOK], subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=environment, text=True, stdin=pipe, stdout=pipe, stderr=pipe)


@pytest.mark.parametrize(
    ("course", "commands"),
    [
        pytest.param(TINY, SOME, id="some"),
        pytest.param(TINY, MORE, id="more", marks=pytest.mark.slow),
        pytest.param("", SHIPPED, id="shipped", marks=pytest.mark.slow),
        pytest.param("", AUTHOR, id="author", marks=pytest.mark.slow),
    ],
)
def test_every_write_has_its_reason(tmp_path: Path, course: str, commands: tuple[str, ...]) -> None:
    folder = tmp_path / "clone"
    folder.mkdir()
    if commands is AUTHOR:
        shutil.copytree(ROOT / "examples/checksums", folder / "sums")
    writes, refused = writes_of(folder, course, commands)
    assert refused == []
    assert set(writes) - set(REASONS) == set()
    assert writes["grader/files/safe_write.py"]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "sign"), [("serve --port 0", "Serving"), ("watch", "total")])
def test_every_write_of_a_command_without_end_has_its_reason(tmp_path: Path, command: str, sign: str) -> None:
    course = TINY if command.startswith("watch") else ""
    with hooked(tmp_path, course) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"init .\n{command}\n")
        process.stdin.flush()
        said = next(line for line in process.stdout if sign in line and "init" not in line)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
    writes, missed = json.loads((said + rest).rpartition("WRITES ")[2])
    assert missed == []
    assert set(writes) - set(REASONS) == set()
