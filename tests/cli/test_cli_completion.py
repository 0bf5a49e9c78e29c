"""Shells complete commands and names with the scripts that click makes for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sizes import first_row_always
from workplace import Workplace

LOADED = "import sys, os; from grader.cli.main import run; code = run([]); os.write(2, repr((code, 'numpy' in sys.modules, 'pydantic' in sys.modules)).encode())"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder, with the real course."""
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


@pytest.mark.parametrize(
    ("line", "expected"),
    first_row_always(
        [
            ("learn check cache ca", ["causal_attention", "cached_block", "cached_forward", "cached_generate"]),
            ("learn sol", ["solution"]),
            ("learn print cards c", ["course", "cache", "cost"]),
            ("learn quiz cost co", ["cost"]),
            ("learn print worksheet tw", ["two_models"]),
            ("learn read te", ["text", "terms"]),
            ("learn check --al", ["--all"]),
            ("learn nonsense nu", []),
            ("learn show --course /no/such ent", ["entropy"]),
        ]
    ),
)
def test_bash_is_answered_with_names(place: Workplace, line: str, expected: list[str]) -> None:
    ran = place.command(COMP_WORDS=line, COMP_CWORD=str(line.count(" ")), _LEARN_COMPLETE="bash_complete")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.strip().splitlines() == [f"plain,{name}" for name in expected]


@pytest.mark.slow
def test_click_prints_the_script_that_the_documentation_names(place: Workplace) -> None:
    assert "_LEARN_COMPLETE=zsh_complete" in place.command(_LEARN_COMPLETE="zsh_source").out


@pytest.mark.slow
def test_completing_loads_neither_numpy_nor_pydantic(place: Workplace) -> None:
    settings = {"COMP_WORDS": "learn check ", "COMP_CWORD": "2", "_LEARN_COMPLETE": "bash_complete"}
    environment = {**os.environ, **place.environment, **settings}
    assert place.command("list").code == 0  # so that the course is in the cache
    ran = subprocess.run([sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=True)
    assert ran.stderr == "(0, False, False)"
