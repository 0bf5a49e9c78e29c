"""Change one thing of a course at a time, as authors do by mistake, and look at what the gate says.

`python tests/support/course_mutants.py [COUNT] [SEED]` draws changes of keys, values, lines and files over every key that the
YAML files of three courses have and every kind of file, and prints each whose outcome is not the expected one, then a table.
A change is FOUND if a problem names its file (or one that refers to it), and HARMLESS if nothing is said and the change says
why that is right; no change may end in a traceback.
"""

from __future__ import annotations

import ast
import random
import re
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/support")]

from grader.authoring.touched import prove  # noqa: E402
from grader.core.errors import UserError  # noqa: E402
from grader.course import find  # noqa: E402
from grader.course.course import Course  # noqa: E402
from grader.course.parsed_cache import ParsedCache  # noqa: E402
from grader.files import strict_yaml  # noqa: E402
from grader.sandbox.examine import open_launcher  # noqa: E402
from grader.sandbox.launcher import Launcher  # noqa: E402

PARTS = ("exercises", "solutions", "flashcards", "tests/submissions")
TINY = "id: tiny\ntitle: Tiny\nversion: 1\nunits: [{id: small, title: Small, exercises: [total, countdown, counter, draw, mask]}]\n"
LARGEST_MISTAKES = 4_000
"""The size of a mistakes file, in bytes, up to which an exercise of the large course is cheap enough to be proved often."""
FOUND, HARMLESS, EITHER = "found", "harmless", "either"
REFERENCES = frozenset(
    "picture card cards exercise exercises law draw where unit introduced uses figures name kind id".split()
)
PROSE = frozenset(
    "title objective task hints explain front back question explanation right wrong reveals means about can why text intro "
    "explain step left becomes line prerequisites built does words misprint".split()
)


class Change(NamedTuple):
    """One change: the file, what it does, its new bytes (None removes it), and the outcome that is expected, and why."""

    path: str
    what: str
    content: bytes | None
    expected: str
    why: str = ""


@dataclass
class Tally:
    """The outcomes of changes, and those that were not expected."""

    outcomes: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)


