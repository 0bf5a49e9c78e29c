"""Turn a regular expression into the finite automaton that `regex_mask` takes."""

import string
from collections.abc import Iterable
from typing import Any

MOST_STATES, MOST_REPEATS, MOST_PARTS = 300, 100, 400
"""Of an automaton, of one part of a pattern, and of a pattern with its repeats written out."""

Tree = tuple[Any, ...]
"""A parsed expression: ("one", characters), ("cat", left, right), ("or", left, right), ("star", tree), or EMPTY."""

EMPTY: Tree = ("empty",)
CLASSES = {"d": string.digits, "w": string.ascii_letters + string.digits + "_", "s": " \t\n\r\f\v"}
CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
SPECIAL = r"\.[](){}|*+?^$"


class PatternError(ValueError):
    """A pattern that this module cannot read; the message says where and why."""


def automaton(pattern: str, alphabet: Iterable[str]) -> tuple[list[dict[str, int]], list[int]]:
    """Return the transitions and the accepting states of the automaton of a regular expression.

    A state is the set of the expressions that the rest of the text may match. It has few elements, since each is made
    of parts of the pattern.

    Args:
        pattern: matches whole texts. Characters, `.`, classes such as `[a-z]` and `\\d`, groups, `|`, `*`, `+`, `?` and
            `{2,3}`.
        alphabet: the characters that may come at all; `.` and `[^...]` mean some of these.

    Raises:
        PatternError: the pattern cannot be read, or has too many states.

    Source: Antimirov 1996, Partial derivatives of regular expressions and finite automaton constructions.
    """
    characters = frozenset(alphabet)
    start = frozenset([_Reader(pattern, characters).tree()])
    numbers, transitions, waiting = {start: 0}, [], [start]
    while waiting:
        state = waiting.pop(0)
        ways = {}
        for char in sorted(characters):
            after = frozenset(rest for tree in state for rest in _after(tree, char))
            if not after:
                continue
            if after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
            ways[char] = numbers[after]
        transitions.append(ways)
        if len(numbers) > MOST_STATES:
            raise PatternError(f"the pattern needs more than {MOST_STATES} states; give a shorter one")
    return transitions, [number for state, number in numbers.items() if any(map(_may_be_empty, state))]


def _may_be_empty(tree: Tree) -> bool:
    kind, *parts = tree
    if kind in ("empty", "star"):
        return True
    return kind != "one" and (any if kind == "or" else all)(map(_may_be_empty, parts))


def _after(tree: Tree, char: str) -> set[Tree]:
    """Return the expressions of which the rest of the text matches one, once a character has come."""
    kind, *parts = tree
    if kind == "one":
        return {EMPTY} if char in parts[0] else set()
    if kind == "or":
        return _after(parts[0], char) | _after(parts[1], char)
    if kind == "star":
        return {_joined(rest, tree) for rest in _after(parts[0], char)}
    if kind == "cat":
        found = {_joined(rest, parts[1]) for rest in _after(parts[0], char)}
        return found | _after(parts[1], char) if _may_be_empty(parts[0]) else found
    return set()


def _size(tree: Tree) -> int:
    return 1 if tree[0] == "one" else 1 + sum(map(_size, tree[1:]))


def _joined(left: Tree, right: Tree) -> Tree:
    return right if left == EMPTY else left if right == EMPTY else ("cat", left, right)


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str, alphabet: frozenset[str]) -> None:
        self._pattern, self._alphabet, self._place = pattern, alphabet, 0

    def tree(self) -> Tree:
        """Return the whole pattern's tree."""
        found = self._choice()
        if self._next():
            raise self._error("there is no group to close here")
        if _size(found) > MOST_PARTS:
            raise self._error(f"the pattern has more than {MOST_PARTS} parts; give a shorter one")
        return found

    def _next(self) -> str:
        return self._pattern[self._place : self._place + 1]

    def _take(self, expected: str = "") -> str:
        char = self._next()
        if not char or (expected and char != expected):
            raise self._error(f"{expected or 'a character'} is missing here")
        self._place += 1
        return char

    def _error(self, what: str) -> PatternError:
        return PatternError(f"character {self._place + 1} of the pattern: {what}")

    def _choice(self) -> Tree:
        found = self._sequence()
        while self._next() == "|":
            self._take()
            found = ("or", found, self._sequence())
        return found

    def _sequence(self) -> Tree:
        parts: list[Tree] = []
        while self._next() and self._next() not in "|)":
            parts.append(self._repeated(self._atom()))
        found = EMPTY
        for part in reversed(parts):
            found = _joined(part, found)
        return found

    def _repeated(self, tree: Tree) -> Tree:
        while self._next() and self._next() in "*+?{":
            sign = self._take()
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(sign) or self._bounds()
            rest: Tree = ("star", tree) if most is None else EMPTY
            if _size(tree) * max(least, most or 0) > MOST_PARTS:
                raise self._error(f"with its repeats the pattern has more than {MOST_PARTS} parts; give a shorter one")
            for _ in range((most or least) - least):
                rest = ("or", EMPTY, _joined(tree, rest))
            for _ in range(least):
                rest = _joined(tree, rest)
            tree = rest
        return tree

    def _bounds(self) -> tuple[int, int | None]:
        least, comma, most = self._until("}").partition(",")
        numbers = [int(each) for each in (least, most) if each.isdecimal()]
        if not least.isdecimal() or (most and not most.isdecimal()) or max(numbers) > MOST_REPEATS:
            raise self._error(f"write a number up to {MOST_REPEATS}, or two such as {{2,3}}")
        if most and int(most) < int(least):
            raise self._error("the second number is smaller than the first")
        return int(least), int(most) if most else None if comma else int(least)

    def _until(self, end: str) -> str:
        found = ""
        while self._next() != end:
            found += self._take()
        self._take()
        return found

    def _atom(self) -> Tree:
        char = self._take()
        if char == "(":
            if self._next() == "?":
                self._take()
                self._take(":")
            found = self._choice()
            self._take(")")
            return found
        if char == "[":
            return ("one", self._class())
        if char == ".":
            return ("one", self._alphabet - {"\n"})
        if char == "\\":
            return ("one", self._escaped())
        if char in SPECIAL:
            self._place -= 1
            raise self._error(f"{char} cannot stand here; for the character itself, write \\{char}")
        return ("one", frozenset(char))

    def _escaped(self) -> frozenset[str]:
        char = self._take()
        if char.lower() in CLASSES:
            known = frozenset(CLASSES[char.lower()])
            return known if char.islower() else self._alphabet - known
        if char in CONTROLS or not char.isalnum():
            return frozenset(CONTROLS.get(char, char))
        raise self._error(f"\\{char} is not known here")

    def _class(self) -> frozenset[str]:
        is_negated = self._next() == "^"
        self._place += is_negated
        found: set[str] = set()
        while self._next() != "]" or not found:
            first = self._take()
            known = self._escaped() if first == "\\" else frozenset(first)
            if self._next() == "-" and self._pattern[self._place + 1 : self._place + 2] not in ("]", ""):
                self._take()
                last = self._take()
                ends = ord(min(known)), ord(min(self._escaped() if last == "\\" else {last}))
                if len(known) > 1 or ends[1] < ends[0]:
                    raise self._error("this is no range of characters, such as a-z")
                known = frozenset(map(chr, range(ends[0], ends[1] + 1)))
            found |= known
        self._take("]")
        return self._alphabet - found if is_negated else frozenset(found)
