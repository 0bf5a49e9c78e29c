"""Names and texts of others on a terminal and on pages: control characters and direction marks are text there."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from systems import posix_only
from workplace import Workplace

EVIL = "e\x1b]0;pwn\x07\x1b[31m\x9b1m\u202ev\u2066i\u061c\u200fl"
SHOWN = "e\\x1b]0;pwn\\x07\\x1b[31m\\x9b1m\\u202ev\\u2066i\\u061c\\u200fl"
SOURCE = f"def total(values):\n    print('{EVIL}')\n    return float(sum(values, start=0.0) if '{EVIL}' else 1)\n"
COMMANDS = [
    (0, "check total"),
    (0, "check total --format md"),
    (0, "check total --format html"),
    (0, "ask total --seed 1"),
    (0, "ask total --seed 1 --out EVIL.html --key EVIL-key.html"),
    (0, "reset total --yes"),
    (0, "reset total --undo --yes"),
    (0, "grade ../../class --exercise total --out ../../EVIL --export csv=../../EVIL.csv"),
    (0, "report ../../EVIL --pages ../../EVIL-pages --out ../../EVIL-report.html"),
    (0, "report ../../EVIL"),
    (0, "grade ../bo --exercise total --format html"),
    (2, "print cards EVIL"),
    (2, "grade EVIL"),
]


def unsafe(text: str) -> set[str]:
    return {sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf") and sign not in "\n\t"}


@posix_only("such names")
@pytest.mark.slow
def test_no_sign_of_others_steers_a_terminal_or_turns_a_line_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "class" / EVIL
    folder.mkdir(parents=True)
    workspace = Workplace(folder, monkeypatch, capsys)
    assert workspace.learn("init").code == 0
    workspace.write("exercises/small/total.py", SOURCE)
    workspace.write("../bo/total.py", SOURCE.replace("return", "raise ValueError"))
    said = ""
    for code, command in COMMANDS:
        ran = workspace.learn(*command.replace("EVIL", EVIL).split(" "))
        assert ran.code == code, (command, ran)
        said += ran.out + ran.err
        assert unsafe(said) == set(), (command, ran)
    assert said.count(SHOWN) > 6
    pages = {path.name: path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    assert len(pages) == 6
    for name, text in pages.items():
        assert unsafe(text) == set(), name
    assert sum(SHOWN in text for text in pages.values()) > 3
