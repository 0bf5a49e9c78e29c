"""Attacks through `allow:` of a course: a package that learners may import leads to nothing else that is installed."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from handmade import call
from installed import FILES, install
from systems import linux_only
from workplace import TINY, Workplace

import grader
from grader.core.call import Ending
from grader.core.errors import CourseError
from grader.course import find
from grader.course.exercise import Limits
from grader.sandbox.allowed import allowed
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher
from grader.sandbox.process import LearnerProcess

LIMITS = Limits(call_seconds=30.0, exercise_seconds=120.0)
OURS = str(Path(grader.__file__).resolve().parent)
PYTEST = str(Path(pytest.__file__).resolve().parent)
TARGETS = {"ours": f"{OURS}/__init__.py", "pytest": f"{PYTEST}/__init__.py", "neighbor": "neighbor.py"}

ATTACK = b"""
import importlib, importlib.machinery, importlib.util, io, os, sys
import tiny_math

def by_open(path): return open(path).read()
def by_descriptor(path): return os.read(os.open(path, os.O_RDONLY), 9)
def by_the_way_up(path): return open(os.path.join(tiny_math.__path__[0], os.path.relpath(path, tiny_math.__path__[0]))).read()
def by_io(path): return io.FileIO(path).readall()
def by_the_packages_loader(path): return tiny_math.__loader__.get_data(path)
def by_a_resource(path):
    import importlib.resources
    return importlib.resources.files(tiny_math).joinpath(os.path.relpath(path, tiny_math.__path__[0])).read_text()
