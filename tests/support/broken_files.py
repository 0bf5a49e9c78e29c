"""Folders of broken files: each says in its head, after `# expect: `, which messages it must give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from places import DATA

from grader.files.strict_yaml import YamlError

MARK = "# expect: "
SHOWN = "shown.yaml"
"""The file name in messages."""


def broken(folder: str) -> list[Path]:
    """Return the broken files of a folder beside this one."""
    return sorted((DATA / folder).glob("*.yaml"))


def expected(path: Path) -> list[str]:
    """Read the messages that a file says it must give."""
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]


def messages(load: Callable[[], object]) -> list[str]:
    """Return every message that loading a file gives, without the path."""
    with pytest.raises(YamlError) as caught:
        load()
    for problem in caught.value.problems:
        assert str(problem) == f"{SHOWN}:{problem.line}:{problem.column}: {problem.message}"
    return [str(problem).removeprefix(f"{SHOWN}:") for problem in caught.value.problems]


def assert_well_said(paths: Sequence[Path], may_begin_with: str = "`'") -> None:
    """Make sure that every message is one lower-case line with advice, in words of ours."""
    for path in paths:
        for line in expected(path):
            message = line.partition(" ")[2]
            assert message == message.strip()
            assert message[0].islower() or message[0] in may_begin_with, line
            assert not message.endswith("."), line
            assert any(sign in message for sign in ("; ", "did you mean", "use one of")), line
            assert not any(word in message for word in ("Input should", "pydantic", "validation", "Error(")), line


def assert_distinct(paths: Sequence[Path], at_least: int) -> None:
    """Make sure that there are many files, that each expects something, and no two the same."""
    assert len(paths) >= at_least
    seen: dict[tuple[str, ...], str] = {}
    for path in paths:
        lines = tuple(expected(path))
        assert lines, path.name
        assert lines not in seen, f"{path.name} expects the same as {seen.get(lines)}"
        seen[lines] = path.name