class Copy:
    """A copy of a course in which one file at a time is changed, proved and restored."""

    def __init__(self, source: Path, folder: Path, launcher: Launcher) -> None:
        self.folder = folder
        self._launcher = launcher
        self._cache = ParsedCache(folder / ".cache")
        for part in PARTS:
            if (source / part).is_dir():
                engine = ("templates", "*.py") if part == "flashcards" else ()  # in the checkout, where both lie
                shutil.copytree(source / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", *engine))
        for path in (source / "docs").rglob("errata.md"):
            (folder / "docs").mkdir(exist_ok=True)
            shutil.copy(path, folder / "docs")
        if "tests/data/course" in source.as_posix():
            (folder / "exercises/course.yaml").write_text(TINY)
            for path in [*folder.glob("*/small/*")]:
                if not path.name.startswith(("total", "countdown", "counter", "draw", "mask")):
                    path.unlink()
        self._known: dict[str, set[str]] = {}

    def files(self) -> list[str]:
        """Return the paths of the files that can be changed."""
        paths = [path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file()]
        names = [path.as_posix() for path in paths if path.suffix in (".yaml", ".py", ".md", ".json")]
        return sorted(name for name in names if not name.startswith(".cache") and self._is_cheap(name))

    def _is_cheap(self, name: str) -> bool:
        stem = re.sub(r"^(exercises|solutions)/|(_mistakes|_checks|_mutants)?\.(yaml|py)$", "", name)
        mistakes = self.folder / f"solutions/{stem}_mistakes.py"
        return not mistakes.is_file() or mistakes.stat().st_size <= LARGEST_MISTAKES

    def problems(self, name: str) -> set[str]:
        """Return what the gate says of the course after a change of a file."""
        for module in [module for module in sys.modules if re.match(r"_solutions_\w+\.", module)]:
            del sys.modules[module]  # as in a new process; the packages themselves are those of other tests, too
        shutil.rmtree(self.folder / "solutions/__pycache__", ignore_errors=True)
        course = Course(find(self.folder), self._cache)
        return set(prove(course, self._launcher, [self.folder / name]).problems)

    def said(self, change: Change) -> set[str]:
        """Return the problems that a change adds."""
        path = self.folder / change.path
        before = path.read_bytes() if path.is_file() else None
        if change.path not in self._known:
            self._known[change.path] = self.problems(change.path)
        try:
            path.unlink() if change.content is None else path.write_bytes(change.content)
            return self.problems(change.path) - self._known[change.path]
        finally:
            path.unlink(missing_ok=True)
            if before is not None:
                path.write_bytes(before)


# --- changes of YAML ---------------------------------------------------------------------------------


def yaml_changes(name: str, text: str, rng: random.Random) -> Iterator[tuple[str, Callable[[], Change]]]:
    """Yield, for every key and value of a file, the key's name and what makes a change there."""
    file = strict_yaml.read(Path(name), name) if Path(name).is_file() else None
    if file is None or file.problems:
        return
    for trail in file.keys:
        key = ".".join(str(part) for part in trail if not isinstance(part, int))
        yield key, lambda trail=trail: rng.choice(KEY_CHANGES)(name, text, file, trail, rng)


def _value(data: Any, trail: Sequence[Any]) -> Any:
    for part in trail:
        data = data[part]
    return data


def _with(name: str, file: Any, trail: Sequence[Any], edit: Callable[[Any, Any], None]) -> bytes:
    """Return a file with an edit of the mapping or list that holds the trail's end, written as YAML."""
    import copy

    data = copy.deepcopy(file.data)
    edit(_value(data, trail[:-1]), trail[-1])
    return strict_yaml.written(data).encode()


def _misspelt(name: str, text: str, file: Any, trail: Any, rng: random.Random) -> Change:
    line, column = file.keys[trail]
    lines = text.splitlines(keepends=True)
    row = lines[line - 1]
    lines[line - 1] = row[: column - 1] + re.sub(r"^(\w)", r"\1q", row[column - 1 :], count=1)
    return Change(name, f"key {trail} misspelt", "".join(lines).encode(), FOUND)


def _deleted(name: str, text: str, file: Any, trail: Any, rng: random.Random) -> Change:
    def edit(parent: Any, key: Any) -> None:
        del parent[key]

    return Change(name, f"key {trail} deleted", _with(name, file, trail, edit), EITHER, "a key that may be left out")


def _added(name: str, text: str, file: Any, trail: Any, rng: random.Random) -> Change:
    def edit(parent: Any, key: Any) -> None:
        parent["zzz"] = 1

    return Change(name, f"key zzz beside {trail}", _with(name, file, trail, edit), FOUND)


def _retyped(name: str, text: str, file: Any, trail: Any, rng: random.Random) -> Change:
    old = _value(file.data, trail)
    new: Any = [{"a": 1}] if isinstance(old, str | int | float | bool) or old is None else "word"
    what = f"value of {trail} is {new!r}"
    return Change(name, what, _with(name, file, trail, lambda parent, key: parent.update({key: new})), FOUND)


def _emptied(name: str, text: str, file: Any, trail: Any, rng: random.Random) -> Change:
    old = _value(file.data, trail)
    new: Any = {str: "", list: [], dict: {}}.get(type(old))
    return Change(
        name,
        f"value of {trail} emptied",
        _with(name, file, trail, lambda parent, key: parent.update({key: new})),
        EITHER,
        "empty may be what is meant",
    )


def _renamed(name: str, text: str, file: Any, trail: Any, rng: random.Random) -> Change:
    """Change a word, a number or the first word of a text."""
    old, key, start = _value(file.data, trail), trail[-1], trail
    leaf = next((part for part in reversed(trail) if isinstance(part, str)), "")
    while isinstance(old, list) and old:
        trail, old = (*trail, 0), old[0]
    if isinstance(old, str):
        new: Any = f"{old}zz" if leaf in REFERENCES else f"Zzz {old}"
        expected = FOUND if leaf in REFERENCES and leaf not in ("id", "name", "title") else EITHER
    elif isinstance(old, bool):
        new, expected = (not old), EITHER
    elif isinstance(old, int | float):
        new, expected = -1 - old, EITHER
    else:
        return _added(name, text, file, start, rng)

    def edit(parent: Any, last: Any) -> None:
        parent[last] = new

    return Change(
        name, f"value of {trail} is {new!r:.40}", _with(name, file, trail, edit), expected, f"any `{key}` will do"
    )


KEY_CHANGES = (_misspelt, _deleted, _added, _retyped, _emptied, _renamed, _renamed)


# --- changes of lines and files ------------------------------------------------------------------------


def line_changes(name: str, text: str, rng: random.Random) -> Iterator[tuple[str, Callable[[], Change]]]:
    """Yield changes of any file: broken syntax, bytes that are no text, half of it, nothing, gone, another name."""
    lines = text.splitlines(keepends=True)
    broken = {
        ".yaml": ("a quote that never ends", "zz: 'never\n"),
        ".py": ("a bracket that never ends", "zz = (\n"),
        ".md": ("a figure without a value", "\nThere are {{ zz }} of them.\n"),
        ".json": ("a bracket that never ends", "{\n"),
    }
    what, tail = broken[Path(name).suffix]
    is_code = "submissions" in name
    either = (EITHER, "a submission may be anything") if is_code else (FOUND, "")
    yield "", lambda: Change(name, what, (text + tail).encode(), *either)
    yield (
        "",
        lambda: Change(
            name,
            "bytes that are no text",
            text.encode() + b"\n# \xff\n",
            *(either if name[-3:] != ".py" else (EITHER, "Python reads any comment")),
        ),
    )
    half = "".join(lines[: len(lines) // 2]).encode()
    yield "", lambda: Change(name, "the second half missing", half, EITHER, "the first half is whole")
    yield "", lambda: Change(name, "empty", b"", EITHER, "nothing needs it")
    yield "", lambda: Change(name, "gone", None, EITHER, "nothing needs it")
    stray = str(Path(name).with_name(f"zz_{Path(name).name}"))
    yield (
        "",
        lambda: Change(stray, "a stray copy", text.encode(), EITHER, "files beside the course's own are its author's"),
    )

    def without_a_line() -> Change:
        at = rng.randrange(len(lines))
        rest = "".join(lines[:at] + lines[at + 1 :]).encode()
        return Change(name, f"without line {at + 1}", rest, EITHER, "the line may be left out")

    if lines:
        yield "", without_a_line
        yield "", without_a_line


def python_changes(name: str, text: str, rng: random.Random) -> Iterator[tuple[str, Callable[[], Change]]]:
    """Yield slips in each function of a Python file."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    is_mistake = name.endswith("_mistakes.py") or "submissions" in name
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        first = node.body[1] if len(node.body) > 1 and ast.get_docstring(node) else node.body[0]
        indent = " " * first.col_offset

        def inserted(
            code: str, expected: str, why: str = "", node: Any = node, first: Any = first, indent: str = indent
        ) -> Change:
            body = "".join([*lines[: first.lineno - 1], f"{indent}{code}\n", *lines[first.lineno - 1 :]])
            return Change(name, f"`{code}` in {node.name}", body.encode(), expected, why)

        strict = (EITHER, "a wrong version may do anything") if is_mistake else (FOUND, "")
        if name.startswith("exercises/"):
            strict = (EITHER, "a stub raises all the same")
        yield "", lambda inserted=inserted, strict=strict: inserted("raise RuntimeError('zz')", *strict)
        yield "", lambda inserted=inserted, strict=strict: inserted("zz.zz()", *strict)
        yield "", lambda inserted=inserted: inserted("return None", EITHER, "None may do")
        yield "", lambda inserted=inserted: inserted("print('zz')", EITHER, "only a solution must not print")

        def called_otherwise(node: Any = node) -> Change:
            body = re.sub(rf"\bdef {node.name}\(", f"def {node.name}zz(", text)
            return Change(name, f"{node.name} called otherwise", body.encode(), EITHER, "nothing calls it by that name")

        yield "", called_otherwise
    yield (
        "",
        lambda: Change(
            name,
            "an import of nothing",
            f"import zz\n{text}".encode(),
            EITHER if (is_mistake and "sub" in name) or name.startswith("exercises/") else FOUND,
            "no import is made of it",
        ),
    )


def changes_of(copy: Copy, rng: random.Random) -> dict[str, list[Callable[[], Change]]]:
    """Return what makes changes, by what it changes: a key of a kind of document, or a kind of file."""
    groups: dict[str, list[Callable[[], Change]]] = {}
    with chdir(copy.folder):
        for name in copy.files():
            text = Path(name).read_text("utf-8")
            kind = kind_of(name)
            for key, make in yaml_changes(name, text, rng) if name.endswith(".yaml") else ():
                groups.setdefault(f"{kind}: {_plain(kind, key)}", []).append(make)
            made = [*line_changes(name, text, rng), *(python_changes(name, text, rng) if name.endswith(".py") else ())]
            groups.setdefault(f"{kind}: file", []).extend(make for _, make in made)
    return groups


def _plain(kind: str, key: str) -> str:
    """Return a key without the names that an author makes up: of terms, arguments, mistakes, texts."""
    parts = key.split(".")
    return ".".join(parts[:2] if kind in ("exercise",) else parts[:1] if parts[0] in ("terms", "texts") else parts[:2])


def kind_of(name: str) -> str:
    """Return the kind of a file, by its folder and its name."""
    parts = name.split("/")
    for folder in ("quiz", "worksheets", "flashcards", "lessons", "pictures", "numeric", "submissions"):
        if folder in parts[:-1]:
            return f"{folder} {Path(name).suffix[1:]}"
    if parts[0] == "solutions":
        return next(
            (end[1:] for end in ("_mistakes", "_checks", "_mutants") if Path(name).stem.endswith(end)), "solution"
        )
    if len(parts) == 2:
        return Path(name).stem
    return {".yaml": "exercise", ".py": "stub", ".md": "page"}[Path(name).suffix]


# --- what comes of a change ------------------------------------------------------------------------


def outcome(copy: Copy, change: Change) -> str:
    """Return the outcome of a change, as in the table."""
    with chdir(copy.folder):
        try:
            said = copy.said(change)
        except UserError as error:  # no course.yaml, for example
            said = {str(error)}
        except Exception:
            return f"traceback {traceback.format_exc()}"
    stem = re.sub(r"(_mistakes|_checks|_mutants)?\.\w+$", "", Path(change.path).name)
    if any(problem.startswith(f"{change.path}:") for problem in said):
        return "found in its file"
    if any(stem in problem or stem.replace("_", "-") in problem for problem in said):
        return "found where it is used"
    return "found elsewhere" if said else HARMLESS


def run(courses: dict[str, Copy], count: int, seed: int) -> Tally:
    """Draw changes, each kind of key and of file in turn, and tally what comes of them."""
    rng, tally = random.Random(seed), Tally()
    pool = [(copy, group, makers) for copy in courses.values() for group, makers in changes_of(copy, rng).items()]
    pool.sort(key=lambda entry: entry[1])
    while sum(tally.outcomes.values()) < count:
        rng.shuffle(pool)
        for copy, group, makers in pool[: count - sum(tally.outcomes.values())]:
            change = rng.choice(makers)()
            result = outcome(copy, change)
            tally.outcomes[result.partition(" Traceback")[0]] += 1
            tally.keys.add(group)
            tally.kinds[group.partition(":")[0]] += 1
            if result.startswith("traceback") or (change.expected == FOUND and result == HARMLESS):
                tally.unexpected.append(f"{copy.folder.name} {change.path}: {change.what}: {result}")
    return tally


def copies(folder: Path, launcher: Launcher, names: Sequence[str]) -> dict[str, Copy]:
    """Return copies of the courses of those names."""
    sources = {name: ROOT / "examples" / name for name in ("checksums", "all_checks")}
    sources |= {"tiny": ROOT / "tests/data/course", "generate": ROOT}
    return {name: Copy(sources[name], folder / name, launcher) for name in names}


def main() -> None:
    """Draw changes and print what comes of them."""
    sys.dont_write_bytecode = True  # a file that is changed twice in a second would be taken for the first
    count, seed = (int(sys.argv[1]) if len(sys.argv) > 1 else 600), (int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    names = sys.argv[3:] or ["checksums", "all_checks", "generate"]
    with tempfile.TemporaryDirectory() as folder, closing(open_launcher()) as launcher:
        for name in names:
            (Path(folder) / name).mkdir()
        tally = run(copies(Path(folder), launcher, names), count, seed)
    counts = [f"{number:5} {result}" for result, number in tally.outcomes.most_common()]
    kinds = f"{len(tally.keys)} kinds of keys and files: {dict(tally.kinds)}"
    sys.stdout.write("\n".join([*tally.unexpected, *counts, kinds, ""]))


if __name__ == "__main__":
    main()
