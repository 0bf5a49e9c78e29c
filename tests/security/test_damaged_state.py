"""State files damaged at random, and every command that reads them: no traceback, and nothing lost that was whole.

Each damage is drawn from its number alone, so that a failure can be tried again by its number.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from class_cases import CLASS, store
from workplace import Workplace

SAMPLE, ALL, BATCH = 60, 10_000, 500
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 10**30, 1e308, float("inf"), float("nan"), "", "x" * 5_000, "\ud800", "\0", "../../x", "[31m",
    [], {}, [[]], [None], {"": {}}, {"a": 1}, "small/total", "2026-11-20T10:00:00", "9999-12-31T23:59:59+00:00",
)  # fmt: skip
WRITERS = ("hint", "show", "next", "init", "reset", "check")
"""Commands that save progress, and its copy."""
READERS = {
    ".learn/progress.json": (
        "status",
        "list",
        "next",
        "hint scale",
        "show",
        "solution scale",
        "print cards --from-mistakes",
        "update",
        "reset scale",
    ),
    ".learn/workspace.json": ("status", "list", "update", "init .", "show total", "doctor"),
    ".learn/quiz.json": ("quiz --list", "quiz --list --seed 3", "print cards --from-mistakes"),
    "out/results/work.json": ("report out", "report out --out r.csv --force"),
    "out/seconds/work.json": ("report out",),
    "out/run.json": ("report out",),
}
"""The commands that read each file."""
SLOW = {
    ".learn/progress.json": ("check total", "generate Once --mine", "finish", "tokenize Once --score --mine"),
    ".learn/workspace.json": ("check total",),
    "out/run.json": ("grade . --exercise total --out out --confine none",),
    "out/results/work.json": ("grade . --exercise total --out out --confine none",),
}
"""Commands that take a second: one damage in fifty."""


def spoiled_bytes(content: bytes, draw: random.Random) -> bytes:
    """Return content with bytes changed, cut out, doubled or put in."""
    start = draw.randrange(len(content) + 1)
    end = min(len(content), start + draw.choice((1, 5, 200, 100_000)))
    middle = draw.choice((b"", draw.randbytes(3), content[start:end] * 2, b"\0" * 100, b"[" * 9_000, b'"', b"\xff\xfe"))
    return content[:start] + middle + content[end:]


def spoiled_value(value: Any, draw: random.Random) -> Any:
    """Return a JSON value in which one value at any depth is another, or a key is."""
    if not isinstance(value, dict | list) or not value or draw.random() < 0.15:
        return draw.choice(ODD)
    if isinstance(value, list):
        place = draw.randrange(len(value))
        return [*value[:place], spoiled_value(value[place], draw), *value[place + 1 :]]
    key = draw.choice(list(value))
    kind = draw.random()
    if kind < 0.15:
        return {name: each for name, each in value.items() if name != key}
    if kind < 0.3:
        return {str(draw.choice(ODD)) if name == key else name: each for name, each in value.items()}
    return {**value, key: spoiled_value(value[key], draw)}


def spoiled(content: bytes, draw: random.Random) -> bytes:
    """Return a state file's content, damaged."""
    try:
        data = json.loads(content)
    except ValueError:
        return spoiled_bytes(content, draw)
    return spoiled_bytes(content, draw) if draw.random() < 0.5 else json.dumps(spoiled_value(data, draw)).encode()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the shipped course with state of every kind."""
    folder = tmp_path / "work"
    folder.mkdir()
    made = Workplace(folder, monkeypatch, capsys, course=None)
    monkeypatch.setenv("LEARN_COURSE", "")
    if cache := os.environ.get("DAMAGE_CACHE"):
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
    assert made.learn("init", ".", "--no-editor").code == 0
    for command in ("hint temperature_rescaling", "hint softmax_by_hand", "show softmax_by_hand"):
        assert made.learn(*command.split()).code == 0
    score = {"round": 1, "passes": 0, "scores": {"one-turn": [1, 1]}}
    made.write(
        ".learn/quiz.json", json.dumps({"schema": "learn/quiz/v1", "seed": "a", "sittings": {"overview": score}})
    )
    store(folder / "out", {"work": CLASS["ada"], "other": CLASS["ada"]})
    (folder / "out/results/0.json").rename(folder / "out/results/work.json")
    (folder / "out/seconds").mkdir()
    made.write("out/seconds/work.json", json.dumps({"scores/softmax_by_hand": 1.5}))
    made.write("out/run.json", json.dumps({"seed": 7, "students": ["work", "other"]}))
    return made


def _names(name: str) -> str:
    return name.replace("scale", "temperature_rescaling").replace("total", "softmax_by_hand")


def check_damages(place: Workplace, numbers: range) -> None:
    """Damage a state file for each number, run a command that reads it, and look at what is left."""
    state = place.folder / ".learn"
    whole = {path: path.read_bytes() for path in place.folder.rglob("*") if path.is_file() and path.suffix != ".lock"}
    for number in numbers:
        draw = random.Random(number)
        name = draw.choice(list(READERS))
        command = draw.choice(READERS[name] if draw.random() < 0.98 else SLOW.get(name, READERS[name]))
        path = place.folder / name
        damaged = spoiled(whole[path], draw)
        path.write_bytes(damaged)
        ran = place.learn(*_names(command).split())
        assert ran.code in (0, 1, 2, 3), (number, command, damaged[:300], ran)
        assert "Traceback" not in ran.err, (number, command, damaged[:300], ran)
        left = {path: path.read_bytes() for path in place.folder.rglob("*") if path.is_file()}
        was_read = path in left and (damaged == left[path] or not list(state.glob("*.damaged-*")))
        assert was_read or damaged in left.values(), (number, command, damaged[:300])
        for other, content in whole.items():
            is_others = "out" in other.parts and other != path and not command.startswith("grade")
            if other.suffix == ".py" or is_others or other == path.with_name(path.name + ".bak"):
                assert left[other] == content or command.startswith(WRITERS), (number, other)
        for other in left.keys() - whole.keys():
            other.unlink()
        for other, content in whole.items():
            if left.get(other) != content:
                other.write_bytes(content)


@pytest.mark.slow
@pytest.mark.parametrize("table", [READERS, SLOW], ids=["quick", "slow"])
def test_the_commands_read_whole_state(place: Workplace, table: dict[str, tuple[str, ...]]) -> None:
    """A command that was renamed would refuse every damage as a wrong usage."""
    for command in sorted({command for commands in table.values() for command in commands}):
        ran = place.learn(*_names(command).split())
        assert ran.code in (0, 1), (command, ran)
        assert "damaged" not in ran.err, (command, ran)


@pytest.mark.slow
def test_damaged_state_costs_nothing_that_was_whole(place: Workplace) -> None:
    check_damages(place, range(SAMPLE))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, ALL, BATCH))
def test_ten_thousand_damages(place: Workplace, first: int) -> None:
    check_damages(place, range(first, first + BATCH))
