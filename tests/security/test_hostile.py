"""Our own attacks: every file of tests/security/hostile is graded the way of `learn grade`, and must come to nothing.

Each case gets a world of its own to harm: a home folder, another learner's file, results, a
repository, a secret, a process that stands by, and listeners. tests/security/hostile/README.md explains the
form of a case.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import json
import os
import pickle
import py_compile
import re
import secrets
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import numpy as np
import pytest
from markdown_it import MarkdownIt
from places import COURSE_FOLDER, DATA, ROOT
from report_cases import RUNNER
from systems import linux_only

from grader.core.errors import ReportError
from grader.core.result import Result, Verdict
from grader.course import find
from grader.course.course import Course
from grader.grading.grade_submission import grade
from grader.grading.submission.folder import Submission
from grader.reports import render, result_formats
from grader.reports.classroom import notices
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher
from grader.sandbox.trusted import run_trusted

pytestmark = linux_only("the attacks are written for it")

HOSTILE = Path(__file__).parent / "hostile"
PRELUDE = (HOSTILE / "prelude.py").read_text().partition('"""\n\n')[2]
SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text())
CLASSES = {
    "forge-exit": 9, "forge-patch": 9, "forge-object": 9, "forge-alias": 4, "forge-overfit": 4, "forge-file": 4,
    "theft": 15, "persist": 12, "resource": 20, "environment": 14, "injection": 12, "submission-files": 14,
    "data-files": 3, "malformed": 12, "protocol": 18, "callback": 10, "control": 10,
}  # fmt: skip
"""The least number of cases in each class."""
LASTING = frozenset({"forge-patch", "forge-file", "persist", "resource", "environment"})
"""Classes after each of whose cases a right submission is graded; after the others, every fifth time."""
SEED = 20_241
"""Graded with another seed than the one that `learn check` draws its inputs from."""
LIMITS = "limits: {call_seconds: 0.5, exercise_seconds: 2, memory_mib: 256, output_characters: 20000}\n"
MOST_SECONDS = 6.0
MOST_MEMORY = 400 << 10
"""KiB that the grader may need on top, whatever a case sends it: 64 MiB of replies, decoded, and what comparing them
takes. `resource/long_list` needs the most: 340 MiB where nothing was freed before."""
RUNNER_COMMANDS = frozenset(
    "add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice remove-matcher "
    "save-state set-env set-output stop-commands warning".split()
)
UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
HARMFUL = "needs confinement, which does not hold here"
WANTED = ConfinementMode(os.environ.get("HOSTILE_CONFINE", "auto"))
"""How the attacks are confined: auto, strict or none. With HOSTILE_ALL=1 those that need confinement run without it, too."""


def is_confined(processes: Launcher) -> bool:
    """Say whether everything holds that a case can need, as found by trying at the start."""
    return {"landlock", "seccomp"} <= set(processes.layers) and not any(
        each.startswith("open") for each in processes.layers
    )


@dataclass(frozen=True)
class Case:
    """One attack, as its file describes it."""

    path: Path
    told: Mapping[str, str]
    source: bytes

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def exercise(self) -> str:
        return self.told["exercise"]

    @property
    def verdicts(self) -> set[str]:
        return set(self.told["verdict"].split(", "))

    @property
    def install(self) -> list[tuple[str, str]]:
        parts = [part.strip().partition("=") for part in self.told.get("install", "").split(";") if part.strip()]
        return [(kind, value) for kind, _, value in parts]

    def shows(self, sign: str) -> bool:
        return sign in self.told["success-shows-as"].split(", ")


def read_case(path: Path) -> Case:
    """Read a case's description, the docstring that its file begins with."""
    text = path.read_text()
    head, _, source = text.removeprefix('"""\n').partition('"""\n')
    told = dict(line.split(": ", 1) for line in head.splitlines())
    return Case(path, told, source.encode())


