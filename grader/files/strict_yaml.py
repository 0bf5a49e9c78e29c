"""Parse YAML strictly, with the line and column of every key and value.

Only unambiguous forms are accepted: what YAML 1.1 and 1.2 parsers read differently (`no`, `1:30`, `010`, dates), and
aliases and repeated keys, are errors that say what to write instead.
"""

import difflib
import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from grader.core.errors import UserError
from grader.files.regular_file import UnreadableError, open_file

Trail = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

LINE_WIDTH = 120
MAX_BYTES = 1 << 20
MAX_DEPTH = 40
TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep; make it flatter"
MAX_MESSAGE = 400
MAX_NAMES, MAX_NAME = 1000, 80
"""How many names are compared with one that is not known, and how long they may be."""
MAX_PROBLEMS = 50
"""The most problems of a file that are told at once; a stranger's file may have as many as it has bytes."""

KINDS_OF_VALUES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with decimals",
    str: "text",
    list: "a list",
    dict: "a mapping",
}

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_UNREADABLE = re.compile("[^\\t\\n\\r -~\\x85\\xa0-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]")
_LINE_BREAK = re.compile("\\r\\n|[\\r\\n\\x85\\u2028\\u2029]")
_LARGEST = 2**63 - 1
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?=\.?[0-9])[0-9]*(?=[.eE])(\.[0-9]*)?([eE][-+]?[0-9]+)?")
_INFINITY = re.compile(r"[-+]?\.inf", re.IGNORECASE)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MEANT = {"yes": "true", "y": "true", "on": "true", "no": "false", "n": "false", "off": "false"}
_SURPRISES = (
    (re.compile(r"yes|no|on|off|y|n|true|false", re.IGNORECASE), "some YAML readers take `{0}` for a truth value"),
    (re.compile(r"null", re.IGNORECASE), "some YAML readers take `{0}` for an empty value"),
    (re.compile(r"[-+]?[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?"), "some YAML readers take `{0}` for a number in base 60"),
    (re.compile(r"[-+]?0[0-9_]+"), "some YAML readers take `{0}` for an octal number"),
    (re.compile(r"[-+]?0[xob][0-9a-fA-F_]+"), "`{0}` is a number in another base"),
    (re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?"), "some YAML readers take `{0}` for a number"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?"), "some YAML readers take `{0}` for a date"),
)
_SYNTAX = (
    # the problem in PyYAML's words, with libyaml and without; ours; whether to point to where the part began
    (r"quoted scalar, .*unexpected (end of stream|document)", "this quote is never closed; close it", True),
    (r"quoted scalar", "not an escape sequence; double the backslash, or use single quotes", False),
    (r"cannot start any token", "a value cannot begin with {0!r}; put it in quotes", False),
    (r"mapping values are not allowed", "a second `:` in one value, or a line that is indented too far; put the value in quotes, or correct the indentation", False),
    (r"could not find expected ':'", "no `:` follows this; write `key: value`", True),
    (r"expected ',' or", "a comma or a closing bracket is missing before this; the bracket was opened in line {1}", False),
    (r"expected key|expected <block end>|expected '-'|expected <document start>|'<document start>'", "this does not fit what stands before it; indent it like the lines it belongs with, and check quotes and brackets", False),
    (r"sequence entries are not allowed", "a list cannot begin here; begin it in a line of its own", False),
    (r"block scalar", "`|` and `>` stand alone; begin the text in the next line", False),
    (r"node content", "a value is missing here; write one", False),
    (r"an anchor|an alias", "a value cannot begin with `&` or `*`; put it in quotes", True),
    (r"a tag\b|tag handle", "a tag that is not used here; leave it out", True),
    (r"maximum nesting depth", TOO_DEEP, False), # of PyYAML from 6.0.4, which reads far ahead
    (r"directive|YAML document", "a directive; leave it out", True),
)  # fmt: skip


