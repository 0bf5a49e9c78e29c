"""Load the mistakes of an exercise, `<name>_mistakes.yaml` beside its solution: edits of it, and the words for learners."""

import ast
import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from grader.core.shapes import JsonObject, yaml_model
from grader.course import LOAD, shown_path
from grader.course.edit import (
    Edit,
    EditError,
    changed_definitions,
    defined_names,
    find_edit,
    plain_code,
    version_source,
)
from grader.files import strict_yaml
from grader.files.strict_yaml import Problem, Trail, YamlError, YamlFile, described, read_text, refuse
from grader.files.yaml_load import model_problems, value_at

NAME = re.compile(r"\w+\Z")


@yaml_model
class LineEdit:
    """An edit with its piece and what replaces it as texts of their own, where quotes would hurt in `edit`."""

    line: str
    """The piece of the solution."""
    becomes: str
    """The text that a learner writes instead."""


@yaml_model
class Version:
    """One wrong version of the solution: edits of it, or code of its own."""

    edit: dict[str, str] = field(default_factory=dict)
    """Pieces of the solution's code, each of which occurs once, and what a learner writes instead."""
    edits: tuple[LineEdit, ...] = ()
    """The same as a list, for pieces that are hard to quote."""
    of: str = ""
    """The function, class or method that the edits are in, if their pieces occur elsewhere, too."""
    code: str = ""
    """Definitions that replace the solution's of the same names; `right` is the module of the solution."""


@yaml_model
class WrittenMistake(Version):
    """A typical mistake: a wrong version, further ones of the same kind, and the words for learners."""

    says: str
    """The title, which says what the function does; from the second line, why that is wrong and where to look."""
    is_trivial: bool = False
    """Whether the words are true of work that computes nothing, too: that returns its input, or zeros."""
    versions: dict[str, Version] = field(default_factory=dict)
    """Further wrong versions that get the same words, by names of their own."""


def load_mistakes(path: Path, shown: str, solution: Path) -> JsonObject:
    """Load the mistakes of an exercise; return the solution's plain code, and each version with its edits and words.

    Raises:
        YamlError: with all problems of the file, or the one of a solution that is no Python.
    """
    file = strict_yaml.read(path, shown)
    try:
        code = plain_code(read_text(solution, shown_path(solution)))
    except SyntaxError as error:
        what = LOAD.format(f"SyntaxError: {error.msg}")
        raise YamlError([Problem(shown_path(solution), error.lineno or 1, error.offset or 1, what)]) from error
    refuse(_form_problems(file))
    found: list[JsonObject] = []
    refuse(problem for trail in _trails(file) for problem in _read_version(file, trail, code, solution.stem, found))
    return {"code": code, "versions": found}


def _form_problems(file: YamlFile) -> Iterator[Problem]:
    """Yield each key that is unknown or missing, each value of the wrong type, and each name that is none."""
    if not isinstance(file.data, dict):
        yield file.problem((), f"the mistakes are {described(file.data)}; write the name of one, `edit:` and `says:`")
        return
    for name, entry in file.data.items():
        if not isinstance(entry, dict):
            yield file.problem((name,), f"the mistake is {described(entry)}; write `edit:` and `says:`")
            continue
        yield from model_problems(file, (name,), WrittenMistake, {})
        for each in (name, *entry.get("versions", ())):
            if not NAME.match(str(each)):
                yield file.problem((name,), f"`{each}` is no name; write letters, digits and _", at_key=True)


def _trails(file: YamlFile) -> Iterator[Trail]:
    """Yield the place of each version: a mistake, then its further versions."""
    for name, entry in file.data.items():
        yield (name,)
        yield from ((name, "versions", version) for version in entry.get("versions", ()))


def _read_version(file: YamlFile, trail: Trail, code: str, solution: str, found: list[JsonObject]) -> Iterator[Problem]:
    """Add the version at a place to those found; yield what is wrong with it."""
    written, entry = value_at(file.data, trail), file.data[trail[0]]
    pieces: dict[Trail, tuple[str, str]] = {
        (*trail, "edit", key): (key, new) for key, new in written.get("edit", {}).items()
    }
    pieces |= {(*trail, "edits", at): (one["line"], one["becomes"]) for at, one in enumerate(written.get("edits", ()))}
    if bool(pieces) == bool(written.get("code")):
        yield file.problem(trail, f"`{trail[-1]}` needs `edit:` or `code:`, one of them; write it")
        return
    edits: list[Edit] = []
    for place, (piece, becomes) in pieces.items():
        try:
            edits.append(find_edit(code, piece, becomes, written.get("of", "")))
        except EditError as error:
            yield file.problem(place, str(error), at_key="edit" in place)
            return
    title, _, words = entry["says"].strip().partition("\n")
    version: JsonObject = {
        "name": trail[0],
        "version": "__".join((str(trail[0]), *map(str, trail[2:]))),
        "title": title.strip(),
        "words": " ".join(words.split()),
        "line": file.problem(trail, "", at_key=True).line,
        "edits": edits,
        "code": written.get("code", ""),
    }
    try:
        own = version["code"]
        version["changes"] = defined_names(own) if own else changed_definitions(code, edits)
        ast.parse(version_source(code, edits, own, solution))
    except SyntaxError as error:
        yield file.problem(
            trail, f"`{version['version']}` becomes no Python: {error.msg}: `{(error.text or '').strip()}`; correct it"
        )
        return
    found.append(version)
