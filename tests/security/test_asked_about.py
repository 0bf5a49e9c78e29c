"""Hostile files among those that `learn grade --questions` asks about: no key is read or changed, and nothing hangs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from places import ROOT
from workplace import Workplace

from grader.questions.own_code.sheet import load_sheets
from grader.sandbox.confinement import ConfinementMode, prepare

HONEST = {
    name: ROOT.joinpath(f"solutions/{unit}/{name}.py").read_text("utf-8")
    for unit, name in (("picking", "greedy_pick"), ("cache", "paged_cache"))
}
"""A function and a class."""
WATCHED = {
    "hangs": "while True: pass",
    "ends": "os._exit(0)",
    "floods": "print('x' * 10**9)",
    "grows": "kept = [bytearray(1 << 20) for _ in range(10**6)]",
    "forges": "sys.stdout.write('{\"sheet\": null}\\n'); sys.stderr.write('{}\\n')",
    "unwatched": "sys.settrace(None)",
}
"""The code that a file runs in the middle of a call when it sees that it is traced."""
ALWAYS = {
    "reads": "for path in {keys}:\n    try:\n        open(path).read()\n    except OSError:\n        continue\n    raise SystemExit('read')\n",
    "writes": "for path in {keys}:\n    try:\n        open(path, 'a').write(' ')\n    except OSError:\n        continue\n    raise SystemExit('written')\n",
}
"""Code before the function or the class."""
OPTIONS = ("--seed", "1", "--questions", "sheets.html", "--questions-seed", "mine")


def hostile(name: str, source: str, keys: list[str]) -> str:
    """Return a file with an attack."""
    if name in ALWAYS:
        return ALWAYS[name].replace("{keys}", repr(keys)) + source
    lines = source.splitlines()
    place = next(place for place, line in enumerate(lines) if line.strip().startswith("if "))
    indent = " " * (len(lines[place]) - len(lines[place].lstrip()))
    inside = [f"{indent}import os, sys", f"{indent}if sys.gettrace():", f"{indent}    {WATCHED[name]}"]
    return "\n".join([*lines[:place], *inside, *lines[place:], ""])


LAYERS = getattr(prepare(ConfinementMode.AUTO, may_wrap=False), "layers", ())


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if number else ()) for number, name in enumerate(HONEST)]
)
@pytest.mark.skipif(
    not {"landlock", "seccomp"} <= set(LAYERS), reason="learners' code cannot be confined strictly on this machine"
)
def test_an_attack_costs_nobody_but_its_author_a_sheet(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place, honest = Workplace(tmp_path, monkeypatch, capsys, course=None), HONEST[name]
    only = ("--exercise", name, *OPTIONS)
    place.write(f"in/ada/{name}.py", honest)
    assert place.learn("grade", "in", "--out", "results", *only).code == 0
    folder = place.folder / "results/questions"
    (first,) = sorted(folder.iterdir())
    before = first.read_bytes()
    place.write(f"in/zoe/{name}.py", honest + "# Zoe\n")
    for attack in (*WATCHED, *ALWAYS):
        place.write(f"in/{attack}/{name}.py", hostile(attack, honest, [str(first), str(folder)]))
    ran = place.learn("grade", "in", "--out", "results", *only)
    assert (ran.code, ran.err) == (0, "")
    assert first.read_bytes() == before
    sheets = {sheet.student: sheet for sheet in load_sheets(folder)}
    assert {"ada", "zoe"} <= sheets.keys()
    assert len(sheets["zoe"].questions) == 3
    for attack in (
        *WATCHED,
        *ALWAYS,
    ):  # all pass as the honest file does: grading traces nothing, and nothing could be opened
        document = json.loads((place.folder / f"results/results/{attack}.json").read_text("utf-8"))
        assert document["status"] == "pass", attack
    for student, sheet in sheets.items():
        assert all(question.exercise.endswith(name) for question in sheet.questions), student
        assert all(len(option) <= 80 for question in sheet.questions for option in question.options)