CASES = [read_case(path) for path in sorted(HOSTILE.glob("*/*.py"))]
NEXT = {
    "temperature_rescaling": (COURSE_FOLDER / "solutions/scores/temperature_rescaling.py").read_bytes(),
}
RIGHT = (COURSE_FOLDER / "solutions/scores/softmax_by_hand.py").read_bytes()


# --- the world that a case could harm -------------------------------------------------------------


class Listeners:
    """Hears every connection and datagram on 127.0.0.1, a socket in a folder, and an abstract one."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.heard: list[str] = []
        self._selector = selectors.DefaultSelector()
        self._sockets = []
        tcp = self._add("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self.port = tcp.getsockname()[1]
        self._add("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", self.port))
        self._add("unix", socket.AF_UNIX, socket.SOCK_STREAM, path)
        self._add("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{path}")
        os.chmod(path, 0o777)
        self._end, self._ended = socket.socketpair()
        self._selector.register(self._ended, selectors.EVENT_READ, "end")
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _add(self, name: str, family: int, kind: int, address: Any) -> socket.socket:
        made = socket.socket(family, kind)
        made.bind(address)
        if kind == socket.SOCK_STREAM:
            made.listen()
        made.setblocking(False)
        self._selector.register(made, selectors.EVENT_READ, name)
        self._sockets.append(made)
        return made

    def _listen(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.data == "end":
                    return
                self.heard.append(key.data)
                with contextlib.suppress(OSError):
                    if key.data == "udp":
                        key.fileobj.recv(4096)  # type: ignore[union-attr]
                    else:
                        key.fileobj.accept()[0].close()  # type: ignore[union-attr]

    def close(self) -> None:
        self._end.close()
        self._thread.join()
        for each in (*self._sockets, self._ended):
            each.close()
        self._selector.close()


@dataclass
class World:
    """The files and processes beside the grader. Everybody may read and write it, so that only confinement protects it."""

    folder: Path
    course_folder: Path
    listeners: Listeners
    table: str
    token: str = field(default_factory=lambda: secrets.token_hex(6))
    bystander: subprocess.Popen[bytes] | None = None
    kept: set[Path] = field(default_factory=set)

    @property
    def secret(self) -> str:
        return f"SECRET-{self.token}"

    @property
    def canary(self) -> Path:
        return self.folder / "outside" / "canary"

    def build(self) -> None:
        """Make the files anew."""
        files = {
            "outside/note": "",
            "home/.bashrc": "# as it was\n",
            "home/.ssh/id_rsa": self.secret,
            "home/.netrc": self.secret,
            "repository/.git/config": f"url = https://{self.secret}@example.invalid/\n",
            "sibling/softmax_by_hand.py": f"# {self.secret}\n{RIGHT.decode()}",
            "results/results.json": "[]",
            "secret/secret.txt": self.secret,
        }
        for folder in {name.partition("/")[0] for name in files} | {"submission"}:
            shutil.rmtree(self.folder / folder, ignore_errors=True)
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.folder / "submission").mkdir()
        for name in (*files, "submission"):
            for path in (self.folder / name, *(self.folder / name).relative_to(self.folder).parents):
                place = self.folder / path
                if place != self.folder:
                    place.chmod(0o777 if place.is_dir() else 0o666)
        if self.bystander is None or self.bystander.poll() is not None:
            command = [sys.executable, "-S", "-c", "import time; time.sleep(900)", self.secret]
            self.bystander = subprocess.Popen(command, env={"TOKEN": self.secret}, stdin=subprocess.DEVNULL)

    def values(self) -> dict[str, str]:
        """Return what the placeholders of a case stand for."""
        assert self.bystander is not None
        return {
            "CANARY": str(self.canary),
            "PROOF": f"PROOF-{self.token}",
            "MARKER": f"hostile{self.token[:6]}",
            "SINK_PORT": str(self.listeners.port),
            "SINK_PATH": self.listeners.path,
            "SECRET_FILE": str(self.folder / "secret/secret.txt"),
            "HOME": str(self.folder / "home"),
            "REPOSITORY": str(self.folder / "repository"),
            "SIBLING": str(self.folder / "sibling/softmax_by_hand.py"),
            "RESULTS": str(self.folder / "results/results.json"),
            "COURSE": str(self.course_folder),
            "SUBMISSION": str(self.folder / "submission"),
            "BYSTANDER_PID": str(self.bystander.pid),
            "TABLE": self.table,
        }

    def filled(self, text: bytes) -> bytes:
        """Put values in the place of placeholders."""
        text = text.replace(b"# @@PRELUDE@@", PRELUDE.encode())
        for name, value in self.values().items():
            text = text.replace(f"@@{name}@@".encode(), value.encode())
        return text

    def snapshot(self) -> dict[str, tuple[int, ...]]:
        """Return what can be seen of every file that no case may touch."""
        seen = {}
        folders = [self.folder / name for name in ("home", "repository", "sibling", "results", "secret")]
        for folder in (*folders, self.course_folder):
            for path in folder.rglob("*"):
                stat = path.lstat()
                who = (stat.st_uid, stat.st_gid, stat.st_nlink, stat.st_ino)
                seen[str(path)] = (stat.st_mode, stat.st_size, stat.st_mtime_ns, *who)
        return seen

    def litter(self) -> set[Path]:
        """Return the folders in which processes ran that are still there."""
        return {path for pattern in ("*", "*/*") for path in (self.folder / "scratch").glob(pattern)}

    def close(self) -> None:
        if self.bystander:
            self.bystander.kill()
            self.bystander.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def course_folder() -> Iterator[Path]:
    """Copy the course, with limits that make a full run short; it lies where other users could read it."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-course-"))
    folder.chmod(0o755)
    for part in ("exercises", "solutions"):
        shutil.copytree(
            COURSE_FOLDER / part,
            folder / part,
            ignore=shutil.ignore_patterns("tiny_lm", "__pycache__", "quiz", "numeric"),
        )
    for path in (folder / "exercises").glob("*/*.yaml"):
        path.write_text(re.sub(r"(?m)^limits:.*\n", "", path.read_text()) + LIMITS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)  # or the first import of a solution looks like an attack's work
        yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def courses(course_folder: Path) -> tuple[Course, Course]:
    """Return the course and the tiny course."""
    return Course(find(course_folder)), Course(find(DATA / "course"))


