"""The prompt's trusted side: in an interpreter of its own, as on platforms without fork, and with forged messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from places import DATA
from sizes import first_always

from grader.course import find
from grader.course.course import Course
from grader.grading.submission.folder import Submission
from grader.learner.watch.try_call import TryError, find_call, serve_prompt
from grader.sandbox.launcher import SubprocessLauncher

FORGE = (
    "import gc, json; [each for each in gc.get_objects() if type(each).__name__ == 'Connection'][0]"
    ".send(json.loads('''{}'''))"
)
WRONG = "def scale(logits, temperature):\n    return logits * temperature\n"


class Script:
    """Lines to be typed, and what was printed; a line that begins with Tab asks for completions instead."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.printed = ""

    def write(self, text: str) -> None:
        """Keep what was printed."""
        self.printed += text

    def read(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line."""
        line = next(self._lines, None)
        while line is not None and line.startswith("\t"):
            self.printed += f"{complete(line[1:])}\n"
            line = next(self._lines, None)
        if line == "^C":
            raise KeyboardInterrupt
        return line


def conversation(folder: Path, source: str, *lines: str) -> str:
    """Return what is printed when lines are typed, in an interpreter of its own."""
    path = folder / "exercises/small/scale.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")
    script, submission = Script(*lines), Submission(folder)
    with closing(SubprocessLauncher()) as launcher:
        tried = find_call(Course(find(DATA / "course")), "small/scale", submission, launcher)
        serve_prompt(tried, submission, launcher, script)
    return script.printed


@pytest.mark.slow
def test_a_prompt_runs_in_an_interpreter_of_its_own(tmp_path: Path) -> None:
    assert conversation(tmp_path, WRONG, "call()", "\ttemp", "^C", "temperature") == (
        "array([2., 4., 8.])\n['temperature']\n\nKeyboardInterrupt\n2\n"
    )


@pytest.mark.slow
def test_a_statement_cannot_print_without_end(tmp_path: Path) -> None:
    printed = conversation(tmp_path, WRONG, "while True: print('x' * 1000)", "", "'still here'")
    assert len(printed) < 210_000
    assert printed.splitlines()[-2:] == [
        "child.printed.OutputLimitError: more than 200000 characters printed",
        "'still here'",
    ]


@pytest.mark.slow
def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    assert conversation(tmp_path, WRONG, r"print('\x1b[31m', '\r', 'ü')") == "\\x1b[31m \\r ü\n"


@pytest.mark.parametrize(
    "forged",
    first_always(
        [
            '{"op": "other"}',
            '{"op": "printed", "text": 3}',
            "[]",
        ]
    ),
)
@pytest.mark.slow
def test_a_forged_message_ends_the_prompt(tmp_path: Path, forged: str) -> None:
    statement = FORGE.format(forged)
    with pytest.raises(TryError):
        conversation(tmp_path, WRONG, statement)


@pytest.mark.slow
def test_a_forged_question_is_refused(tmp_path: Path) -> None:
    question = '{"op": "ask", "of": 7, "use": "call", "name": "", "args": []}'
    assert "KeyError" in conversation(tmp_path, WRONG, FORGE.format(question), "1")  # the reply is no line
