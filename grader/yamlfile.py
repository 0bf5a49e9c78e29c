"""Read YAML strictly, and keep the line and column of every key and value.

Only YAML's own unambiguous forms are accepted: what two readers could understand differently (`no`,
`1:30`, `010`, dates, aliases, repeated keys) is an error that says what to write instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

Trail = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

MAX_BYTES = 1 << 20
MAX_DEPTH = 40

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")
_INFINITY = re.compile(r"[-+]?\.inf$", re.IGNORECASE)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_SURPRISES = (
    (
        re.compile(r"(yes|no|on|off|y|n|True|False|TRUE|FALSE|Null|NULL)$", re.IGNORECASE),
        "some YAML readers take `{0}` for a truth value",
    ),
    (re.compile(r"[-+]?[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?$"), "some YAML readers take `{0}` for a number in base 60"),
    (re.compile(r"[-+]?0[0-9_]+$"), "some YAML readers take `{0}` for an octal number"),
    (re.compile(r"[-+]?0[xob][0-9a-fA-F_]+$"), "`{0}` is a number in another base"),
    (re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*$"), "some YAML readers take `{0}` for a number"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?$"), "some YAML readers take `{0}` for a date"),
)


@dataclass(frozen=True, order=True)
class Problem:
    """What is wrong at one place of a file, and what to write instead."""

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class YamlError(Exception):
    """A file that cannot be read; `problems` holds everything wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass
class YamlFile:
    """A file's data and where each part of it stands.

    `values` and `keys` give the one-based line and column of the value and of the key at a trail.
    """

    path: str
    data: Any = None
    values: dict[Trail, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Trail, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, trail: Trail, message: str, *, at_key: bool = False) -> Problem:
        """Make a problem at the trail, or at the nearest part above it that stands in the file."""
        while at_key is False and trail and trail not in self.values:
            trail = trail[:-1]
        line, column = (self.keys if at_key else self.values).get(trail, (1, 1))
        return Problem(self.path, line, column, message)


def read(path: Path, shown: str | None = None) -> YamlFile:
    """Read a YAML file.

    Raises:
        YamlError: the file cannot be read, is not YAML, or says something ambiguous.
    """
    shown = shown or str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise YamlError([Problem(shown, 1, 1, f"cannot be read: {error.strerror}")]) from error
    if len(data) > MAX_BYTES:
        raise YamlError([Problem(shown, 1, 1, f"is larger than {MAX_BYTES >> 10} KiB; split it")])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise YamlError([Problem(shown, line, 1, "is not UTF-8; save the file as UTF-8")]) from error
    return parse(text, shown)


def parse(text: str, shown: str) -> YamlFile:
    """Read YAML text; `shown` is the path that problems name.

    Raises:
        YamlError: the text is not YAML, or says something ambiguous.
    """
    file = YamlFile(shown)
    try:
        _refuse_aliases(file, text)
        node = yaml.compose(text, Loader=_LOADER)
    except (yaml.YAMLError, RecursionError) as error:
        raise YamlError([_syntax_problem(shown, error)]) from error
    if node is None:
        raise YamlError([Problem(shown, 1, 1, "is empty")])
    file.data = _construct(file, node, ())
    if file.problems:
        raise YamlError(sorted(file.problems))
    return file


def _refuse_aliases(file: YamlFile, text: str) -> None:
    """Refuse anchors, aliases, tags, several documents and deep nesting before anything is built."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        message = ""
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            message = "anchors and aliases are not used here; write the value out"
        elif isinstance(event, yaml.NodeEvent) and getattr(event, "tag", None) not in (None, "!"):
            message = f"the tag {event.tag!r} is not used here; leave it out"  # type: ignore[attr-defined]
        elif depth > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep; make it flatter"
        elif documents > 1:
            message = "a second document begins here; keep one document to a file"
        if message:
            raise YamlError([Problem(file.path, line, column, message)])


def _syntax_problem(shown: str, error: Exception) -> Problem:
    """Turn PyYAML's complaint into one line."""
    if isinstance(error, yaml.reader.ReaderError):
        return Problem(shown, 1, 1, "has a character that YAML does not allow; remove control characters")
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    what = getattr(error, "problem", None) or "not YAML"
    context = getattr(error, "context", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Problem(
        shown,
        line,
        column,
        f"not YAML: {f'{context}, ' if context else ''}{what}; check indentation, quotes and brackets here",
    )


def _construct(file: YamlFile, node: Any, trail: Trail) -> Any:
    """Build plain data from a node, noting positions and problems."""
    file.values[trail] = (node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(file, item, (*trail, index)) for index, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _mapping(file, node, trail)
    return _scalar(file, node, trail)


def _mapping(file: YamlFile, node: Any, trail: Trail) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if not isinstance(key_node, yaml.ScalarNode):
            file.problems.append(Problem(file.path, *place, "a key that is not a word; write `key: value`"))
            continue
        key = _scalar(file, key_node, trail)
        key = key if isinstance(key, str | int) and not isinstance(key, bool) else str(key_node.value)
        here = (*trail, key)
        if key in result:
            first = file.keys[here][0]
            file.problems.append(
                Problem(file.path, *place, f"`{key}` is written twice (first in line {first}); keep one")
            )
            continue
        file.keys[here] = place
        result[key] = _construct(file, value_node, here)
    return result


def _scalar(file: YamlFile, node: Any, trail: Trail) -> Any:
    text: str = node.value
    if node.style:  # quoted or a block: always text
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    if _INFINITY.match(text):
        return float(text.lower().replace(".inf", "inf"))
    if text.lower() == ".nan":
        return float("nan")
    for pattern, why in _SURPRISES:
        if pattern.match(text):
            line, column = node.start_mark.line + 1, node.start_mark.column + 1
            advice = f'write "{text}" in quotes if text is meant'
            if text.lower() in ("yes", "on", "y", "no", "off", "n", "true", "false"):
                meant = "true" if text.lower() in ("yes", "on", "y", "true") else "false"
                advice = f'write {meant}, or "{text}" in quotes if text is meant'
            file.problems.append(Problem(file.path, line, column, f"{why.format(text)}; {advice}"))
            break
    return text
