"""Take things in turn: an item of each stream, or a case of each line, before a second one of any."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def in_turn(streams: Iterable[Iterator[T]]) -> Iterator[T]:
    """Yield an item of each stream in turn, and then again, until all have ended; none is asked for more than that."""
    rest = [*streams]
    while rest:
        for stream in [*rest]:
            try:
                yield next(stream)
            except StopIteration:
                rest.remove(stream)


def by_turns(cases: Iterable[T], line: Callable[[T], Hashable]) -> list[T]:
    """Return cases in an order in which each line, or what `line` returns, has one before any has a second."""
    seen: Counter[Hashable] = Counter()
    numbered = []
    for case in cases:
        seen[line(case)] += 1
        numbered.append((seen[line(case)], case))
    return [case for _, case in sorted(numbered, key=lambda pair: pair[0])]