def table_of_answers(course: Course) -> str:
    """Write down the answers to all inputs that softmax_by_hand draws from seed 0."""
    exercise = course.exercise("scores/softmax_by_hand")
    setting = exercise.setting(course.solutions.companion(exercise.id), 0)
    reference = course.solutions.reference(exercise.id)
    rows = b""
    for check in exercise.checks:
        calls = check.calls(setting)
        for call, outcomes in zip(calls, run_trusted(reference, calls), strict=True):
            rows += hashlib.sha256(call.steps[0].args[0].tobytes()).digest()[:8] + outcomes[-1].value.tobytes()
    return base64.b64encode(zlib.compress(rows, 9)).decode()


@pytest.fixture(scope="module")
def world(course_folder: Path, courses: tuple[Course, Course]) -> Iterator[World]:
    """Build what a case could harm; scratch folders are made within it, to see what is left of them."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    folder.chmod(0o755)
    listeners = Listeners(str(folder / "sink"))
    (folder / "scratch").mkdir()
    made = World(folder, course_folder, listeners, table_of_answers(courses[0]))
    before, tempfile.tempdir = tempfile.tempdir, str(folder / "scratch")
    yield made
    tempfile.tempdir = before
    listeners.close()
    made.close()


@pytest.fixture(scope="module")
def processes(world: World) -> Iterator[Launcher]:
    """Start the one server that all cases of this module share."""
    world.build()
    made = open_launcher(WANTED)
    world.kept = world.litter()
    yield made
    made.close()


# --- installing a case ------------------------------------------------------------------------------

STRANGE_NAMES = (
    "x\n::set-output name=grade::100\n.py", "\x1b[2Jy.py", "=cmd|'!A0.py", "a\u202eyp.py", "-rf.py", "--collect-only",
    "@file.py", "cafe\u0301.py", "CON.py", "x" * 250 + ".py", "##[error]passed.py", " .py", "...py", "`$(id)`.py",
    "<img src=x>.py", os.fsdecode(b"\xff\xfe.py"), "%0A::error::x.py", "a;b&c|d.py", "'\".py", "numpy.linalg.py",
)  # fmt: skip
EVIL = b"""import os
with open("@@CANARY@@", "a") as file:
    file.write("imported")
