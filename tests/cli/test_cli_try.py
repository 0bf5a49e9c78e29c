"""`learn try`: the failing call in a file, at a Python prompt and in the debugger."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT
from workplace import Ran, Workplace

WRONG_SCALE = (
    "FACTOR = 2\n\n\ndef scale(logits, temperature):\n    product = logits * temperature\n    return product\n"
)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course with a wrong file."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    place.write("exercises/small/scale.py", WRONG_SCALE)
    return place


def tried(workspace: Workplace, typed: str, *arguments: str) -> Ran:
    """Run `learn try` with lines from a pipe."""
    ran = subprocess.run(
        [sys.executable, "-m", "grader", "try", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env={**workspace.environment, "PATH": ""},
        cwd=workspace.folder,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.mark.slow
def test_the_call_is_in_a_file_and_its_arguments_are_bound(workspace: Workplace) -> None:
    ran = tried(workspace, "logits, temperature\nFACTOR\nscale(logits, 1.0)\n", "scale")
    assert (ran.code, ran.out) == (
        0,
        "Divide by the temperature: “the worked example” fails with this call:\n"
        "    scale(np.array([1.0, 2.0, 4.0]), 2)\n"
        "It is in .learn/try_call.py, to be changed and run again. Ctrl-D ends the prompt.\n"
        "array([2., 4., 8.])\n(array([1., 2., 4.]), 2)\n2\narray([1., 2., 4.])\n",
    )
    script = workspace.folder / ".learn/try_call.py"
    workspace.write("exercises/small/scale.py", WRONG_SCALE.replace("*", "/"))
    again = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert again.stdout == "array([0.5, 1. , 2. ])\n"


@pytest.mark.slow
def test_the_debugger_stops_in_the_first_line_of_the_function(workspace: Workplace) -> None:
    out = tried(workspace, "n\np product\nc\n", "scale", "--pdb").out
    assert "scale.py(5)scale()\n-> product = logits * temperature\n(Pdb) " in out
    assert out.endswith("(Pdb) array([2., 4., 8.])\n(Pdb) array([2., 4., 8.])\n")


@pytest.mark.parametrize("source", ["def scale(:\n", ""], ids=["syntax", "empty"])
@pytest.mark.slow
def test_a_file_that_cannot_be_loaded_is_one_sentence(workspace: Workplace, source: str) -> None:
    workspace.write("exercises/small/scale.py", source)
    ran = tried(workspace, "1\n", "scale")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert ran.err.startswith("learn: there is nothing to try yet: ")


@pytest.mark.slow
def test_models_caches_and_steps_of_the_course_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=ROOT)
    source = (
        "import numpy as np\n\n\ndef forward(model, tokens, kv):\n    return np.zeros((len(tokens), kv.length + 1))\n"
    )
    place.write("exercises/cache/cached_forward.py", source)
    out = tried(place, "cache.length\nlen(params) > 2\n", "cached_forward").out
    assert out.endswith("array([[0.]])\n0\nTrue\n")
    place.write("exercises/cache/kv_cache.py", (ROOT / "solutions/cache/kv_cache.py").read_text("utf-8"))
    assert tried(place, "", "kv_cache").code == 0