@dataclass(frozen=True, order=True)
class Problem:
    """An error at one place of a file, with the correction."""

    path: str
    line: int
    column: int
    message: str

    def __post_init__(self) -> None:
        """Reduce the message to one printable line of bounded length; it may quote any text of the author."""
        words = _shortened(" ".join(self.message.split()))
        words = _shortened("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words))
        object.__setattr__(self, "message", words)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


def _shortened(words: str) -> str:
    return words if len(words) <= MAX_MESSAGE else f"{words[: MAX_MESSAGE // 2]} … {words[-MAX_MESSAGE // 2 :]}"


class YamlError(UserError):
    """The file cannot be read; `problems` lists all its errors."""

    def __init__(self, problems: list[Problem]) -> None:
        """Name each problem on a line of the message."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass
class YamlFile:
    """A file's data, and the places of its parts.

    `values` and `keys` map a trail to the one-based line and column of its value and key.
    """

    path: str
    text: str = ""
    data: Any = None
    values: dict[Trail, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Trail, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, trail: Trail, message: str, *, at_key: bool = False, piece: str = "") -> Problem:
        """Return a problem at the trail, or at its nearest parent that the file has.

        With `at_key`, it points to the key instead of its value; with a `piece`, to this text within the value, if the
        file has it there as it is, without escapes.
        """
        if at_key and trail in self.keys:
            return Problem(self.path, *self.keys[trail], message)
        while trail and trail not in self.values:
            trail = trail[:-1]
        line, column = self.values.get(trail, (1, 1))
        if not piece:
            return Problem(self.path, line, column, message)
        following = min((key_line for key_line, _ in self.keys.values() if key_line > line), default=None)
        lines = _LINE_BREAK.split(self.text)[line - 1 : following and following - 1]
        for number, words in enumerate(lines, start=line):
            start = words.find(piece, column - 1 if number == line else 0)
            if start >= 0:
                return Problem(self.path, number, start + 1, message)
        return Problem(self.path, line, column, message)


def written(data: object) -> str:
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=LINE_WIDTH))


def read(path: Path, shown: str | None = None) -> YamlFile:
    """Read a YAML file; raise YamlError if it is unreadable, is not YAML, or has an ambiguous form."""
    shown = shown or str(path)
    return parse(read_text(path, shown), shown)


def read_text(path: Path, shown: str, most_bytes: int = MAX_BYTES) -> str:
    """Return the text of a file of the course; `shown` is the path in messages.

    Raises:
        YamlError: the file cannot be read, is too large, or is not UTF-8.
    """
    try:
        with open_file(path, may_be_link=True) as stream:
            data = stream.read(most_bytes + 1)
    except (OSError, UnreadableError) as error:
        why = str(error).removeprefix("cannot be opened: ").partition(";")[0].lower()
        what = f"the file cannot be read ({why}); check its name and who may read it"
        raise YamlError([Problem(shown, 1, 1, what)]) from error
    if len(data) > most_bytes:
        raise YamlError([Problem(shown, 1, 1, f"the file is larger than {most_bytes >> 10} KiB; split it")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = data[: error.start].decode("utf-8").split("\n")
        place = (len(lines), len(lines[-1]) + 1)
        raise YamlError([Problem(shown, *place, "this is not UTF-8; save the file as UTF-8")]) from error


def parse(text: str, shown: str) -> YamlFile:
    """Parse YAML text, as `read` does; `shown` is the path in messages."""
    text = text.removeprefix("\ufeff")
    file = YamlFile(shown, text)
    _refuse_characters(file)
    try:
        _refuse_events(file)
        node = None if file.problems else yaml.compose(text, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        file.problems.append(_syntax_problem(shown, text, error))
    refuse(file.problems)
    if node is None:
        raise YamlError([Problem(shown, 1, 1, "the file is empty; write `key: value` lines")])
    file.data = _construct(file, node, ())
    refuse(file.problems)
    return file


def refuse(problems: Iterable[Problem]) -> None:
    """Raise a YamlError with all problems, or the first ones of many, sorted by place, if there are any."""
    found = sorted(set(islice(problems, MAX_PROBLEMS)))
    if found:
        raise YamlError(found)


def _refuse_characters(file: YamlFile) -> None:
    """Reject characters that YAML never allows, such as control characters."""
    found = _UNREADABLE.search(file.text)
    if found:
        lines = _LINE_BREAK.split(file.text[: found.start()])
        what = f"the character U+{ord(found[0]):04X} is not allowed in YAML; take it out"
        raise YamlError([Problem(file.path, len(lines), len(lines[-1]) + 1, what)])


def _refuse_events(file: YamlFile) -> None:
    """Reject anchors, aliases, tags, deep nesting and a second document, before any data is built."""
    depth = documents = 0
    for event in yaml.parse(file.text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        message = ""
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            message = "anchors and aliases are not used here; write the value out"
        elif isinstance(event, yaml.NodeEvent) and (tag := getattr(event, "tag", None)) not in (None, "!"):
            message = f"the tag `{tag}` is not used here; leave it out"
        elif depth > MAX_DEPTH:
            message = TOO_DEEP
        elif documents > 1:
            message = "a second document begins here; keep one document to a file"
        if message:
            file.problems.append(Problem(file.path, *_place(event.start_mark), message))
        if depth > MAX_DEPTH or documents > 1:
            break


def _place(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def _syntax_problem(shown: str, text: str, error: Exception) -> Problem:
    """Translate PyYAML's error into one line with the correction."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:  # the pure-Python loader fails this way on an escape such as "\\U99999999"
        return Problem(shown, 1, 1, "a character that does not exist; correct the escapes in double quotes")
    began = getattr(error, "context_mark", None) or mark
    complaint = f"{getattr(error, 'context', None)}, {getattr(error, 'problem', None)}"
    line = [*_LINE_BREAK.split(text), ""][mark.line]  # at the end, libyaml counts one line too many
    letter = line[mark.column : mark.column + 1] or "the end of the line"
    if letter == "\t":
        return Problem(shown, *_place(mark), "a tab; indent with spaces")
    for pattern, message, is_at_start in _SYNTAX:
        if re.search(pattern, complaint):
            place = began if is_at_start else mark
            return Problem(shown, *_place(place), message.format(letter, began.line + 1))
    return Problem(shown, *_place(mark), f"not YAML ({complaint}); check indentation, quotes and brackets here")


def _construct(file: YamlFile, node: yaml.Node, trail: Trail) -> Any:
    """Build plain data from a node; record positions and problems."""
    file.values[trail] = _place(node.start_mark)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(file, item, (*trail, index)) for index, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _mapping(file, node, trail)
    return _scalar(file, node)


def _mapping(file: YamlFile, node: yaml.Node, trail: Trail) -> dict[object, object]:
    result: dict[object, object] = {}
    for key_node, value_node in node.value:
        place = _place(key_node.start_mark)
        if not isinstance(key_node, yaml.ScalarNode):
            file.problems.append(Problem(file.path, *place, "a key that is not a word; write `key: value`"))
            continue
        key = _scalar(file, key_node, is_key=True)
        key = key if isinstance(key, str | int) and not isinstance(key, bool) else str(key_node.value)
        here = (*trail, key)
        if key in result:
            first = file.keys[here][0]
            what = f"`{key}` is written twice (first in line {first}); keep one"
            file.problems.append(Problem(file.path, *place, what))
            continue
        file.keys[here] = place
        result[key] = _construct(file, value_node, here)
    return result


def _scalar(file: YamlFile, node: Any, *, is_key: bool = False) -> object:
    """Parse a scalar as a word, a number or text."""
    text: str = node.value
    if node.style:  # quoted or a block: always text
        return text
    if text in _WORDS:
        return _WORDS[text]
    number = _number(text)
    if number is not None:
        if math.isinf(number) and not _INFINITY.fullmatch(text):
            advice = "write a smaller number or `.inf`, or put it in quotes if text is meant"
            file.problems.append(Problem(file.path, *_place(node.start_mark), f"`{text}` is too large; {advice}"))
        return number
    for pattern, why in _SURPRISES:
        if pattern.fullmatch(text):
            advice = _advice(text, is_key=is_key)
            file.problems.append(Problem(file.path, *_place(node.start_mark), f"{why.format(text)}; {advice}"))
            break
    return text


def _number(text: str) -> int | float | None:
    """Parse a number, or return None; an integer of more than 64 bits is infinite, like 1e999."""
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 20 and abs(int(text)) <= _LARGEST else float("inf")
    if _FLOAT.fullmatch(text) or _INFINITY.fullmatch(text):
        return float(text.lower().replace(".inf", "inf"))
    return float("nan") if text.lower() == ".nan" else None


def _advice(text: str, *, is_key: bool) -> str:
    """Return the correction for an ambiguous scalar."""
    if is_key:
        return f'write "{text}" in quotes'
    word = text.lower()
    meant = word if word in _WORDS else _MEANT.get(word)
    if text[0] in "+-0123456789":
        try:
            meant = str(int(text.replace("_", ""), 0 if "x" in word or "o" in word or "b" in word else 10))
        except ValueError:
            meant = None
    quoted = f'"{text}" in quotes if text is meant'
    return f"write {meant}, or {quoted}" if meant else f"write {quoted}"


# --- messages: the types of values, and names that may be meant -----------------------------------


def near_misses(name: object, known: list[str]) -> list[str]:
    names = [one for one in known[:MAX_NAMES] if len(one) <= MAX_NAME]
    return difflib.get_close_matches(str(name)[:MAX_NAME], names, n=1)


def quoted(value: object) -> str:
    """Format a value given instead of a word."""
    return value if isinstance(value, str) else json.dumps(value)


def unknown(what: str, name: object, known: list[str]) -> str:
    """Return a message for an unknown name, with the most similar known one."""
    otherwise = f"use one of {', '.join(known)}" if known else "there is none yet"
    return f"unknown {what} `{name}`; {meant(name, known, otherwise)}"


def meant(name: object, known: Iterable[str], otherwise: str) -> str:
    """Ask whether the most similar known name is meant; without a similar one, return other advice."""
    near = near_misses(name, list(known))
    return f"did you mean `{near[0]}`?" if near else otherwise


def described(value: object) -> str:
    """Return the type of a YAML value in plain words."""
    if isinstance(value, float) and not math.isfinite(value):
        return "not finite"
    return "empty" if value is None else KINDS_OF_VALUES[type(value)]