print("@@PROOF@@ imported")


class _Evil:
    def __getattr__(self, name):
        return lambda *rest, **more: None


def pytest_runtest_makereport(item, call):
    os._exit(0)


def softmax(logits):
    return logits
"""
TEXTS = {
    ".py": EVIL,
    ".pth": b"import os; open('@@CANARY@@', 'a').write('pth')\n",
    ".ini": b"[pytest]\naddopts = -p conftest --collect-only -p no:token-by-token\n",
    ".cfg": b"[tool:pytest]\naddopts = -p conftest\n",
    ".toml": b"[tool.pytest.ini_options]\naddopts = ['-p', 'conftest']\n",
    ".yaml": b"id: mine\ntitle: Softer\nversion: 1\nunits: []\nchecks: []\npoints: 8\n",
    ".txt": b"0.25 0.25 0.25 0.25\n",
}
SWELLING = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + n, 98 + n, b", ".join([b"*%c" % (97 + n)] * 9)) for n in range(9)
)


class Pickled:
    """Runs a command when it is unpickled."""

    def __init__(self, canary: str) -> None:
        self.canary = canary

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (f"open({self.canary!r}, 'a').write('unpickled')",)


def put_in(case: Case, world: World) -> Path:
    """Lay a case out in the submission folder; return the folder."""
    folder = world.folder / "submission"
    name = f"{case.exercise.rpartition('/')[2]}.py"
    source = world.filled(case.source)
    for kind, _ in case.install:
        source = TRANSFORMS[kind](source) if kind in TRANSFORMS else source
    kinds = dict(case.install)
    if "instead" in kinds:
        put_instead(folder / name, world.filled(kinds["instead"].encode()).decode(), world)
    else:
        (folder / name).write_bytes(source)
    for kind, value in case.install:
        if kind in PUTS:
            PUTS[kind](folder, world.filled(value.encode()).decode(), world)
        if kind == "again":
            (folder / f"{value.rpartition('/')[2]}.py").write_bytes(source)
    for each in then(case):
        (folder / f"{each}.py").write_bytes(NEXT[each])
    return folder


def then(case: Case) -> list[str]:
    """Return the exercises after the attack, whose right files must get all points."""
    return [case.told["then"]] if "then" in case.told else []


TRANSFORMS = {
    "bom": lambda source: b"\xef\xbb\xbf" + source,
    "crlf": lambda source: source.replace(b"\n", b"\r\n"),
    "latin-1": lambda source: source.decode().encode("latin-1"),
    "null": lambda source: source.replace(b"\n", b"\n\0"),
    "garbage": lambda source: hashlib.shake_256(b"noise").digest(1000),
    "coding": lambda source: b"# -*- coding: of_my_own -*-\n" + source,
    "deep": lambda source: b"softmax = " + b"(" * 50_000 + b")" * 50_000,
    "long": lambda source: b"softmax = lambda logits: " + b"+".join([b"0"] * 100_000),
}


def put_instead(path: Path, what: str, world: World) -> None:
    """Put something else in the place of the learner's file."""
    kind, _, target = what.partition(":")
    if kind == "link":
        path.symlink_to(target)
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    elif kind == "sparse":
        path.touch()
        os.truncate(path, 200 << 20)


