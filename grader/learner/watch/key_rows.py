"""The keys of a watch as rows: all of them, and below each view those that do something there."""

from collections.abc import Sequence

from grader.learner.watch.state import Look, State, wrapped

KEY_COLUMNS = 8
"""Columns of a key's name, with the blanks after it."""
KEYS = (
    ("n", "next exercise, after passing"),
    ("h", "hint; again: the next one, up to the third"),
    ("t", "task"),
    ("b", "answer the question to try by hand"),
    ("u", "the page that the unit begins with"),
    ("s", "solution, after passing"),
    ("d", "your file compared with the solution, after passing"),
    ("l", "list of the exercises"),
    ("p", "all that your function printed"),
    ("y", "try: a Python prompt with the failing call"),
    ("w", "questions about your own code, after passing"),
    ("x", "reset: your file is put aside, and the stub comes back"),
    ("a", "check all exercises"),
    ("r", "run again"),
    ("q", "quit"),
    ("Esc", "back to the verdict"),
    ("arrows", "scroll, as do Space, Page Up, Page Down, Home, End"),
)


def key_lines(state: State, look: Look, width: int) -> list[str]:
    """Return all keys, a line or more for each."""
    found: list[str] = []
    for key, words in KEYS:
        first, *more = wrapped(words, width - KEY_COLUMNS)
        found.append(f"{look.style(f'{key:>{KEY_COLUMNS - 2}}', 'key')}  {first}")
        found += [" " * KEY_COLUMNS + row for row in more]
    return found


def footer(state: State, look: Look, width: int) -> str:
    """Return the keys that do something here, as many as fit."""
    if state.view == "list":
        keys: Sequence[tuple[str, str]] = (("↑↓", "move"), ("Enter", "open"), ("Esc", "back"), ("type", "to filter"))
    elif state.view == "ask":
        keys = (("Enter", "answer or skip"), ("Esc", "skip"), ("↑↓", "scroll"))
    elif state.view == "page":
        keys = (("Enter", "task"), ("Space", "down"), ("?", "keys"), ("q", "quit"))
    else:
        after = (("n", "next"), ("s", "solution"), ("d", "diff")) if state.has_passed else (("h", "hint"),)
        back = (("Esc", "verdict"),) if state.view != "verdict" else ()
        rest = (
            ("t", "task"),
            *((("b", "by hand"),) if state.question else ()),
            *((("w", "questions"),) if state.has_passed else ()),
            ("u", "unit"),
            ("l", "list"),
            ("y", "try"),
            ("p", "prints"),
            ("a", "all"),
        )
        keys = (*back, *after, ("?", "keys"), ("q", "quit"), *rest)
    found: list[str] = []
    room = width
    for key, word in keys:
        room -= len(key) + len(word) + (3 if found else 1)
        if room < 0:
            break
        found.append(f"{look.style(key, 'key')} {word}")
    return "  ".join(found)
