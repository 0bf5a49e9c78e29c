"""The command that installs an extra's packages, as each way of installing this package wants it."""

import sys

import pytest

from grader.files import extras


def test_it_names_the_requirements_and_this_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/venv/bin/python")
    monkeypatch.setattr(extras, "find_spec", lambda name: name == "pip")
    assert extras.install_command("anki") == '/venv/bin/python -m pip install "genanki<0.14,>=0.13.1"'
    monkeypatch.setattr(sys, "executable", "/my venv/bin/python")
    assert extras.install_command("anki") == '"/my venv/bin/python" -m pip install "genanki<0.14,>=0.13.1"'


def test_an_environment_without_pip_is_one_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/tools/token-by-token/bin/python")
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    command = 'uv pip install --python /tools/token-by-token/bin/python "genanki<0.14,>=0.13.1"'
    assert (
        extras.advice("an .apkg file needs", "anki")
        == f"an .apkg file needs more packages; this installs them: {command}"
    )


def test_pipx_injects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/me/.local/share/pipx/venvs/token-by-token")
    assert extras.install_command("anki") == 'pipx inject token-by-token "genanki<0.14,>=0.13.1"'