def put_text(folder: Path, name: str, world: World) -> None:
    """Put a file of a kind that something might read by itself."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(world.filled(TEXTS.get(path.suffix, b"{}\n")))


def put_names(folder: Path, _: str, world: World) -> None:
    """Put files and folders with strange names."""
    for name in STRANGE_NAMES:
        (folder / name).write_bytes(world.filled(EVIL))
        (folder / f"{name[:200]}.d").mkdir()
        (folder / f"{name[:200]}.d" / "inner.py").write_bytes(world.filled(EVIL))


def put_pickle(folder: Path, name: str, world: World) -> None:
    """Put data that runs code when it is unpickled."""
    trap = np.array([Pickled(str(world.canary))], object)
    if name.endswith(".npy"):
        np.save(folder / name, trap, allow_pickle=True)
    elif name.endswith(".npz"):
        np.savez(folder / name, trap)
    else:
        (folder / name).write_bytes(gzip.compress(pickle.dumps(Pickled(str(world.canary)))))


def put_yaml(folder: Path, name: str, world: World) -> None:
    """Put YAML that swells, and that makes an object."""
    (folder / name).parent.mkdir(exist_ok=True)
    tag = f"!!python/object/apply:os.system ['touch {world.canary}']\n"
    (folder / name).write_bytes(SWELLING + b"z: " + tag.encode())


def put_bytecode(folder: Path, _: str, world: World) -> None:
    """Put bytecode of the solution where Python would look for that of the learner's file."""
    source = world.folder / "sibling/softmax_by_hand.py"
    for target in (f"__pycache__/softmax_by_hand.{sys.implementation.cache_tag}.pyc", "softmax_by_hand.pyc"):
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(source), str(folder / target), invalidation_mode=mode)


def put_link(folder: Path, value: str, world: World) -> None:
    """Put a link."""
    name, _, target = value.partition(":")
    (folder / name).symlink_to(target)


PUTS = {
    "text": put_text,
    "names": put_names,
    "pickle": put_pickle,
    "yaml": put_yaml,
    "bytecode": put_bytecode,
    "link": put_link,
    "fifo": lambda folder, name, world: os.mkfifo(folder / name),
    "many": lambda folder, count, world: [
        (folder / f"module{number}.py").write_bytes(b"#" * 250_000) for number in range(int(count))
    ],
}


# --- what is left of it -------------------------------------------------------------------------------


def descendants(pid: int) -> set[int]:
    """Return the ids of all processes below one, the dead that are not buried included."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, task.read_text().split()):
                found |= {child} | descendants(child)
    return found


def marked(marker: str) -> set[int]:
    """Return the processes that carry a case's name, wherever they are."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if path.read_text().strip() == marker:
                found.add(int(path.parent.name))
    return found


def survivors(known: set[int], marker: str) -> set[int]:
    """Return the processes that should be gone, after a moment to be buried in."""
    left: set[int] = set()
    for _ in range(20):
        left = (descendants(os.getpid()) - known) | marked(marker)
        if not left:
            break
        time.sleep(0.01)
    return left


def is_stopped(pid: int) -> bool:
    """Say whether a process has been stopped or is traced."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "Tt"


def peak_memory() -> int:
    """Return the most KiB of memory that this process has held since the last reset."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])  # type: ignore[index]


def without_seconds(result: Result) -> str:
    """Write a result as JSON, durations left out."""
    document = result.to_json()
    for exercise in document["exercises"]:
        del exercise["seconds"]
    return json.dumps(document)


# --- reports ------------------------------------------------------------------------------------------


def workflow_command(line: str) -> str | None:
    """Return the command that GitHub's runner takes a line of a log for.

    As in actions/runner, ActionCommand.cs: `::name …::` after leading white space, or `##[name …]` anywhere.
    """
    bare = line.lstrip()
    if bare.startswith("::") and "::" in bare[2:]:
        name = bare[2 : bare.index("::", 2)].split(" ")[0]
        if name in RUNNER_COMMANDS:
            return name
    start = line.find("##[")
    if start >= 0 and "]" in line[start:]:
        name = line[start + 3 : line.index("]", start)].split(" ", maxsplit=1)[0]
        return name if name in RUNNER_COMMANDS else None
    return None


