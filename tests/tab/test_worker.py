"""The Python half of a page's worker, in Pyodide under Node: what learners write is answered, and the next check works."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from named_mistakes import FOLDER, wrong_functions
from node_tab import SAY, NodeTab, TabEndedError
from places import COURSE
from tab_files import engine_files, need_node, runtime_folder
from tab_parity import comparable

from grader.course.fingerprint import content_hash
from grader.course.printed_solution import printed_solution

pytestmark = pytest.mark.external
LOT = random.Random(content_hash(COURSE))
PLAIN = [each for each in COURSE.exercises() if not each.uses and len(each.functions) == 1 and each.by_hand]
EXERCISE = LOT.choice([each for each in PLAIN if each.parsed_signature.function.islower()])
"""Drawn by lot, anew after each change of the course."""
RIGHT = printed_solution(COURSE, EXERCISE.id)
HEAD = f"def {EXERCISE.function}(*args, **kwargs):\n"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeTab]:
    need_node()
    bundle = tmp_path_factory.mktemp("bundle") / "course.zip"
    bundle.write_bytes(engine_files()["course.zip"])
    with NodeTab(runtime_folder(), bundle) as opened:
        yield opened


def check(tab: NodeTab, source: str, method: str = "check", *more: str | None) -> dict[str, Any]:
    return tab.ask(method, EXERCISE.name, source, "{}", *more)


def first_check(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the first check that did not pass."""
    checks: list[dict[str, Any]] = answer["document"]["exercises"][0]["checks"]
    return next(check for check in checks if check["status"] != "pass")


