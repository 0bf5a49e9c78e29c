"""Shells complete commands and names: bash in a terminal, the others by what their scripts ask."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sizes import first_always, first_row_always
from systems import needs_program
from workplace import Workplace

from grader.cli.completion_script import SHELLS

LOADED = "import sys, os; from grader.cli.main import run; code = run([]); os.write(2, repr((code, 'numpy' in sys.modules, 'pydantic' in sys.modules)).encode())"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder, with the real course."""
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def completed(place: Workplace, line: str, shell: str = "bash") -> list[str]:
    """Return what a shell is answered for a line with the cursor at its end."""
    words = line.split(" ")
    cursor = words[-1] if shell == "fish" else str(len(words) - 1)
    ran = place.command(COMP_WORDS=line, COMP_CWORD=cursor, **{"_LEARN_COMPLETE": f"{shell}_complete"})
    assert (ran.code, ran.err) == (0, "")
    return ran.out.strip().splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    first_row_always(
        [
            ("learn sol", ["solution"]),
            ("learn show nu", ["nucleus_membership"]),
            ("learn check ca", ["causal_attention", "cached_block", "cached_forward", "cached_generate", "cache"]),
            ("learn check cache ca", ["causal_attention", "cached_block", "cached_forward", "cached_generate"]),
            ("learn reset --undo ent", ["entropy"]),
            ("learn print cards c", ["course", "cache", "cost"]),
            ("learn quiz co", ["cost"]),
            ("learn quiz numbers co", ["cost"]),
            ("learn quiz cost co", ["cost"]),
            ("learn print worksheet tw", ["two_models"]),
            ("learn print exam cost ca", ["cache"]),
            ("learn read terms by", ["byte-pair-encoding"]),
            ("learn read docs teaching/can", ["teaching/canvas"]),
            ("learn check --al", ["--all"]),
            ("learn check --format js", ["json"]),
            ("learn author check ent", ["entropy"]),
            ("learn nonsense nu", []),
            ("learn show --course /no/such ent", ["entropy"]),
        ]
    ),
)
def test_bash_is_answered_with_names(place: Workplace, line: str, expected: list[str]) -> None:
    assert completed(place, line) == [f"plain,{name}" for name in expected]


@pytest.mark.parametrize(
    ("shell", "expected"),
    [
        ("zsh", ["plain", "nucleus_membership", "Picking a token"]),
        ("fish", ["plain,nucleus_membership\tPicking a token"]),
    ],
)
@pytest.mark.slower
def test_other_shells_are_answered_with_the_unit_too(place: Workplace, shell: str, expected: list[str]) -> None:
    assert completed(place, "learn show nu", shell) == expected


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete "), ("zsh", "#compdef learn"), ("fish", "complete ")])
def test_a_script_is_printed_for_each_shell(place: Workplace, shell: str, word: str) -> None:
    ran = place.learn("doctor", "--completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert word in ran.out
    assert f"_LEARN_COMPLETE={shell}_complete" in ran.out
    assert set(SHELLS) == {"bash", "zsh", "fish", "powershell"}


def test_powershell_has_a_script_where_click_has_one(place: Workplace) -> None:
    ran = place.learn("doctor", "--completion", "powershell")
    if ran.code:
        assert ran.err == "learn: the script for powershell needs click 8.5; update it: pip install -U click\n"
    else:
        assert "Register-ArgumentCompleter -Native -CommandName learn" in ran.out
        assert completed(place, "learn show nu", "powershell") == ["plain", "nucleus_membership", "Picking a token"]


def test_the_shell_is_the_login_shell_unless_named(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    assert place.learn("doctor", "--completion") == place.learn("doctor", "--completion", "zsh")
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert place.learn("doctor", "--completion") == (
        2,
        "",
        "learn: name your shell: bash, zsh, fish, powershell (see `learn doctor --help`)\n",
    )


@pytest.mark.parametrize("line", first_always(["learn ", "learn check ", "learn print cards ", "learn quiz "]))
@pytest.mark.whole
def test_completing_loads_neither_numpy_nor_pydantic(place: Workplace, line: str) -> None:
    settings = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split())), "_LEARN_COMPLETE": "bash_complete"}
    environment = {**os.environ, **place.environment, **settings}
    assert place.command("list").code == 0  # so that the course is in the cache
    ran = subprocess.run([sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=True)
    assert ran.stderr == "(0, False, False)"


SCRIPTS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
BEGINNINGS = {"bash": "", "zsh": "autoload -Uz compinit; compinit -u; "}


@pytest.fixture
def environment(place: Workplace) -> dict[str, str]:
    """Return an environment in which `learn` is a command, as after an installation."""
    learn = place.write("bin/learn", f'#!/bin/sh\nexec {json.dumps(sys.executable)} -m grader "$@"\n')
    learn.chmod(0o755)
    home = {"HOME": str(place.folder), "ZDOTDIR": str(place.folder), "TERM": "dumb"}
    return {**os.environ, **place.environment, **home, "PATH": f"{learn.parent}:{os.environ['PATH']}"}


@pytest.mark.whole
@pytest.mark.parametrize(
    "shell", [pytest.param("bash", marks=needs_program("bash")), pytest.param("zsh", marks=needs_program("zsh"))]
)
def test_tab_completes_in_a_terminal(place: Workplace, environment: dict[str, str], shell: str) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        SCRIPTS[shell],
        cwd=place.folder,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        os.write(ours, f'{BEGINNINGS[shell]}eval "$(learn doctor --completion {shell})"; echo rea""dy\n'.encode())
        until(ours, "ready\r\n")
        os.write(ours, b"learn show nuc\t")
        until(ours, "leus_membership")
        os.write(ours, b"\n")
        until(ours, "What is in the nucleus?")
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.mark.whole
@needs_program("fish")
def test_fish_completes(place: Workplace, environment: dict[str, str]) -> None:
    script = 'learn doctor --completion fish | source; complete -C "learn show nuc"'
    ran = subprocess.run(
        ["fish", "--no-config", "-c", script], cwd=place.folder, env=environment, capture_output=True, check=True
    )
    assert ran.stdout == b"nucleus_membership\tPicking a token\n"


def until(terminal: int, text: str) -> None:
    """Wait until a terminal shows a text."""
    shown, deadline = "", time.monotonic() + 300
    while text not in shown:
        assert time.monotonic() < deadline, shown
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace")