def report_problems(format_name: str, text: str, result: Result) -> list[str]:
    """Say what of a learner's got through a report as something else than text to read."""
    problems = []
    unsafe = sorted({c for c in text if c != "\n" and unicodedata.category(c) in UNSAFE})
    if unsafe:
        problems.append(f"{format_name} holds {unsafe!r}")
    points = notices(result).splitlines()
    for line in text.split("\n"):
        is_ours = format_name == "github" and (
            line.startswith(("::error title=", "::warning title=")) or line in points
        )
        if workflow_command(line) and not is_ours:
            problems.append(f"{format_name} gives the command {line.strip()[:80]!r}")
    return problems + FORMAT_PROBLEMS.get(format_name, lambda *rest: [])(text, result)


def json_problems(text: str, result: Result) -> list[str]:
    """Check the document, and the texts in it once they are decoded."""
    document = json.loads(text)
    problems = [
        f"json: {error.message[:200]}" for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(document)
    ]
    for value in strings(document):
        unsafe = sorted({c for c in value if c not in "\n\t" and unicodedata.category(c) in UNSAFE})
        if unsafe:
            problems.append(f"json holds {unsafe!r} once it is decoded")
    return problems


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


def junit_problems(text: str, result: Result) -> list[str]:
    """Count the elements: a learner's text adds none."""
    tree = ElementTree.fromstring(text)
    checks = sum(len(exercise.checks) for exercise in result.exercises)
    tags = {element.tag for element in tree.iter()}
    known = {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
        "error",
        "skipped",
        "system-out",
        "properties",
        "property",
    }
    return [] if len(list(tree.iter("testcase"))) == checks and tags <= known else ["junit has elements of a learner's"]


def md_problems(text: str, result: Result) -> list[str]:
    """Count headings and fences: a learner's text is neither, nor a link, nor HTML."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    kinds = [token.type for token in tokens] + [child.type for token in tokens for child in token.children or ()]
    verdicts = [each.verdict for each in result.exercises]
    failed = sum(each not in (Verdict.PASS, Verdict.NOT_ATTEMPTED) for each in verdicts)
    odd = {"html_block", "html_inline", "link_open", "image", "code_block"} & set(kinds)
    if odd or kinds.count("heading_open") != failed or kinds.count("fence") != failed:
        return [f"md has {sorted(odd)}, {kinds.count('heading_open')} headings and {kinds.count('fence')} fences"]
    return []


def html_problems(text: str, result: Result) -> list[str]:
    """Look at the elements: a learner's text is none that runs, loads or leads anywhere."""
    seen: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attributes: seen.extend([tag, *(name for name, _ in attributes)])  # type: ignore[method-assign]
    parser.feed(text)
    odd = sorted({"script", "iframe", "img", "form", "base", "object", "src", "onerror", "onload"} & set(seen))
    return [f"html has {odd}"] if odd else []


def classroom_problems(text: str, result: Result) -> list[str]:
    """Look at what the reporter decodes: the points are ours, and nothing in it is a command."""
    document = json.loads(base64.b64decode(text.removeprefix("result=")))
    problems = (
        [] if sum(test["score"] for test in document["tests"]) == result.score else ["classroom adds up otherwise"]
    )
    lines = [line for value in strings(document) for line in value.split("\n")]
    return problems + [f"classroom gives the command {line.strip()[:80]!r}" for line in lines if workflow_command(line)]


FORMAT_PROBLEMS = {
    "json": json_problems,
    "junit": junit_problems,
    "md": md_problems,
    "html": html_problems,
    "classroom": classroom_problems,
}


# --- the tests ------------------------------------------------------------------------------------------


def test_the_suite_is_as_large_as_it_says() -> None:
    counts = dict.fromkeys(CLASSES, 0)
    for case in CASES:
        assert case.told["class"] == case.path.parent.name
        assert {"class", "attempts", "exercise", "verdict", "max-score", "success-shows-as"} <= set(case.told), (
            case.name
        )
        assert case.verdicts <= {verdict.value for verdict in Verdict}
        counts[case.told["class"]] += 1
    assert {name: count for name, count in counts.items() if count < CLASSES[name]} == {}


