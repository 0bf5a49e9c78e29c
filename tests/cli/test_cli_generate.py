"""`learn generate`: text from the tiny model, each step of it, and learners' own functions in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import click
import pytest
from places import COURSE, ROOT
from sizes import first_always, first_row_always
from workplace import Workplace

from grader.core.escape import columns_of

GENERATOR: Any = COURSE.solutions.reference("generator")
JSON_MASK: Any = COURSE.solutions.reference("structure/json_mask")
COMMANDS: Any = COURSE.solutions.reference("commands").commands
OUTPUT: Any = COURSE.solutions.reference("lab/output")
token_bars: Any = COURSE.solutions.reference("lab/token_bars")

FRANCE = "The capital of France is"
STORY = "Once upon a time"
TALK = "User: Hello, I am Lena.\nBot:"
PROMPTS = [FRANCE, STORY, TALK, "JSON:", '{"name": "', "This is happy:"]
WAYS = [{"draft": draft, "json": is_json} for draft in (None, "model") for is_json in (False, True)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def events_of(prompt: str, settings: dict[str, Any], **how: Any) -> list[dict[str, Any]]:
    """Return the events of the generator."""
    events: list[dict[str, Any]] = []
    GENERATOR.run({"prompt": prompt, "settings": GENERATOR.SETTINGS | settings, **how}, events.append)
    return events


# --- text -------------------------------------------------------------------------------------

GREEDY = [
    ([FRANCE], " Paris."),
    ([FRANCE, "--draft", "model"], " Paris."),
    (["--draft", "ngram", FRANCE], " Paris."),
    (["I think that", "--max-tokens", "4"], " I think that I"),
    (["I think that", "--repetition-penalty", "1.3"], " I think that Mia is happy."),
    ([TALK, "--stop", "\n", "--stop", "help"], " Hello, Lena. How can I "),
    (["This is happy:", "--max-tokens", "2"], " \N{REPLACEMENT CHARACTER}"),
    ([FRANCE, "--min-tokens", "3", "--max-tokens", "3"], " Paris. The"),
    ([FRANCE, "--cache", "paged"], " Paris."),
    ([FRANCE, "--cache", "none"], " Paris."),
    (["Hello, I am Lena.", "--chat"], " Hello, Lena. How can I help you?"),
    (["JSON:", "--json"], ' {"name": "Mia", "city": "Paris", "pet": "cat", "age": 7}'),
    (['{"name": "Mia"', "--json"], "}"),
    (["My number is", "--regex", r" \d{3}", "--max-tokens", "8"], " 258"),
]


@pytest.mark.parametrize(("arguments", "text"), GREEDY, ids=[" ".join(arguments) for arguments, _ in GREEDY])
def test_the_text_is_written_and_nothing_else(place: Workplace, arguments: list[str], text: str) -> None:
    ran = place.learn("generate", "--temperature", "0", *arguments)
    assert ran == (0, f"{text}\n", "")


def test_a_tiny_temperature_warns_of_nothing(place: Workplace) -> None:
    with warnings.catch_warnings(record=True, action="always") as seen:
        ran = place.learn("generate", "Once", "--temperature", "1e-310", "--max-tokens", "2", "--seed", "1")
    assert (ran.code, ran.err, [str(one.message) for one in seen]) == (0, "", [])


def test_the_same_seed_gives_the_same_text(place: Workplace) -> None:
    first, again, other = (place.learn("generate", STORY, "--seed", seed).out for seed in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.parametrize("option", first_always([[], ["--show"]]), ids=["text", "steps"])
def test_a_reader_that_goes_away_is_no_fault(place: Workplace, option: list[str]) -> None:
    process = place.start("generate", "I think that", "--temperature", "0", "--max-tokens", "200", *option)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(5)
    process.stdout.close()
    assert (process.wait(300), process.stderr.read()) == (0, "")
    process.stderr.close()


@pytest.mark.parametrize(
    ("more", "files"),
    first_row_always([([], {"target.npz"}), (["--draft", "model"], {"target.npz", "draft.npz"})]),
    ids=["alone", "with a draft"],
)
@pytest.mark.slow
def test_only_the_models_that_write_are_read(place: Workplace, more: list[str], files: set[str]) -> None:
    code = "import sys, os\nread = set()\n"
    code += "def note(event, given):\n"
    code += "    if event == 'open' and str(given[0]).endswith('.npz'): read.add(os.path.basename(given[0]))\n"
    code += "sys.addaudithook(note)\nfrom grader.cli import main\n"
    code += "try: main()\nexcept SystemExit: print(*read, file=sys.stderr)"
    command = [sys.executable, "-c", code, "generate", FRANCE, "--max-tokens", "2", *more]
    run = subprocess.run(command, cwd=place.folder, capture_output=True, text=True, check=True)
    assert set(run.stderr.split()) == files


# --- JSON -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("draft", [None, "model"], ids=["alone", "with a draft"])
def test_json_can_be_read_unless_it_was_cut_off(draft: str | None) -> None:
    ended = 0
    for seed in range(15):
        settings = {"temperature": 2.0, "seed": seed, "max_tokens": 40}
        chunks = events_of("JSON:", settings, draft=draft, json=True)
        text = "".join(chunk["text"] for chunk in chunks)
        JSON_MASK.json_mask(text, ["<end>"], 0)  # it is the beginning of JSON, else this raises
        if chunks[-1]["finish_reason"] == "stop":
            json.loads(text)
            ended += 1
    assert ended >= 3


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
    (["a", "--top-p", "0"], "Invalid value for '--top-p': 0.0 is not in the range 0<x<=1."),
    (["a", "--repetition-penalty", "inf"], "Invalid value for '--repetition-penalty': inf is not in the range 0.01<=x<=100."),
    (["a", "--seed", "-1"], "Invalid value for '--seed': -1 is not in the range 0<=x<=9223372036854775807."),
    (["a", "--stop", ""], "--stop takes at most 4 texts, each of 1 to 1,000 characters"),
    (["a", *["--stop", "b"] * 5], "--stop takes at most 4 texts, each of 1 to 1,000 characters"),
    (["a", "--min-tokens", "65"], "--min-tokens is 65; give a whole number from 0 to 64, which is --max-tokens"),
    (["a", "--beams", "two"], "Invalid value for '--beams': 'two' is not a whole number."),
    (["a", "--beams", "2", "--seed", "3"], "--beams does not go with --seed; leave out one or the other"),
    (["a", "--price", "1"], "Invalid value for '--price': '1' is not two numbers, 0 or more, such as 0.15,0.6, "
     "and perhaps a whole number"),
    (["a", "--price", "1,nan"], "Invalid value for '--price': '1,nan' is not two numbers, 0 or more, such as 0.15,0.6, "
     "and perhaps a whole number"),
    (["a", "--price", "1,2,0.5"], "Invalid value for '--price': '1,2,0.5' is not two numbers, 0 or more, such as "
     "0.15,0.6, and perhaps a whole number"),
    (["a", "--bigram", "absent"], "Invalid value for '--bigram': File 'absent' does not exist."),
    (["a", "--regex", "("], "--regex: character 2 of the pattern: ) is missing here"),
    (["a", "--model", "other"], "there is no model 'other' here; `learn model get smollm2` gets one"),
    (["--draft", "model"], "Missing argument 'PROMPT'."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[" ".join(each)[:40] for each, _ in WRONG])
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(place: Workplace, arguments: list[str], message: str) -> None:
    ran = place.learn("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"learn: {message}")
    assert ran.err.count("\n") == 1


@pytest.mark.slow
def test_the_largest_text_that_is_allowed_fits_into_the_context() -> None:
    for draft, most in ((None, 512), ("model", 508)):
        assert GENERATOR.room({"prompt": "a", "settings": GENERATOR.SETTINGS, "draft": draft}) == most
        settings = {"temperature": 0.0, "max_tokens": most, "stop": ["\N{SNOWMAN}"]}
        prompt = "I"  # goes on for ever, once it has begun to think
        chunks = events_of(prompt, settings | {"repetition_penalty": 0.9}, draft=draft)
        assert chunks[-1]["usage"]["completion_tokens"] in range(2, most + 1)


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


@pytest.mark.slow
@pytest.mark.parametrize("how", WAYS, ids=str)
def test_steps_are_shown_of_the_very_text_that_is_written_without_them(how: dict[str, bool]) -> None:
    for prompt in PROMPTS:
        settings = {"temperature": 1.3, "top_p": 0.95, "frequency_penalty": 0.5, "max_tokens": 25}
        events = events_of(prompt, settings, show=True, **how)
        written = events_of(prompt, settings, **how)
        assert [event for event in events if "text" in event] == written
        steps = [event["step"] for event in events if "step" in event]
        assert [step["number"] for step in steps] == list(range(1, written[-1]["usage"]["completion_tokens"] + 1))
        for step in steps:
            picked = [each for each in step["candidates"] if each["token"] == step["token"]]
            assert [each["removed_by"] for each in picked] == [None]
            if step["how"] == GENERATOR.DRAWN:
                assert picked[0]["after"] > 0


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.slow
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    settings = {"temperature": 2.0, "top_k": 300, "top_p": 0.99, "min_p": 0.001, "repetition_penalty": 1.1}
    for prompt in ("This is happy:", "JSON:"):
        events = events_of(prompt, settings, show=True, json=True)
        text = "".join(event.get("text", "") for event in events)
        for event in events:
            if "step" in event:
                for is_drawn in (True, False):
                    rows = token_bars.step_lines(
                        event["step"], width=width, is_drawn=is_drawn, paint=lambda text, role: text
                    )
                    assert max(map(columns_of, rows)) <= width
        rows = token_bars.end_lines(events[-2], events[-1]["end"], text * 3 + "🚀" * 50, width)
        assert max(map(columns_of, rows)) <= width


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.0, "    0"), (1e-9, "<.001"), (0.0006, " .001"), (0.5, " .500"), (0.9994, " .999"), (0.9996, "1.000"), (1.0, "1.000")],
    ids=str,
)  # fmt: skip
def test_a_probability_takes_five_columns(p: float, text: str) -> None:
    assert token_bars.probability(p) == text


@pytest.mark.parametrize(
    ("portion", "name"),
    [(None, "<end>"), (b" a", '" a"'), (b"\n", '"\\n"'), (b"\xf0\x9f", "b'\\xf0\\x9f'"), ("é".encode(), '"é"'), (b"\x1b", '"\\u001b"')],
    ids=repr,
)  # fmt: skip
def test_a_token_is_named_in_quotation_marks_or_by_its_bytes(portion: bytes | None, name: str) -> None:
    assert token_bars.name_of(portion) == name


# --- after the text ---------------------------------------------------------------------------


def test_the_cost_comes_after_the_text_and_hidden_tokens_are_billed(place: Workplace) -> None:
    more = ["--temperature", "0", "--price"]
    cost = "cost           0.00000255, 71% of it for the output\n"
    assert place.learn("generate", FRANCE, *more, "0.15,0.6") == (0, f" Paris.\n\n{cost}", "")
    out = place.learn("generate", FRANCE, *more, "0.15,0.6,300").out
    assert "billed         5 + 303 = 308 tokens: 300 hidden, 3 of the answer (stop)\n" in out


def test_a_bigram_model_is_trained_on_a_file(place: Workplace) -> None:
    place.write("own.txt", "abababab")
    assert place.learn("generate", "a", "--bigram", "own.txt", "--max-tokens", "4", "--temperature", "0").out == "b\n"
    place.write("own.txt", "")
    assert (
        "own.txt has 0 characters; 1 to 20,000 can be learned from"
        in place.learn("generate", "a", "--bigram", "own.txt").err
    )


@pytest.mark.parametrize("more", [[], ["--draft", "model"], ["--cache", "none"], ["--show"]], ids=" ".join)
def test_time_is_told_at_the_end(place: Workplace, more: list[str]) -> None:
    out = place.learn("generate", STORY, "--max-tokens", "12", "--time", *more).out
    told = " ".join(out[out.index("\ntime           ") :].split())
    number = r"[\d.,e+]+"
    assert re.fullmatch(
        rf"time {number} m?s for the first pass; then \d+ tokens in {number} m?s: "
        rf"{number} m?s a token, {number} tokens a second",
        told,
    )


def test_rounds_of_a_draft_are_shown(place: Workplace) -> None:
    more = ["--draft", "ngram", "--show", "--max-tokens", "7"]
    out = place.learn("generate", "I think that I think that", *more).out
    assert re.search(r"^round 1: \d of 4 guesses accepted$", out, re.MULTILINE)
    assert re.search(r"^   [+-] .* = [\d.]+, u [\d.]+: (accepted|rejected)$", out, re.MULTILINE)


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