HOSTILE = {
    "a loop": (f"{HEAD}    while True: pass\n", "timeout", "did not finish within"),
    "a loop that catches": (f"{HEAD}    while True:\n        try: pass\n        except: pass\n", "timeout", "did not finish"),
    "a loop of its file": ("while True:\n    pass\n", "timeout", "when it is loaded, did not finish within"),
    "recursion": (f"{HEAD}    return {EXERCISE.function}()\n", "error", "raised RecursionError"),
    "an array of 4 GB": (f"{HEAD}    import numpy as np\n    return np.ones(2**29)\n", "error", "array is too big"),
    "an exit": (f"{HEAD}    import sys\n    sys.exit()\n", "error", "raised SystemExit"),
    "a question": (f"{HEAD}    return input()\n", "error", "nobody answers `input()` here"),
    "a flood of print": (f"{HEAD}    print('x' * 10_000_000)\n", "output", "printed more than 5,000,000 characters"),
    "no Python": (f"{HEAD}    return (\n", "error", "SyntaxError"),
    "a paste with BOM and tabs": (f"\ufeff{HEAD}\tif True:\n        return 1\n", "error", "TabError"),
    "another numpy": (f"import numpy as np\nnp.exp = None\n{HEAD}    return 1\n", "fail", ""),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_code_gets_a_verdict_and_the_next_check_works(tab: NodeTab, what: str) -> None:
    source, status, words = HOSTILE[what]
    answer = check(tab, source)
    assert (first_check(answer)["status"], words in first_check(answer)["message"]) == (status, True)
    if answer["is_modified"]:
        tab.close()
    assert answer["is_modified"] == (what == "another numpy")
    assert check(tab, RIGHT)["document"]["status"] == "pass"


def test_a_call_that_hangs_is_named_in_the_next_worker(tab: NodeTab) -> None:
    source = f"{HEAD}    return None\n"
    whole, numbers = check(tab, source, "check", SAY), [*filter(None, tab.said)]  # empty between two calls
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    call = first_check(whole)["call"]
    # The first number is of the file itself, the second of the first call.
    ended = [first_check(check(tab, source, "end_check", number)) for number in ("2", "1", "")]
    assert [(each["status"], each["call"]) for each in ended] == [
        ("timeout", call),
        ("timeout", None),
        ("timeout", None),
    ]
    later = check(tab, source, "end_check", str(len(numbers) + 1))
    assert comparable(later["document"]) == comparable(whole["document"])


def test_a_named_mistake_is_in_document_and_html(tab: NodeTab) -> None:
    drawn = LOT.choice([one for path in FOLDER.glob("*.py") for one in wrong_functions(path) if len(one.makes) == 1])
    answer = tab.ask("check", drawn.exercise, drawn.source, "{}")
    named = [check["mistake"] for check in answer["document"]["exercises"][0]["checks"] if check["mistake"]]
    assert {mistake["name"] for mistake in named} <= drawn.makes
    assert answer["html"].startswith("<div")
    assert "learn hint" not in answer["html"]


def test_an_unknown_name_and_no_code_are_sentences(tab: NodeTab) -> None:
    assert tab.ask("check", "no_such_exercise", RIGHT)["error"].startswith("there is no exercise 'no_such_exercise'")
    assert check(tab, " \n") == {"error": "there is no code to check; write the function first"}


def test_a_console_has_the_call_and_the_learners_names(tab: NodeTab) -> None:
    code = check(tab, RIGHT, "open_call")["code"]
    assert tab.ask("run_line", code)["output"]
    assert f"function {EXERCISE.function} at" in tab.ask("run_line", EXERCISE.function)["output"]
    assert tab.ask("run_line", "for i in range(2):") == {"output": "", "is_incomplete": True}
    assert tab.ask("run_line", "for i in range(2):\n    print(i)\n1 + 1")["output"] == "0\n1\n2\n"
    assert tab.ask("run_line", "1 / 0")["output"].endswith("ZeroDivisionError: division by zero\n")
    assert "SyntaxError" in tab.ask("run_line", "x =")["output"]


def test_texts_are_those_of_the_course(tab: NodeTab) -> None:
    explained = tab.ask("explain", EXERCISE.name)
    assert explained["solution"] == RIGHT
    assert explained["explanation"].startswith("<p>")
    described = tab.ask("describe", EXERCISE.name)
    assert described["by_hand"].startswith(f"{EXERCISE.function}(")
    assert tab.ask("answer_by_hand", EXERCISE.name, "twelve")["is_right"] is False


def test_a_question_on_ones_own_code_is_drawn_and_judged(tab: NodeTab) -> None:
    for exercise in LOT.sample(PLAIN, len(PLAIN)):
        asked = tab.ask("ask", exercise.name, printed_solution(COURSE, exercise.id), "{}", "1")
        if asked:
            break
    answers = [tab.ask("answer", letter) for letter, _ in asked["options"]]
    assert [letter for (letter, _), answer in zip(asked["options"], answers, strict=True) if answer["is_right"]] == [
        answers[0]["answer"]
    ]


def test_ones_own_functions_write_a_text_token_by_token(tab: NodeTab) -> None:
    files = {each: printed_solution(COURSE, each) for each in COURSE.exercise_ids}
    passed = [each.id for each in COURSE.exercises() if each.place.does]
    assert tab.ask("speaks", json.dumps(passed)) == {"can_run": True}
    assert tab.ask("speaks", "[]") == {"can_run": False}
    arguments = json.dumps({"max_tokens": 8}), json.dumps(files), json.dumps(passed), SAY
    words = tab.ask("generate", "Once upon a time", *arguments)["words"]
    assert words.startswith("Yours: ")
    assert words != "Yours: nothing."
    assert "".join(json.loads(piece)["text"] for piece in tab.said)
    assert "empty" in tab.ask("generate", "", *arguments)["error"]


def test_a_tab_that_hangs_is_ended_and_starts_again(tab: NodeTab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("node_tab.SECONDS", 20.0)
    with pytest.raises(TabEndedError):
        check(tab, f"{HEAD}    return sum(range(10**12))\n")
    monkeypatch.undo()
    assert check(tab, RIGHT)["document"]["status"] == "pass"