def course_of(case: Case, courses: tuple[Course, Course]) -> tuple[Course, list[str]]:
    """Return the course a case is for, and the exercises to grade."""
    course = courses["/" in case.exercise]
    again = [value for kind, value in case.install if kind == "again"]
    return course, [course.find(name.rpartition("/")[2]) for name in (case.exercise, *again, *then(case))]


def graded(case: Case, world: World, courses: tuple[Course, Course], processes: Launcher) -> Result:
    """Install a case in a new world and grade it."""
    world.build()
    course, ids = course_of(case, courses)
    folder = put_in(case, world)
    return grade(course, Submission(folder), processes, exercise_ids=ids, seed=SEED)


@pytest.fixture(scope="module")
def right_alone(world: World, courses: tuple[Course, Course], processes: Launcher) -> str:
    """Return the result of a right submission that nothing hostile came before."""
    return grade_right(world, courses[0], processes)


def grade_right(world: World, course: Course, processes: Launcher) -> str:
    """Grade a right submission."""
    folder = world.folder / "right"
    folder.mkdir(exist_ok=True)
    (folder / "softmax_by_hand.py").write_bytes(RIGHT)
    return without_seconds(
        grade(course, Submission(folder), processes, exercise_ids=["scores/softmax_by_hand"], seed=SEED)
    )


SHOWN = {
    next(case.name for case in CASES if case.told["class"] == kind) for kind in {each.told["class"] for each in CASES}
}
"""One case of each class; the rest is run with `-m whole`."""


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case.name in SHOWN else pytest.mark.slow, id=case.name) for case in CASES],
)
def test_an_attack_comes_to_nothing(
    case: Case, world: World, courses: tuple[Course, Course], processes: Launcher, right_alone: str
) -> None:
    if "needs" in case.told and not is_confined(processes) and not os.environ.get("HOSTILE_ALL"):
        pytest.skip(HARMFUL)
    problems = attack(case, world, courses, processes)
    is_controlled = case.told["class"] in LASTING or CASES.index(case) % 5 == 0
    if is_controlled and grade_right(world, courses[0], processes) != right_alone:
        problems.append("the next submission is graded otherwise than alone")
    assert problems == []


def attack(case: Case, world: World, courses: tuple[Course, Course], processes: Launcher) -> list[str]:
    """Grade a case; say what it has achieved that it should not."""
    world.build()
    before, known = world.snapshot(), descendants(os.getpid())
    world.listeners.heard.clear()
    Path("/proc/self/clear_refs").write_text("5")
    memory, started, worked = peak_memory(), time.monotonic(), time.process_time()
    course, ids = course_of(case, courses)
    result = grade(course, Submission(put_in(case, world)), processes, exercise_ids=ids, seed=SEED)
    seconds, worked, memory = time.monotonic() - started, time.process_time() - worked, peak_memory() - memory
    problems = verdict_problems(case, result)
    if worked > MOST_SECONDS or seconds > 10 * MOST_SECONDS:  # a busy machine may take ten times as long
        problems.append(f"it took {seconds:.1f} s, {worked:.1f} s of the grader's own")
    if memory > MOST_MEMORY:
        problems.append(f"the grader needed {memory >> 10} MiB more")
    problems += world_problems(world, before, known)
    for format_name in result_formats():
        text = written(format_name, result)
        problems += report_problems(format_name, text, result)
        problems += [f"{name} stands in {format_name}" for name, word in words(case, world) if word in text]
    if case.shows("not-stable"):
        again = grade(course, Submission(world.folder / "submission"), processes, exercise_ids=ids, seed=SEED)
        problems += [] if without_seconds(again) == without_seconds(result) else ["graded twice, it gives two results"]
    return problems


