"""The command line: what every command says, where it says it, and with which exit code it ends."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
import pytest
from sizes import first_always
from systems import linux_only
from workplace import TINY, Workplace

from grader import __version__
from grader.cli import main
from grader.cli.exports import for_learners
from grader.cli.main import learn

COMMANDS = [
    *main.COMMANDS,
    "author check",
    "author site",
    "print cards",
    "print cheatsheet",
    "print worksheet",
    "author new",
    "author mutate",
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder."""
    return Workplace(tmp_path, monkeypatch, capsys)


@pytest.fixture
def workspace(place: Workplace) -> Workplace:
    """Return a workspace of the tiny course."""
    assert place.learn("init").code == 0
    return place


# --- help and usage ---------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_fits_80_columns(
    place: Workplace, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LEARN_COURSE")
    ran = place.learn(*command.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: learn {command} ")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.endswith("Show this message and exit.\n") or "\nCommands:\n" in ran.out


@pytest.mark.parametrize("group", ["", "author", "print"])
def test_no_sentence_in_a_list_of_commands_is_cut(place: Workplace, group: str) -> None:
    assert "..." not in place.learn(*group.split(), "--help").out.partition("Options:")[2]


@pytest.mark.parametrize(("name", "sentence"), main.COMMANDS.items())
def test_the_list_of_commands_has_the_first_sentence_of_their_help(name: str, sentence: str) -> None:
    command = learn.get_command(click.Context(learn), name)
    assert command is not None
    assert command.help is not None
    assert " ".join(command.help.split()).startswith(sentence)


def listed(place: Workplace) -> list[str]:
    """Return the commands that `learn --help` lists."""
    return re.findall(r"^  ([a-z]+) ", place.learn("--help").out.partition("Every day:")[2], re.MULTILINE)


def test_the_help_begins_with_the_courses_title_and_lists_its_commands(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything, of_the_course = [*main.COMMANDS], ["generate", "tokenize", "compare", "serve", "model"]
    assert place.learn("--help").out.splitlines()[2] == "  A tiny course"
    assert listed(place) == everything
    monkeypatch.delenv("LEARN_COURSE")
    about = "  Write the code that turns a language model's scores into text."
    assert place.learn("--help").out.splitlines()[2:4] == ["  Token by Token", about]
    assert listed(place) == everything + of_the_course
    monkeypatch.setenv("LEARN_COURSE", "no such course")
    assert listed(place) == everything + of_the_course


USAGE = [
    (["chekc"], "there is no command 'chekc'; did you mean `learn check`?"),
    (["qqq"], "there is no command 'qqq'; `learn --help` shows them all"),
    (["check", "totl"], "there is no exercise 'totl'; did you mean total?"),
    (["hint", ""], "there is no exercise ''; `learn list` shows them all"),
    (["hint", "small"], "the unit 'small' has 8 exercises; name one of them: total, scale, mask, countdown, counter, "
     "reply, draw, odd"),
    (["check", "--all", "total"], "--all checks every exercise; leave out the names, or --all (see `learn check --help`)"),
    (["check", "--format", "xml"], "Invalid value for '--format': 'xml' is not one of "
     f"{', '.join(map(repr, for_learners()))}. (see `learn check --help`)"),
    (["check", "--in", "no/such"], "Invalid value for '--in': Directory 'no/such' does not exist. (see `learn check --help`)"),
    (["grade", "no/such"], "Invalid value for 'PATH...': Path 'no/such' does not exist. (see `learn grade --help`)"),
    (["hint", "total", "--number", "4"], "Invalid value for '--number': 4 is not in the range 1<=x<=3. "
     "(see `learn hint --help`)"),
    (["author", "new", "small"], "'small' is not an id; write unit/name with small letters, digits and underscores "
     "(see `learn author new --help`)"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), USAGE, ids=[" ".join(arguments) for arguments, _ in USAGE])
def test_wrong_usage_is_one_sentence_on_stderr_and_exit_code_2(
    workspace: Workplace, arguments: list[str], message: str
) -> None:
    assert workspace.learn(*arguments) == (2, "", f"learn: {message}\n")


def test_an_unknown_option_names_the_help(place: Workplace) -> None:
    ran = place.learn("list", "--plian")
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"learn: No such option.*--plian.* \(see `learn list --help`\)\n", ran.err)


@pytest.mark.parametrize("command", ["list", "status", "show total", "check", "init new", "grade .", "author check"])
def test_a_folder_without_a_course_is_exit_code_3(place: Workplace, command: str) -> None:
    (place.folder / "empty").mkdir()
    assert place.learn(*command.split(), "--course", "empty") == (
        3,
        "",
        "learn: empty: no exercises/course.yaml there; give the folder that holds exercises/ and solutions/\n",
    )


@pytest.mark.parametrize("command", first_always(["list", "show only", "check", "grade ."]))
def test_an_exercise_that_is_not_right_is_named_at_its_line_with_exit_code_3(place: Workplace, command: str) -> None:
    place.write(
        "bad/exercises/course.yaml", "id: a\ntitle: A\nversion: 1\nunits: [{id: u, title: U, exercises: [only]}]\n"
    )
    yaml = (TINY / "exercises/small/total.yaml").read_text("utf-8")
    place.write("bad/exercises/u/only.yaml", yaml.replace("objective:", "objektive:"))
    place.write("exercises/u/only.py", "")
    ran = place.learn(*command.split(), "--course", "bad")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines() == [
        "learn: bad/exercises/u/only.yaml:3:1: unknown key `objektive`; did you mean `objective`?",
    ]


# --- init, list, status, show -----------------------------------------------------------------


def test_init_makes_the_stubs_a_readme_and_a_marker_and_says_what_is_next(place: Workplace) -> None:
    assert place.learn("init", "my course") == (
        0,
        "8 files to fill in, in my course/exercises\n"
        "The course takes about 1 hour; that is an estimate.\n\n"
        "Next: cd 'my course' and then learn watch\n",
        "",
    )
    root = place.folder / "my course"
    files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    names = ["countdown", "counter", "draw", "mask", "odd", "reply", "scale", "total"]
    assert files == [
        ".learn/workspace.json",
        "AGENTS.md",
        "README.md",
        *(f"exercises/small/{name}.py" for name in names),
    ]
    record = json.loads((root / ".learn/workspace.json").read_text())
    assert (record["course"], record["version"]) == ("tiny", 1)
    assert "type `learn` in a\nterminal beside it: you read a page" in (root / "README.md").read_text()
    assert "The course takes about 1 hour; that is an estimate." in (root / "README.md").read_text()


def test_init_twice_overwrites_nothing(place: Workplace) -> None:
    place.write("exercises/small/total.py", "mine\n")
    place.write("README.md", "mine, too\n")
    assert place.learn("init").out.splitlines()[:2] == [
        "7 files to fill in, in exercises",
        "1 of yours was there already and is as it was",
    ]
    before = {path: path.read_bytes() for path in place.folder.rglob("*") if path.is_file()}
    assert place.learn("init") == (
        0,
        "0 files to fill in, in exercises\n8 of yours were there already and are as they were\n\nNext: learn show total\n",
        "",
    )
    assert {path: path.read_bytes() for path in place.folder.rglob("*") if path.is_file()} == before
    assert (place.folder / "exercises/small/total.py").read_text() == "mine\n"


def test_list_shows_units_points_and_what_has_passed(workspace: Workplace) -> None:
    workspace.solve("total")
    assert workspace.learn("check", "total").code == 0
    lines = workspace.learn("list").out.splitlines()
    assert lines[:4] == [
        "1  Small things",
        "  total      Add numbers up                            passed",
        "  scale      Divide by the temperature                 ●○○ 5–10 min    7 points",
        "  mask       Who may look at whom                      ●○○ 5–10 min    1 point",
    ]
    assert lines[9:] == ["", "Difficulty and minutes are estimates, from the length of task and solution."]


def test_without_a_command_status_is_shown(workspace: Workplace) -> None:
    assert (
        workspace.learn()
        == workspace.learn("status")
        == (
            0,
            "A tiny course: 0 of 8 exercises passed\n\n  Small things                             0 of 8\n\nNext: learn show total\n",
            "",
        )
    )


def test_status_names_the_next_exercise_or_the_one_that_failed(workspace: Workplace) -> None:
    workspace.solve("total")
    workspace.write("exercises/small/scale.py", "def scale(logits, temperature):\n    return logits\n")
    workspace.learn("check", "total", "scale")
    assert workspace.learn("status").out.splitlines() == [
        "A tiny course: 1 of 8 exercises passed",
        "",
        "  Small things                             1 of 8",
        "",
        "Next: learn check scale",
    ]


def test_commands_find_the_workspace_from_a_folder_within_it(
    workspace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace.folder / "exercises/small")
    assert workspace.learn("show", "total").out.splitlines()[-2:] == ["Write it in total.py", "Then: learn check total"]
    assert workspace.learn("check", "total.py").out.startswith("Add numbers up: 0 of 2 points\n")


def test_show_gives_the_task_the_signature_the_checks_and_the_file(workspace: Workplace) -> None:
    assert workspace.learn("show", "total") == (
        0,
        "# Add numbers up\n\nReturn the sum of the values as a number; the sum of none is 0.\n\n\n"
        "```python\ntotal(values: Array[V]) -> float\n```\n\n"
        "`Array[V]` is an array of floats with the shape `(V,)`; `...` stands for any axes, or none.\n\nChecks: 1, points: 2.\n\n"
        "Difficulty 1 of 3, about 5 to 10 minutes, as we estimate.\n"
        "Write it in exercises/small/total.py\nThen: learn check total\n",
        "",
    )


# --- the current exercise -----------------------------------------------------------------------


@pytest.mark.slow
def test_without_a_name_commands_take_the_exercise_last_worked_on_and_then_the_next(workspace: Workplace) -> None:
    assert workspace.learn("show").out.startswith("# Add numbers up\n")
    assert workspace.learn("show", "scale").code == 0
    assert workspace.learn("hint").out.endswith("Next: learn check scale\n")
    assert workspace.learn("check").out.startswith("Divide by the temperature: 0 of 7 points\n")
    workspace.solve("total", "scale")
    assert workspace.learn("check").out.endswith("Next: learn solution scale, to compare; then learn next\n")
    assert workspace.learn("show").out.startswith("# Who may look at whom\n")
    assert workspace.learn().out.endswith("Next: learn show mask\n")


# --- hint and solution ------------------------------------------------------------------------


def test_hints_count_up_and_the_last_one_stays(workspace: Workplace) -> None:
    shown = [workspace.learn("hint", "total").out for _ in range(4)]
    assert shown == [
        "Hint 1 of 3: Think.\n\nNext: learn check total\n",
        "Hint 2 of 3: Think again.\n\nNext: learn check total\n",
        *["Hint 3 of 3: Write what the task says.\n\nNext: learn check total\n"] * 2,
    ]


def test_the_solution_is_shown_after_passing_only(workspace: Workplace) -> None:
    assert workspace.learn("solution", "total") == (
        1,
        "The solution is shown when your own has passed.\n\nNext: learn check total\n",
        "",
    )
    workspace.solve("total")
    assert workspace.learn("check", "total").out.endswith(
        "\n\nNext: learn solution total, to compare; then learn next\n"
    )
    assert workspace.learn("solution", "total") == (
        0,
        (TINY / "solutions/small/total.py").read_text("utf-8"),
        "",
    )


@pytest.mark.parametrize("command", ["hint total", "solution total", "check"])
def test_a_folder_without_exercises_is_exit_code_3(place: Workplace, command: str) -> None:
    assert place.learn(*command.split()) == (
        3,
        "",
        f"learn: no exercises in {place.folder}; make a folder with `learn init my-course` and go there\n",
    )


# --- doctor -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_doctor_tries_a_function_and_names_what_is_installed(workspace: Workplace) -> None:
    ran = workspace.learn("doctor")
    rows = dict(re.findall(r"^(\S+(?: \S+)*) {2,}(.*)$", ran.out, re.MULTILINE))
    assert (ran.code, ran.err) == (0, "")
    assert rows["token-by-token"] == __version__
    assert rows["course"] == "tiny version 1, 8 exercises"
    assert rows["workspace"] == str(workspace.folder)
    assert rows["trial"] == "a function was called in a process of its own"


@pytest.mark.slow
@linux_only("bubblewrap")
def test_the_doctor_says_what_is_wrong_instead_of_ending(workspace: Workplace) -> None:
    away = workspace.write("away/bwrap", "#!/bin/sh\ncase $* in *boot.py*) exit 1;; esac\n")  # not what it seems to be
    away.chmod(0o755)
    ran = workspace.command("doctor", PATH=f"away:{os.environ['PATH']}")
    rows = dict(re.findall(r"^(\S+(?: \S+)*) {2,}(.*)$", ran.out, re.MULTILINE))
    assert (ran.code, ran.err) == (4, "")
    assert rows["trial"] in ("the fork server has ended", "a learner's process could not be started")


def test_names_of_files_reach_the_terminal_without_their_escape_codes(workspace: Workplace) -> None:
    ran = workspace.learn("grade", "no\x1b[2Jsuch")
    assert ran.code == 2
    assert "no\\x1b[2Jsuch" in ran.err
    assert "\x1b" not in ran.err
