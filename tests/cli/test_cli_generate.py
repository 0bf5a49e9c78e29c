"""`learn generate`: text from the tiny model, each step of it, and learners' own functions in it."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from places import COURSE, ROOT
from sizes import first_always
from workplace import Ran, Workplace

COMMANDS: Any = COURSE.solutions.reference("commands").commands
OUTPUT: Any = COURSE.solutions.reference("lab/output")
token_bars: Any = COURSE.solutions.reference("lab/token_bars")

FRANCE = "The capital of France is"
STORY = "Once upon a time"
ARGMAX = "def sample(p, u):\n    return int(p.argmax())\n"
TALK = "User: Hello, I am Lena.\nBot:"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


# --- text -------------------------------------------------------------------------------------

GREEDY = [
    ([FRANCE], " Paris."),
    ([FRANCE, "--draft", "model"], " Paris."),
    (["I think that", "--max-tokens", "4"], " I think that I"),
    (["I think that", "--repetition-penalty", "1.3"], " I think that Mia is happy."),
    ([TALK, "--stop", "\n", "--stop", "help"], " Hello, Lena. How can I "),
    (["This is happy:", "--max-tokens", "2"], " \N{REPLACEMENT CHARACTER}"),
    ([FRANCE, "--min-tokens", "3", "--max-tokens", "3"], " Paris. The"),
    ([FRANCE, "--cache", "paged"], " Paris."),
    (["Hello, I am Lena.", "--chat"], " Hello, Lena. How can I help you?"),
    (["JSON:", "--json"], ' {"name": "Mia", "city": "Paris", "pet": "cat", "age": 7}'),
    (['{"name": "Mia"', "--json"], "}"),
    (["My number is", "--regex", r" \d{3}", "--max-tokens", "8"], " 258"),
]


@pytest.mark.parametrize(("arguments", "text"), GREEDY, ids=[" ".join(arguments) for arguments, _ in GREEDY])
def test_the_text_is_written_and_nothing_else(place: Workplace, arguments: list[str], text: str) -> None:
    ran = place.learn("generate", "--temperature", "0", *arguments)
    assert ran == (0, f"{text}\n", "")


def test_the_same_seed_gives_the_same_text(place: Workplace) -> None:
    first, again, other = (place.learn("generate", STORY, "--seed", seed).out for seed in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.slow
@pytest.mark.parametrize("option", first_always([[], ["--show"]]), ids=["text", "steps"])
def test_a_reader_that_goes_away_is_no_fault(place: Workplace, option: list[str]) -> None:
    process = place.start("generate", "I think that", "--temperature", "0", "--max-tokens", "200", *option)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(5)
    process.stdout.close()
    assert (process.wait(300), process.stderr.read()) == (0, "")
    process.stderr.close()


# --- settings ---------------------------------------------------------------------------------

WRONG = [
    ([""], "the prompt is empty; give the beginning of a text, such as 'Once upon a time'"),
    (["a\udc80"], "the prompt is not valid Unicode text; type it anew"),
    (["a" * 600], "the prompt has 600 tokens, and the model's context holds 512; shorten it"),
    (["a", "--max-tokens", "513"], "the prompt leaves room for 512 more tokens in a context of 512; use --max-tokens 512"),
    (["a", "--max-tokens", "509", "--draft", "model"], "the prompt leaves room for 508 more tokens in a context of 512; "
     "use --max-tokens 508"),
    (["a", "--temperature", "2.5"], "Invalid value for '--temperature': 2.5 is not in the range 0<=x<=2."),
    (["a", "--top-p", "nan"], "Invalid value for '--top-p': nan is no finite number."),
    (["a", *["--stop", "b"] * 5], "--stop takes at most 4 texts, each of 1 to 1,000 characters"),
    (["a", "--min-tokens", "65"], "--min-tokens is 65; give a whole number from 0 to 64, which is --max-tokens"),
    (["a", "--beams", "2", "--seed", "3"], "--beams does not go with --seed; leave out one or the other"),
    (["a", "--price", "1"], "Invalid value for '--price': '1' is not two numbers, 0 or more, such as 0.15,0.6, "
     "and perhaps a whole number"),
    (["a", "--bigram", "absent"], "Invalid value for '--bigram': File 'absent' does not exist."),
    (["a", "--regex", "("], "--regex: character 2 of the pattern: ) is missing here"),
    (["a", "--regex", "a", "--json"], "--regex does not go with --json; leave out one or the other"),
    (["a", "--model", "other"], "there is no model 'other' here; `learn model get smollm2` gets one"),
    (["--draft", "model"], "Missing argument 'PROMPT'."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[" ".join(each)[:40] for each, _ in WRONG])
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(place: Workplace, arguments: list[str], message: str) -> None:
    ran = place.learn("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"learn: {message}")
    assert ran.err.count("\n") == 1


# --- steps ------------------------------------------------------------------------------------

STEPS = """\
  1  " Paris"  drawn, u = .6370  (0.38 bits)
     tokens left: model 704 > T = 0.7 704 > top-k 5 5 > top-p 0.99 2
   > " Paris"        .947 ##################################    .989
     " London"       .040 #                                     .011
     " Rome"         .006                                      out: top-p 0.99
     " L"            .004                                      out: top-p 0.99
     " Berlin"       .002                                      out: top-p 0.99
     699 others      .002                                          0

