"""The page about many machines: its sessions are real, and its commands know their options."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from places import ROOT
from workplace import Workplace

from grader.cli.grade import COMMAND as GRADE
from grader.cli.merge import COMMAND as MERGE

PAGE = ROOT / "docs/teaching/many-machines.md"
pytestmark = [pytest.mark.whole, pytest.mark.skipif(not PAGE.is_file(), reason="the page is in the checkout only")]


def test_its_sessions_print_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    shutil.copytree(ROOT / "examples", tmp_path / "class", ignore=shutil.ignore_patterns("README.md", ".learn"))
    blocks = re.findall(r"```console\n\$ learn (.*)\n((?:.*\n)*?)```", PAGE.read_text("utf-8"))
    assert len(blocks) == 3
    anywhere = ["--confine", "none"]  # what is shown is the same
    for command, output in blocks:
        words = shlex.split(command)
        ran = place.learn(*words, *(anywhere if words[0] == "grade" else []))
        assert (ran.code, ran.out, ran.err) == (0, output, "")


def test_every_option_in_its_commands_is_one() -> None:
    text = PAGE.read_text("utf-8").replace("\\\n", " ")
    for command, options in (("grade", GRADE), ("merge", MERGE)):
        known = {name for option in options.params for name in option.opts}
        used = {
            word
            for line in re.findall(rf"learn {command} .*", text)
            for word in re.findall(r"--[a-z-]+", line.partition("`")[0])
        }
        assert used <= known
        assert command != "grade" or {"--shard", "--scheduler", "--tls-ca"} <= used