def written(format_name: str, result: Result) -> str:
    """Return a report, or the sentence that stands for it where the format has no place for what was not graded."""
    try:
        return render(format_name, result, RUNNER)
    except ReportError as error:
        assert (format_name, result.is_graded) == ("classroom50", False)
        return str(error)


def words(case: Case, world: World) -> Iterator[tuple[str, str]]:
    """Yield what must not stand in any report."""
    values = world.values()
    yield "the secret", world.secret
    yield "the proof of success", values["PROOF"]


def verdict_problems(case: Case, result: Result) -> list[str]:
    """Say where verdicts and points are not those that the case states."""
    problems = []
    first, *after = result.exercises
    failed = first.first_failure
    verdict = failed.verdict.value if failed else "pass"
    if verdict not in case.verdicts:
        problems.append(f"{verdict} ({failed.message[:200] if failed else ''}), not {case.told['verdict']}")
    if not int(case.told.get("min-score", 0)) <= first.score <= int(case.told["max-score"]):
        problems.append(f"{first.score} points, where {case.told['max-score']} can be earned honestly")
    if "mistake" in case.told and (not failed or not failed.mistake or failed.mistake.name != case.told["mistake"]):
        problems.append(
            f"{failed.mistake.name if failed and failed.mistake else 'nothing'} named, not {case.told['mistake']}"
        )
    problems += [
        f"internal: {check.message}"
        for exercise in result.exercises
        for check in exercise.checks
        if check.verdict is Verdict.INTERNAL
    ]
    if then(case):
        problems += [
            f"{each.id} after it is {each.verdict.value}" for each in after if each.verdict is not Verdict.PASS
        ]
    return problems


def world_problems(world: World, before: Mapping[str, tuple[int, ...]], known: set[int]) -> list[str]:
    """Say what a case has left, changed, told or killed; put right what others need."""
    problems = []
    left = survivors(known, world.values()["MARKER"])
    if left:
        problems.append(f"{len(left)} processes survive")
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
    if world.canary.exists():
        problems.append(f"canary: {world.canary.read_text()[:300]!r}")
    after = world.snapshot()
    changed = sorted({path for path, _ in set(before.items()) ^ set(after.items())})
    problems += [f"changed: {path}" for path in changed]
    problems += [f"heard at the listener: {kind}" for kind in world.listeners.heard]
    litter = world.litter() - world.kept
    problems += [f"{len(litter)} files are left"] if litter else []
    world.kept |= litter
    assert world.bystander is not None
    if world.bystander.poll() is not None:
        problems.append("the bystander was killed")
    elif is_stopped(world.bystander.pid):
        problems.append("the bystander was stopped")
        world.bystander.send_signal(signal.SIGCONT)
    return problems


BATCH = [
    "forge-exit/os_exit_in_call", "forge-patch/lying_numpy", "forge-patch/spoils_numpy_for_the_next",
    "resource/endless_loop", "resource/memory_in_numpy", "resource/output_flood", "resource/segfault",
    "protocol/forged_outcomes", "protocol/garbage_on_every_descriptor", "malformed/removes_everything",
    "submission-files/fifo", "injection/workflow_in_output", "persist/threads",
]  # fmt: skip


@pytest.mark.slow
def test_a_batch_with_every_second_submission_hostile_is_fair_to_the_others(
    world: World, courses: tuple[Course, Course], processes: Launcher
) -> None:
    honest = [
        case for case in CASES if case.told["class"] == "control" and case.told["verdict"] != "pass, forbidden, error"
    ][::2]
    hostile = [case for case in CASES if case.name in BATCH]
    assert len(hostile) == len(BATCH)
    alone = {}
    for case in honest:
        fresh = open_launcher(WANTED)
        try:
            alone[case.name] = without_seconds(graded(case, world, courses, fresh))
        finally:
            fresh.close()
    together = {}
    for number, case in enumerate(honest):
        graded(hostile[number % len(hostile)], world, courses, processes)
        together[case.name] = without_seconds(graded(case, world, courses, processes))
    assert together == alone
