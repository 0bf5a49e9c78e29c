"""`prints`: what is printed, and what is read by `input()`."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import raised, returned, setting
from workplace import Workplace

from grader.checks.base import Case
from grader.checks.judgement import Judgement
from grader.checks.prints import Prints
from grader.core.comparison import Tolerance
from grader.core.formatting import call_text
from grader.core.result import Verdict

HERE = setting("greets(word: str) -> None")
CHECK = Prints(
    name="p",
    kind="prints",
    cases=(Case(args={"word": "Hi", "typed": ["Ada", 7]}, expect="Hi Ada \n7\n\n"), Case(args={"word": "Hi"})),
)


def judge(*printed: str) -> Judgement:
    """Judge what was printed; the solution prints 'Hi' both times."""
    got, right = [returned(text) for text in printed], [returned("Hi")] * 2
    return CHECK.judge(HERE, CHECK.calls(HERE), got, right, Tolerance())


def test_the_lines_to_type_are_no_argument_and_spaces_at_ends_do_not_count() -> None:
    calls = CHECK.calls(HERE)
    assert [call.steps[0].typed for call in calls] == [("Ada", "7"), ()]
    assert [call_text(call) for call in calls] == ["greets('Hi')  # typed: 'Ada', '7'", "greets('Hi')"]
    assert CHECK.cases[0].expect == "Hi Ada\n7"
    assert list(CHECK.problems(HERE)) == []


def test_printed_texts_are_compared() -> None:
    assert judge("Hi", "Hi").verdict is Verdict.PASS
    assert (judge("Hi", "Ho").got, judge("Hi", "Ho").expected) == ("'Ho'", "'Hi'")
    silent = judge("Hi", "")
    assert silent.message == "nothing is printed; print the answer, since only the printed text counts here"
    error = CHECK.judge(HERE, CHECK.calls(HERE), [raised(ValueError)] * 2, [returned("Hi")] * 2, Tolerance())
    assert (error.verdict, error.message) == (Verdict.ERROR, "raised ValueError")


def test_lines_and_texts_that_are_none_are_problems() -> None:
    cases = (Case(args={"word": "Hi", "typed": "Ada"}, expect=3), Case(args={}))
    wrong = Prints(name="p", kind="prints", within=-1.0, cases=cases)
    assert list(wrong.problems(HERE)) == [
        (("cases", 0, "typed"), "`typed` is no list; write `typed: [first line, second line]`"),
        (("cases", 0, "expect"), "`expect` is the printed text; put it in quotes"),
        (("within",), "`within` is -1; write 0 or more"),
        (("cases", 1), "the argument `word` is missing; add `word:`"),
    ]


JOINS = """\
def adds_up():
    text, count = "", 0
    for _ in range(9):
        line = input("one more, please: ")
        if not line:
            break
        text += line
        count += 1
    print(count, "numbers,", text or 0, "in all")
"""


def test_a_mistake_in_what_is_printed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    (tmp_path / "exercises").mkdir()
    table = "id: one\ntitle: One\nversion: 1\nunits: [{id: small, title: Small, exercises: [adds_up]}]\n"
    (tmp_path / "exercises/course.yaml").write_text(table, "utf-8")
    assert place.learn("author", "new", "small/adds_up", "--like", "console").code == 0
    (tmp_path / "work").mkdir()
    (tmp_path / "work/adds_up.py").write_text(JOINS, "utf-8")
    ran = place.learn("check", "adds_up", "--in", "work", "--course", ".")
    assert ran.code == 1
    assert "Mistake: The lines are joined, not added." in ran.out
    assert "adds_up()  # typed: '4', '3', '5', ''" in ran.out
    right = JOINS.replace('"", 0', "0, 0").replace("+= line", "+= int(line)").replace("text or 0", "text")
    (tmp_path / "work/adds_up.py").write_text(right, "utf-8")
    assert place.learn("check", "adds_up", "--in", "work", "--course", ".").code == 0
