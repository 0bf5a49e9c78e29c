"""Hostile files among those that `learn grade --questions` asks about: no key is read or changed, and nothing hangs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from places import ROOT
from workplace import Workplace

from grader.questions.own_code.sheet import load_sheets
from grader.sandbox.confinement import ConfinementMode, prepare

HONEST = ROOT.joinpath("solutions/picking/greedy_pick.py").read_text("utf-8")
COPY = "if __name__.startswith('copy'):\n"
ATTACKS = {
    "hangs": f"{COPY}    while True:\n        pass\n",
    "sleeps": f"import time\n{COPY}    time.sleep(600)\n",
    "ends": f"import os\n{COPY}    os._exit(0)\n",
    "floods": f"{COPY}    for _ in range(10**6):\n        print('x' * 1000)\n",
    "grows": f"{COPY}    kept = [bytearray(1 << 20) for _ in range(10**6)]\n",
    "forges": f"import sys\n{COPY}    sys.stdout.write('{{\"sheet\": null}}\\n')\n    sys.stderr.write('{{}}\\n')\n",
    "reads": "for path in {keys}:\n    try:\n        open(path).read()\n    except OSError:\n        continue\n    raise SystemExit('read')\n",
    "writes": "for path in {keys}:\n    try:\n        open(path, 'a').write(' ')\n    except OSError:\n        continue\n    raise SystemExit('written')\n",
}
"""Code before the function of a file; some of it runs in copies only."""
ONLY = ("--exercise", "greedy_pick", "--seed", "1", "--questions", "sheets.html", "--questions-seed", "mine")

LAYERS = getattr(prepare(ConfinementMode.AUTO, may_wrap=False), "layers", ())


@pytest.mark.whole
@pytest.mark.skipif(
    not {"landlock", "seccomp"} <= set(LAYERS), reason="learners' code cannot be confined strictly on this machine"
)
def test_an_attack_costs_nobody_but_its_author_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    place.write("in/ada/greedy_pick.py", HONEST)
    assert place.learn("grade", "in", "--out", "results", *ONLY).code == 0
    folder = place.folder / "results/questions"
    (first,) = sorted(folder.iterdir())
    before = first.read_bytes()
    place.write("in/zoe/greedy_pick.py", HONEST.replace("a logit is nan", "nan"))
    for name, attack in ATTACKS.items():
        place.write(f"in/{name}/greedy_pick.py", attack.replace("{keys}", repr([str(first), str(folder)])) + HONEST)
    ran = place.learn("grade", "in", "--out", "results", *ONLY)
    assert (ran.code, ran.err) == (0, "")
    assert first.read_bytes() == before
    sheets = {sheet.student: sheet for sheet in load_sheets(folder)}
    assert {"ada", "zoe"} <= sheets.keys()
    assert len(sheets["zoe"].questions) == 3
    for name in ("reads", "writes"):  # these pass as the honest file does, since nothing could be opened
        document = json.loads((place.folder / f"results/results/{name}.json").read_text("utf-8"))
        assert document["status"] == "pass", name
    for student, sheet in sheets.items():
        assert all(question.exercise == "picking/greedy_pick" for question in sheet.questions), student
        assert all(len(option) <= 80 for question in sheet.questions for option in question.options)
