"""Distributions that a course allows learners' code to import: `allow: [scipy]` in course.yaml."""

import importlib.metadata
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.machinery import PathFinder
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from grader.core.errors import CourseError
from grader.core.result import ALLOWED

OURS = "token-by-token"
TOOLS = {OURS, "pytest", "numpy", "pip", "setuptools", "wheel", "dask", "distributed"}
OUR_MODULES = {"grader", "flashcards", "solutions", "child", "numpy"}


class Allowed(NamedTuple):
    """The modules and files that allowed distributions add to a learner's process."""

    modules: Mapping[str, str] = {}
    """The file of each top-level module."""
    readable: tuple[str, ...] = ()
    """Their folders and files."""
    layers: tuple[str, ...] = ()
    """Their names and versions, for the result."""


def allowed(names: Sequence[str]) -> Allowed:
    """Return the modules and files of distributions.

    Raises:
        CourseError: One is not installed, is what grading itself runs on, or has files that it does not declare.
    """
    if not names:
        return Allowed()
    refused = {_plain(name) for name in TOOLS} | set(_needed(OURS, set()))
    modules: dict[str, str] = {}
    readable: list[str] = []
    layers = []
    for name in dict.fromkeys(names):
        if _plain(name) in refused:
            raise CourseError(f"course.yaml allows {name!r}, which grading itself runs on; take it out of `allow`")
        try:
            distribution = importlib.metadata.distribution(name)
        except (importlib.metadata.PackageNotFoundError, ValueError) as error:
            what = f"course.yaml allows {name!r}, which is not installed"
            raise CourseError(f"{what}; install it beside token-by-token") from error
        own, paths = _files(name, distribution)
        modules |= own
        readable += paths
        layers.append(f"{ALLOWED}{name} {distribution.version}")
    return Allowed(modules, tuple(readable), tuple(layers))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _needed(name: str, known: set[str]) -> Iterator[str]:
    """Yield the distributions that one needs, at any depth, but for extras, as far as they are installed."""
    try:
        required = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return
    for requirement in (text for text in required if "extra ==" not in text):  # many have scipy in an extra for tests
        found = re.match(r"[\w.-]+", requirement)
        if found and (plain := _plain(found[0])) not in known:
            known.add(plain)
            yield plain
            yield from _needed(plain, known)


def _files(name: str, distribution: Distribution) -> tuple[dict[str, str], list[str]]:
    """Return the top-level modules of a distribution, and its folders and files; raise CourseError if it has others."""
    root = Path(str(distribution.locate_file(""))).resolve()
    declared = {PurePosixPath(str(file)) for file in distribution.files or ()}
    tops = {file.parts[0] for file in declared if file.parts[0] not in ("..", "/") and "__pycache__" not in file.parts}
    tops = {top for top in tops if not top.endswith((".dist-info", ".egg-info", ".pth", ".data"))}
    for path in _everything(root, tops):
        if PurePosixPath(path.relative_to(root).as_posix()) not in declared or path.is_symlink():
            raise CourseError(
                f"course.yaml allows {name!r}, which has a file that it does not declare: {path}; install it anew"
            )
    modules: dict[str, str] = {}
    for top in sorted({top.partition(".")[0] for top in tops}):
        spec = PathFinder.find_spec(top, [str(root)])
        if spec and spec.origin and top.isidentifier():
            modules[top] = spec.origin
    if wrong := set(modules) & {*OUR_MODULES, *sys.stdlib_module_names}:
        raise CourseError(
            f"course.yaml allows {name!r}, whose module {min(wrong)!r} would replace another; take it out"
        )
    if not modules:
        raise CourseError(f"course.yaml allows {name!r}, which declares no module; install it from a wheel")
    return modules, [str(root / top) for top in sorted(tops)]


def _everything(root: Path, tops: Iterable[str]) -> Iterator[Path]:
    """Yield every file of the folders, and every link, but for compiled Python."""
    for top in tops:
        if not (root / top).is_dir() or (root / top).is_symlink():
            yield root / top
        for folder, folders, files in os.walk(root / top):
            folders[:] = [name for name in folders if name != "__pycache__"]
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            yield from (Path(folder) / name for name in (*files, *links))
