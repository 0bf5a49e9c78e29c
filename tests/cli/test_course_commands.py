"""Commands that a course brings: loaded for the installed course and one that is named, and for no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import DATA
from workplace import Workplace

from grader.authoring.validate_content import inspect_beside
from grader.course import find
from grader.course.course import Course
from grader.learner.course import record_named

COMMANDS = '''"""Commands of a course."""

import click


@click.group()
def commands() -> None:
    """Hold them."""


@commands.command()
@click.argument("name")
@click.option("--loud", is_flag=True)
def greet(name: str, loud: bool) -> None:
    """Greet NAME."""
    click.echo(f"Hello {name}{'!' if loud else ''}")
'''
SENTENCES = "commands:\n  greet: Greet NAME.\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Return a course with a command."""
    folder = tmp_path / "a course"
    shutil.copytree(DATA / "course", folder)
    (folder / "solutions/commands.py").write_text(COMMANDS, "utf-8")
    table = folder / "exercises/course.yaml"
    table.write_text(table.read_text("utf-8") + SENTENCES, "utf-8")
    return folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the installed course is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    (tmp_path / "work").mkdir()
    made = Workplace(tmp_path / "work", monkeypatch, capsys, course=None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return made


def test_a_course_that_is_named_brings_its_command(
    place: Workplace, course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in (["--course", str(course), "Mia"], ["Mia", f"--course={course}"]):
        assert place.learn("greet", *arguments) == (0, "Hello Mia\n", "")
    assert place.learn("greet", "--course", str(course), "--loud", "--", "--course") == (0, "Hello --course!\n", "")
    assert "Greet NAME." in place.learn("greet", "--help", "--course", str(course)).out
    assert place.learn("greet", "Mia").err.startswith("learn: there is no command 'greet'; ")
    monkeypatch.setenv("LEARN_COURSE", str(course))
    assert place.learn("greet", "Mia").out == "Hello Mia\n"
    help_text = place.learn("--help").out
    assert "From this course:\n  greet  Greet NAME.\n" in help_text
    assert "generate" not in help_text
    assert place.learn("greeet").err == "learn: there is no command 'greeet'; did you mean `learn greet`?\n"


def test_a_course_that_a_workspace_names_is_not_loaded(place: Workplace, course: Path) -> None:
    record_named(find(course))
    assert place.learn("init", "mine", "--course", str(course)).code == 0
    (course / "solutions/commands.py").write_text("raise ValueError('code of the course has run')\n", "utf-8")
    place._patch.chdir(place.folder / "mine")
    assert place.learn("list").code == 0
    for name in ("greet", "--help", "generate"):
        ran = place.learn(name, *([] if name == "--help" else ["Mia"]))
        assert "has run" not in ran.err
        assert "greet  " not in ran.out
    ran = place.learn("greet", "Mia")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: `learn greet` would run code of the course in ")
    assert ran.err.endswith("; if you trust it, add --course '../../a course'\n")
    assert "has run" in place.learn("greet", "Mia", "--course", "../../a course").err


BROKEN = {
    "raises": ("1 / 0\n", "commands.py:1:1: cannot be loaded: ZeroDivisionError: division by zero; correct the file"),
    "is no Python": ("def\n", "commands.py:1:4: cannot be loaded: SyntaxError: invalid syntax"),
    "has no group": ("commands = 1\n", "commands.py: defines no `commands`; define a click group of that name"),
    "lacks it": (COMMANDS.replace("def greet", "def other"), "commands.py: defines no command 'greet', which course.yaml lists"),
}  # fmt: skip


@pytest.mark.parametrize("how", BROKEN)
def test_commands_that_cannot_be_loaded_are_one_sentence_and_all_others_work(
    place: Workplace, course: Path, how: str
) -> None:
    text, words = BROKEN[how]
    (course / "solutions/commands.py").write_text(text, "utf-8")
    ran = place.learn("greet", "Mia", "--course", str(course))
    assert (ran.code, ran.out, ran.err.count("\n"), words in ran.err) == (3, "", 1, True)
    assert place.learn("list", "--course", str(course)).code == 0
    assert place.learn("show", "total", "--course", str(course)).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--course"], "Option '--course' requires an argument."),
        (["--course", "absent"], "absent: no exercises/course.yaml there"),
        (["Mia", "--quiet", "--course", "{}"], "No such option '--quiet'."),
    ],
)
def test_wrong_usage_is_one_sentence(place: Workplace, course: Path, arguments: list[str], words: str) -> None:
    ran = place.learn("greet", *(argument.format(course) for argument in arguments))
    assert (ran.out, ran.err.count("\n"), ran.err.startswith(f"learn: {words}")) == ("", 1, True)
    assert ran.code == (3 if "absent" in arguments else 2)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("Greet NAME.", "Say hello.", "`commands` has greet: 'Say hello.', and the command says 'Greet NAME.'"),
        ("  greet: Greet NAME.\n", "  other: Greet NAME.\n", "`commands` has other: 'Greet NAME.', and the command says 'nothing'"),
    ],
)  # fmt: skip
def test_the_gate_compares_the_sentences_with_the_commands(course: Path, before: str, after: str, words: str) -> None:
    assert inspect_beside(Course(find(course))).problems == []
    table = course / "exercises/course.yaml"
    table.write_text(table.read_text("utf-8").replace(before, after), "utf-8")
    assert any(words in problem for problem in inspect_beside(Course(find(course))).problems)