text           " Paris"
finish reason  length: max-tokens was reached
usage          5 + 1 = 6 tokens, 1 pass of the model
entropy        0.38 bits a token on average
work           5 positions and 15 pairs with the cache, 5 and 15 without
KV cache       5 positions, 20,480 bytes
"""


def test_a_step_shows_what_was_drawn_and_what_each_filter_removed(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = ["--temperature", "0.7", "--top-k", "5", "--top-p", "0.99", "--max-tokens", "1", "--show"]
    monkeypatch.setattr(OUTPUT, "has_bars", lambda: False)
    assert place.learn("generate", FRANCE, *settings) == (0, STEPS, "")


def test_the_documentation_shows_that_step() -> None:
    assert STEPS in (ROOT / "docs/learning/generate.md").read_text("utf-8")


# --- after the text ---------------------------------------------------------------------------


def test_the_cost_comes_after_the_text_and_hidden_tokens_are_billed(place: Workplace) -> None:
    more = ["--temperature", "0", "--price"]
    cost = "cost           0.00000255, 71% of it for the output\n"
    assert place.learn("generate", FRANCE, *more, "0.15,0.6") == (0, f" Paris.\n\n{cost}", "")
    out = place.learn("generate", FRANCE, *more, "0.15,0.6,300").out
    assert "billed         5 + 303 = 308 tokens: 300 hidden, 3 of the answer (stop)\n" in out


def test_the_documentation_names_every_option() -> None:
    page = (ROOT / "docs/learning/generate.md").read_text("utf-8")
    names = {
        option for command in COMMANDS.commands.values() for parameter in command.params for option in parameter.opts
    }
    assert {name for name in names if name.startswith("--") and f"`{name}" not in page} == set()


def test_the_help_has_its_options_in_groups(place: Workplace) -> None:
    out = place.learn("generate", "--help").out
    titles = re.findall(r"^(\w.*):$", out, re.MULTILINE)
    assert titles[:3] == ["Choosing a token", "Scores", "Length and end"]
    assert max(map(len, out.splitlines())) <= 80
    options = [parameter for parameter in COMMANDS.commands["generate"].params if isinstance(parameter, click.Option)]
    assert len(options) <= 22


# --- learners' own functions --------------------------------------------------------------------


@pytest.fixture
def workspace(place: Workplace) -> Workplace:
    """Return a workspace of the course."""
    assert place.learn("init").code == 0
    return place


def solve(workspace: Workplace, **sources: str) -> None:
    """Write learners' files, and note that they have passed."""
    course = {path.stem: path for path in (workspace.folder / "exercises").rglob("*.py")}
    noted = {}
    for name, text in sources.items():
        course[name].write_text(text, "utf-8")
        noted[f"{course[name].parent.name}/{name}"] = {"status": "pass"}
    workspace.write(".learn/progress.json", json.dumps({"exercises": noted}))


def own(workspace: Workplace, *more: str) -> Ran:
    """Generate with one's own functions."""
    return workspace.learn("generate", STORY, "--mine", "--max-tokens", "12", *more)


@pytest.mark.slow
def test_the_last_line_says_which_parts_are_whose(workspace: Workplace) -> None:
    solve(
        workspace, sample_with_u=ARGMAX, nucleus_membership="def nucleus(p, top_p):\n    return list(range(len(p)))\n"
    )
    ran = own(workspace)
    assert (ran.code, ran.out) == (
        0,
        workspace.learn("generate", STORY, "--max-tokens", "12", "--temperature", "0").out,
    )
    assert ran.err.startswith("Yours: sample_with_u, nucleus_membership. The course's: softmax_stable, temperature_")
    assert ran.err.endswith("cached_forward, cached_generate (drives), one_step.\n")


@pytest.mark.slow
def test_a_failure_is_one_sentence_after_the_text(workspace: Workplace) -> None:
    solve(workspace, sample_with_u="def sample(p, u):\n    print('hi\\x1b[1m')\n    raise KeyError('\\x1b[31moops')\n")
    ran = own(workspace)
    assert (ran.code, ran.out) == (1, "\n")
    assert ran.err.splitlines() == [
        "Your functions printed:",
        "hi\\x1b[1m",
        "learn: your sample_with_u.sample failed at step 1, after the token ' time': KeyError: '\\x1b[31moops' "
        "(exercises/picking/sample_with_u.py:3)",
    ]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_ends_it_at_once(workspace: Workplace) -> None:
    endless = "def sample(p, u, calls=[]):\n    calls.append(p)\n    while len(calls) > 3:\n        pass\n    return int(p.argmax())\n"
    solve(workspace, sample_with_u=endless)
    with workspace.start("generate", STORY, "--mine") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(1)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert (process.returncode, rest) == (130, "\nlearn: interrupted\n")


def test_own_functions_need_a_workspace(place: Workplace) -> None:
    ran = place.learn("generate", STORY, "--mine")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: no exercises in ")