def by_a_spec(path):
    spec = importlib.util.spec_from_file_location("stolen", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.__name__
def by_a_longer_path_of_the_package(path):
    folder, file = os.path.split(path)
    name = os.path.basename(folder) if file == "__init__.py" else file[:-3]
    tiny_math.__path__.append(os.path.dirname(folder) if file == "__init__.py" else folder)
    return importlib.import_module("tiny_math." + name).__name__
def by_the_path(path):
    folder, file = os.path.split(path)
    sys.path.insert(0, os.path.dirname(folder) if file == "__init__.py" else folder)
    importlib.invalidate_caches()
    return importlib.import_module(os.path.basename(folder) if file == "__init__.py" else file[:-3]).__name__
def by_our_finder(path):
    for finder in sys.meta_path:
        if hasattr(finder, "modules"):
            finder.modules["stolen"] = path
    return importlib.import_module("stolen").__name__
def by_listing(path): return os.listdir(os.path.dirname(path))
def by_metadata(path):
    import importlib.metadata
    text = importlib.metadata.distribution("token-by-token").read_text("METADATA")
    if text is None:
        raise FileNotFoundError
    return text
def by_writing(path):
    with open(tiny_math.__file__, "a") as file:
        file.write("x = 1")
    return "written"
def by_a_new_file(path):
    with open(os.path.join(tiny_math.__path__[0], "new.py"), "w") as file:
        file.write("x = 1")
    return "written"
def by_a_link(path):
    os.symlink(path, os.path.join(tiny_math.__path__[0], "link"))
    return open(os.path.join(tiny_math.__path__[0], "link")).read()

def f(way, path):
    return str(globals()[way](path))
"""
WAYS = [line.split("(")[0].removeprefix("def ") for line in ATTACK.decode().splitlines() if line.startswith("def by_")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder of installed distributions: one to allow, and its neighbor."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "tiny-math", FILES)
    install(folder, "neighbor", {"neighbor.py": "SECRET = 7\n"})
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def processes(site: Path) -> Iterator[LearnerProcess]:
    """Return a learner's process, strictly confined, in which the package may be imported."""
    with (
        closing(open_launcher(ConfinementMode.STRICT, is_quick=True, allow=["tiny-math"])) as launcher,
        LearnerProcess(launcher, {"f": ("f.py", ATTACK)}) as process,
    ):
        yield process


def tried(process: LearnerProcess, way: str, path: str) -> Ending:
    """Return how an attack ended."""
    assert process.load("f", ["f"], LIMITS, 60.0).is_callable
    return process.run([call(way, path)], LIMITS, 60.0)[0][0].ending


@linux_only("confinement is Linux's")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_else_is_reached_through_an_allowed_package(
    site: Path, processes: LearnerProcess, way: str, target: str
) -> None:
    path = TARGETS[target]
    assert tried(processes, way, path if path.startswith("/") else str(site / path)) in (
        Ending.RAISED,
        Ending.FORBIDDEN,
    )
    assert (site / "tiny_math/__init__.py").read_text("utf-8") == FILES["tiny_math/__init__.py"]
    assert sorted(file.name for file in (site / "tiny_math").iterdir()) == ["__init__.py", "inner.py"]


@linux_only("confinement is Linux's")
def test_the_attacks_would_read_what_is_allowed(site: Path, processes: LearnerProcess) -> None:
    """Else they would fail for another reason than the confinement."""
    path = str(site / "tiny_math/inner.py")
    ways = (
        "by_open",
        "by_descriptor",
        "by_the_way_up",
        "by_io",
        "by_the_packages_loader",
        "by_a_resource",
        "by_a_spec",
    )
    assert {way: tried(processes, way, path) for way in ways} == dict.fromkeys(ways, Ending.RETURNED)


def test_a_file_added_to_the_package_that_it_does_not_declare_is_refused(site: Path, tmp_path: Path) -> None:
    for number, (path, target) in enumerate({"package/link.py": OURS, "single.py": TARGETS["ours"]}.items()):
        name = f"linked-{number}"
        folder = path.rpartition("/")[0]
        declared = {path: "", **({f"{folder}/__init__.py": ""} if folder else {})}
        install(site, name, declared)
        (site / path).unlink()
        (site / path).symlink_to(target)
        with pytest.raises(CourseError, match=r"which has a file that it does not declare: .*; install it anew$"):
            allowed([name])


NAMES: Mapping[str, str] = {
    "token-by-token": "which grading itself runs on; take it out of `allow`",
    "TOKEN_by.token": "which grading itself runs on; take it out of `allow`",
    "PyTest": "which grading itself runs on; take it out of `allow`",
    "click": "which grading itself runs on; take it out of `allow`",
    "jinja2": "which grading itself runs on; take it out of `allow`",
    "pip": "which grading itself runs on; take it out of `allow`",
    "grader": "which is not installed; install it beside token-by-token",
    "pytest ": "which is not installed; install it beside token-by-token",
    "numpy[all]": "which is not installed; install it beside token-by-token",
    "../../etc": "which is not installed; install it beside token-by-token",
    "/": "which is not installed; install it beside token-by-token",
    "": "which is not installed; install it beside token-by-token",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_cannot_be_allowed_is_refused(name: str) -> None:
    with pytest.raises(CourseError) as caught:
        allowed([name])
    assert str(caught.value) == f"course.yaml allows {name!r}, {NAMES[name]}"


@pytest.mark.parametrize(
    ("course", "words"),
    [
        (TINY, ("grade", "sub", "--confine", "none")),
        (TINY, ("check", "total")),
        (TINY, ("ask", "total")),
        (TINY, ("author", "check", "--questions", "total")),
        (None, ("generate", "the", "--mine")),
    ],
)
def test_every_command_that_runs_learners_code_stops_with_that_sentence(
    course: Path | None,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    content = find(course)
    shutil.copytree(content.exercises, tmp_path / "course/exercises")
    shutil.copytree(content.solutions, tmp_path / "course/solutions")
    workplace = Workplace(tmp_path, monkeypatch, capsys)
    path = tmp_path / "course/exercises/course.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nallow: [PyTest]\n", "utf-8")
    workplace.write("sub/total.py", "def total(numbers):\n    return sum(numbers)\n")
    ran = workplace.learn(*words, "--course", str(tmp_path / "course"))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"learn: course.yaml allows 'PyTest', {NAMES['PyTest']}\n"
