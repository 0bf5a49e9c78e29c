"""Wrap Python source, and commands, to a width, so that they stay valid and do the same: they can be copied."""

import ast
import io
import re
import textwrap
import tokenize
from typing import NamedTuple

BREAK_BEFORE = frozenset("+ - * / // % @ | & and or if else for in not is == != < > <= >=".split())
"""Operators and words before which a line may break within brackets."""


ENTRY = re.compile(r"\s*\S+: ")
"""A line of a docstring that begins an entry of its own, such as an argument."""

SHELL_WORD = re.compile(r"""(?:"[^"]*"|'[^']*'|\S)+""")
"""A word of a command, with what is quoted in it."""

VALUE = re.compile(r"(\s*(?:return|[\w.,\[\] ]+ [-+*/]?=) )(.+)")
"""A statement that ends with a value."""


class Break(NamedTuple):
    """A column at which a line may be broken."""

    column: int
    depth: int
    """How many brackets are open there."""


class Places(NamedTuple):
    """The properties of a source's lines, by their numbers."""

    breaks: dict[int, list[Break]]
    comments: dict[int, int]
    """The column of each comment."""
    texts: set[int]
    """The lines of docstrings."""
    nested: set[int]
    """The lines that begin within brackets."""


def narrow(source: str, width: int) -> str:
    """Return a source with long lines wrapped: text at words, comments above their line, code within brackets.

    A line without such a place stays long. If the result would mean something else, the source is returned as it is.
    A signature with its result is no Python alone, and is wrapped in the same way.
    """
    places = _places(source)
    old = source.splitlines()
    lines: list[str] = []
    for number, line in enumerate(old, start=1):
        if len(line) <= width:
            lines.append(line)
        elif number in places.texts:
            *lines_above, last = _wrapped(line, width, "    " if ENTRY.match(line) else "")
            lines += lines_above
            if number + 1 in places.texts and _goes_on(line, old[number]):
                old[number] = f"{last} {old[number].strip()}"
            else:
                lines.append(last)
        elif number in places.comments:
            column = places.comments[number]
            lines += _wrapped(_indent(line) + line[column:], width, "# ")
            lines += _fitted(line[:column].rstrip(), places, number, width) if line[:column].strip() else []
        else:
            lines += _fitted(line, places, number, width)
    wrapped = "\n".join(lines) + "\n"
    return wrapped if _meaning(wrapped) == _meaning(source) else source


def shell_lines(command: str, width: int) -> list[str]:
    """Return a command of a shell as lines of at most a width, where its words allow that; all but the last end with ` \\`."""
    lines: list[str] = []
    for word in SHELL_WORD.findall(command):
        if lines and len(lines[-1]) + len(word) + 3 <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"    {word}" if lines else word)
    return [*(f"{line} \\" for line in lines[:-1]), *lines[-1:]]


def _goes_on(line: str, following: str) -> bool:
    """Return whether the next line of a docstring belongs to the same sentence or paragraph."""
    is_text = bool(following.strip()) and not following.strip().startswith(('"""', "- ", "|"))
    return is_text and not ENTRY.match(following) and len(_indent(following)) >= len(_indent(line))


def _places(source: str) -> Places:
    """Tokenize a source."""
    breaks: dict[int, list[Break]] = {}
    comments: dict[int, int] = {}
    texts: set[int] = set()
    nested: set[int] = set()
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        row, column = token.start
        if token.type == tokenize.COMMENT:
            comments[row] = column
        elif token.type == tokenize.STRING and token.string.endswith(('"""', "'''")):
            texts.update(range(row, token.end[0] + 1))
        elif token.type == tokenize.NL and depth:
            nested.add(row + 1)
        elif token.string in "([{" and token.type == tokenize.OP:
            depth += 1
            penalty = token.string == "["  # a subscript reads better in one line
            breaks.setdefault(row, []).append(Break(token.end[1], depth + penalty))
        elif token.string in ")]}" and token.type == tokenize.OP:
            depth -= 1
        elif depth and token.string == ",":
            breaks.setdefault(row, []).append(Break(token.end[1], depth))
        elif depth and token.string in BREAK_BEFORE and token.line[column - 1 : column] == " ":
            breaks.setdefault(row, []).append(Break(column, depth))
    return Places(breaks, comments, texts, nested)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _wrapped(line: str, width: int, prefix: str) -> list[str]:
    """Wrap a line of text or a comment at words, with its indentation."""
    indent = _indent(line) + prefix
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _fitted(line: str, places: Places, number: int, width: int) -> list[str]:
    """Break a line of code within its brackets; if that is not enough, put brackets around its value."""
    lines = _broken(line, places, number, width)
    match = VALUE.match(line)
    if max(map(len, lines)) <= width or match is None or {number, number + 1} & places.nested:
        return lines
    value = f"{_indent(line)}    {match[2]}"
    return [f"{match[1]}(", *_broken(value, _places(f"(\n{value}\n)\n"), 2, width), f"{_indent(line)})"]


def _broken(line: str, places: Places, number: int, width: int) -> list[str]:
    """Break a line of code where the fewest brackets are open, as late as it fits; later lines are indented."""
    indent = _indent(line) + ("" if number in places.nested else " " * 8)
    breaks = [place for place in places.breaks.get(number, []) if line[place.column :].strip()]
    lines, start, room = [], 0, width
    while len(line[start:].strip() if start else line) > room:
        fitting = [place for place in breaks if start + 4 < place.column <= start + room]
        if not fitting:
            break
        best = min(fitting, key=lambda place: (place.depth, -place.column))
        lines.append(line[start : best.column])
        start, room = best.column, width - len(indent)
    first, *more = [*lines, line[start:]]
    return [first.rstrip(), *(indent + rest.strip() for rest in more)]


def _meaning(source: str) -> str | None:
    """Return the syntax tree as text, with runs of white space in texts as one space; None if there is none."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    return re.sub(r"(\\n|\s)+", " ", ast.dump(tree))
