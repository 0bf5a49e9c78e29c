"""`learn generate`: text from the tiny model, each step of it, and learners' own functions in it."""

from __future__ import annotations

import json
import os
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
from workplace import TINY, Workplace

from grader.cli import generated_text
from grader.core.escape import columns_of
from grader.course import find
from grader.course.course import Solutions
from grader.course.generator_table import load_table
from grader.lab.generate import source, token_bars

GENERATOR: Any = source.find(Solutions(find()))
JSON_MASK: Any = Solutions(find()).reference("structure/json_mask")
TABLE = load_table(COURSE)
VARIANTS = ROOT / "tests/corpus/variants"

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
    GENERATOR.run(TABLE.request(prompt, settings | how), events.append)
    return events


def text_of(prompt: str, settings: dict[str, Any], **how: Any) -> str:
    """Return what the generator writes."""
    return "".join(chunk["text"] for chunk in events_of(prompt, settings, **how))


# --- text -------------------------------------------------------------------------------------

GREEDY = [
    ([FRANCE], " Paris."),
    ([FRANCE, "--draft"], " Paris."),
    (["I think that", "--max-tokens", "4"], " I think that I"),
    (["I think that", "--repetition-penalty", "1.3"], " I think that Mia is happy."),
    ([TALK, "--stop", "\n", "--stop", "help"], " Hello, Lena. How can I "),
    (["This is happy:", "--max-tokens", "2"], " \N{REPLACEMENT CHARACTER}"),
    ([FRANCE, "--ban", " Paris"], " London."),
    ([FRANCE, "--ban", "390", "--logit-bias", " London=-100"], " Rome."),
    ([FRANCE, "--logit-bias", " Berlin=100", "--max-tokens", "2"], " Berlin Berlin"),
    ([FRANCE, "--min-tokens", "3", "--max-tokens", "3"], " Paris. The"),
    (["--draft", FRANCE], " Paris."),
    ([FRANCE, "--draft", "ngram"], " Paris."),
    (["--draft", "ngram", FRANCE, "--gamma", "1", "--pace", "1000"], " Paris."),
    (["JSON:", "--json"], ' {"name": "Mia", "city": "Paris", "pet": "cat", "age": 7}'),
    (['{"name": "Mia"', "--json"], "}"),
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


def test_each_chunk_is_written_before_the_next_token_is_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []
    model = GENERATOR.tiny_models(has_draft=False)

    class Watched:
        new_cache, context = model.model.new_cache, model.model.context

        def __call__(self, ids: list[int], cache: Any) -> Any:
            seen.append(capsys.readouterr().out)
            return model.model(ids, cache)

    request = TABLE.request(FRANCE, {"temperature": 0.0})
    GENERATOR.run(
        request, lambda event: generated_text.write_text(event["text"]), None, model._replace(model=Watched())
    )
    assert seen == ["", " Paris", "."]


def test_signs_that_a_terminal_would_obey_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    generated_text.write_text("a\x1b[31m\nb\r\N{RIGHT-TO-LEFT OVERRIDE}")
    assert capsys.readouterr().out == "a\\x1b[31m\nb\\r\\u202e"


@pytest.mark.slow
def test_what_standard_output_cannot_encode_is_replaced(place: Workplace) -> None:
    ran = place.command(
        "generate", "This is happy:", "--temperature", "0", "--max-tokens", "4", PYTHONIOENCODING="ascii"
    )
    assert (ran.code, ran.out) == (0, " ? This\n")


@pytest.mark.parametrize("option", first_always([[], ["--show"]]), ids=["text", "steps"])
def test_a_reader_that_goes_away_is_no_fault(place: Workplace, option: list[str]) -> None:
    process = place.start("generate", "I think that", "--temperature", "0", "--max-tokens", "200", *option)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(5)
    process.stdout.close()
    assert (process.wait(300), process.stderr.read()) == (0, "")
    process.stderr.close()


def test_only_numpy_is_loaded(place: Workplace) -> None:
    code = "import sys; from grader.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    code += "print([name for name in ('pytest', 'pydantic', 'yaml', 'rich') if name in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", code, "generate", FRANCE, "--temperature", "0"],
        cwd=place.folder,
        env={**os.environ, **place.environment},
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stdout.splitlines() == [" Paris.", "[]"]


@pytest.mark.parametrize(
    ("more", "files"),
    first_row_always([([], {"target.npz"}), (["--draft"], {"target.npz", "draft.npz"})]),
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


def test_a_prompt_that_begins_an_object_is_part_of_it() -> None:
    prompt = '{"name": "Mia", "age":'
    text = text_of(prompt, {"temperature": 1.0, "seed": 1}, json=True)
    assert json.loads(prompt + text)["name"] == "Mia"


# --- settings ---------------------------------------------------------------------------------

WRONG = [
    ([""], "the prompt is empty; give the beginning of a text, such as 'Once upon a time'"),
    (["a\udc80"], "the prompt is not valid Unicode text; type it anew"),
    (["a" * 600], "the prompt has 600 tokens, and the model's context holds 512; shorten it"),
    (["a", "--max-tokens", "513"], "the prompt leaves room for 512 more tokens in a context of 512; use --max-tokens 512"),
    (["a", "--max-tokens", "509", "--draft"], "the prompt leaves room for 508 more tokens in a context of 512; "
     "use --max-tokens 508"),
    (["a", "--temperature", "2.5"], "--temperature is 2.5; give a number from 0 to 2"),
    (["a", "--temperature", "nan"], "--temperature is nan; give a number from 0 to 2"),
    (["a", "--top-p", "0"], "--top-p is 0.0; give a number above 0, at most 1"),
    (["a", "--top-k", "-1"], "--top-k is -1; give a whole number, 0 or more"),
    (["a", "--min-p", "1.5"], "--min-p is 1.5; give a number from 0 to 1"),
    (["a", "--min-p", "nan"], "--min-p is nan; give a number from 0 to 1"),
    (["a", "--repetition-penalty", "0"], "--repetition-penalty is 0.0; give a number from 0.01 to 100"),
    (["a", "--repetition-penalty", "inf"], "--repetition-penalty is inf; give a number from 0.01 to 100"),
    (["a", "--frequency-penalty", "3"], "--frequency-penalty is 3.0; give a number from -2 to 2"),
    (["a", "--presence-penalty", "-3"], "--presence-penalty is -3.0; give a number from -2 to 2"),
    (["a", "--max-tokens", "0"], "--max-tokens is 0; give a whole number, 1 or more"),
    (["a", "--seed", "-1"], "--seed is -1; give a whole number, 0 or more"),
    (["a", "--stop", ""], "--stop is ['']; give at most 4 texts, each of 1 to 1,000 characters"),
    (["a", "--logit-bias", " Paris"], "--logit-bias is ' Paris'; give a token and a number, such as ' Paris=-5'"),
    (["a", "--logit-bias", " Paris=x"], "--logit-bias is ' Paris=x'; give a token and a number, such as ' Paris=-5'"),
    (["a", "--logit-bias", " Paris=nan"], "--logit-bias is nan; give a number from -100 to 100"),
    (["a", "--logit-bias", "Parisian=1"], "--logit-bias 'Parisian': that is not one token; give the text of one, or its id"),
    (["a", "--ban", "Parisian"], "--ban 'Parisian': that is not one token; give the text of one, or its id"),
    (["a", "--ban", ""], "--ban '': that is not one token; give the text of one, or its id"),
    (["a", "--ban", "\ud800"], "--ban '\\ud800': that is not one token; give the text of one, or its id"),
    (["a", "--ban", "704"], "there is no token 704; ids go from 0 to 703"),
    (["a", "--min-tokens", "65"], "--min-tokens is 65; give a whole number from 0 to 64, which is --max-tokens"),
    (["a", "--logprobs", "21"], "--logprobs is 21; give a whole number from 0 to 20"),
    (["a", "--logprobs", "-1"], "--logprobs is -1; give a whole number from 0 to 20"),
    (["a", "--gamma", "17"], "--gamma is 17; give a whole number from 1 to 16"),
    (["a", "--max-tokens", "504", "--draft", "ngram", "--gamma", "10"],
     "the prompt leaves room for 502 more tokens in a context of 512; use --max-tokens 502"),
    (["a", "--beams", "9"], "--beams is 9; give a whole number from 1 to 8"),
    (["a", "--beams", "two"], "Invalid value for '--beams': 'two' is not a whole number."),
    (["a", "--beams", "2", "--length-penalty", "-1"], "--length-penalty is -1.0; give a number from 0 to 10"),
    (["a", "--beams", "2", "--seed", "3", "--draft"],
     "--beams does not go with --seed, --draft; leave out one or the other"),
    (["a", "--hidden", "5"], "--hidden means nothing without --price; give --price IN,OUT as well"),
    (["a", "--hidden", "-5", "--price", "1,2"], "--hidden is -5; give a whole number from 0 to 1000000"),
    (["a", "--hidden", "many"], "Invalid value for '--hidden': 'many' is not a whole number."),
    (["a", "--price", "1"], "--price is '1'; give two numbers, 0 or more, as IN,OUT"),
    (["a", "--price", "1,nan"], "--price is 1.0,nan; give two numbers, 0 or more, as IN,OUT"),
    (["a", "--pace", "0"], "--pace is 0.0; give a number from 0.1 to 1000"),
    (["a", "--pace", "nan"], "--pace is nan; give a number from 0.1 to 1000"),
    (["--draft"], "Missing argument 'PROMPT'."),
    (["a", "--top-k", "two"], "Invalid value for '--top-k': 'two' is not a whole number."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[" ".join(each)[:40] for each, _ in WRONG])
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(place: Workplace, arguments: list[str], message: str) -> None:
    assert place.learn("generate", *arguments) == (2, "", f"learn: {message} (see `learn generate --help`)\n")


@pytest.mark.slow
def test_the_largest_text_that_is_allowed_fits_into_the_context() -> None:
    for draft, most in ((None, 512), ("model", 508)):
        assert GENERATOR.room(TABLE.request("a", {"draft": draft})) == most
        settings = {"temperature": 0.0, "max_tokens": most, "stop": ["\N{SNOWMAN}"]}
        prompt = "I"  # goes on for ever, once it has begun to think
        chunks = events_of(prompt, settings | {"repetition_penalty": 0.9}, draft=draft)
        assert chunks[-1]["usage"]["completion_tokens"] in range(2, most + 1)


def test_a_course_without_a_generator_is_exit_code_3(place: Workplace) -> None:
    ran = place.learn("generate", "a", "--course", str(TINY))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: this course has no generator: there is no ")
    assert ran.err.endswith("generator.yaml\n")


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
    monkeypatch.setenv("TERM", "dumb")
    assert place.learn("generate", FRANCE, *settings) == (0, STEPS, "")


def test_the_documentation_shows_that_step() -> None:
    assert STEPS in (ROOT / "docs/learning/generate.md").read_text("utf-8")


def test_the_documentation_names_every_option_and_its_range() -> None:
    page = (ROOT / "docs/learning/generate.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(--[a-z-]+)(?: [^`]*)?` \| (.*) \|$", page, re.MULTILINE))
    assert {f"--{name}" for name in ("pace", "mine", "model")} <= rows.keys()
    for setting in TABLE.by_name.values():
        assert setting.option in rows, setting.name
        ranges = setting.kind in ("number", "whole", "texts", "biases")
        assert not ranges or setting.allowed.partition(", as ")[0] in rows[setting.option], setting.name
        assert setting.default is None or f"default {setting.default:g}" in rows[setting.option], setting.name


def test_without_plain_the_bars_are_drawn(place: Workplace) -> None:
    ran = place.learn("generate", FRANCE, "--temperature", "0", "--max-tokens", "1", "--show")
    assert ran.out.splitlines()[2] == f'   > " Paris"        .947 {"█" * 34}▏  1.000'
    assert ran.out.splitlines()[3] == '     " London"       .040 █▌                                   out: T = 0'


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ([], "stop: the model ended its text"),
        (["--stop", "is."], "stop: the stop sequence 'is.' came"),
        (["--max-tokens", "1"], "length: max-tokens was reached"),
    ],
    ids=["end", "stop sequence", "length"],
)
def test_at_the_end_the_reason_is_told(place: Workplace, more: list[str], why: str) -> None:
    out = place.learn("generate", FRANCE, "--temperature", "0", "--show", *more).out
    assert f"finish reason  {why}" in out.splitlines()


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


def test_colors_say_what_was_picked_and_what_was_removed() -> None:
    events = events_of(FRANCE, {"top_k": 1}, show=True)
    roles: list[tuple[str, str]] = []
    token_bars.step_lines(
        events[0]["step"], width=80, is_drawn=True, paint=lambda text, role: roles.append((text[5:13], role)) or text
    )
    assert roles[:3] == [("tokens l", "quiet"), ('" Paris"', "picked"), ('" London', "removed")]


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

AFTER = """\
 Paris.

" Paris"          -0.055  " Paris" -0.055  " London" -3.220
"."               -0.000  "." -0.000  "," -12.491
<end>             -0.211  <end> -0.211  " The" -1.664

cost           0.00000255, 71% of it for the output
"""


def test_log_probabilities_and_cost_come_after_the_text(place: Workplace) -> None:
    more = ["--temperature", "0", "--logprobs", "2", "--price", "0.15,0.6"]
    assert place.learn("generate", FRANCE, *more) == (0, AFTER, "")
    assert place.learn("generate", FRANCE, *more, "--draft", "--pace", "1000") == (0, AFTER, "")
    assert AFTER in (ROOT / "docs/learning/generate.md").read_text("utf-8")


def test_a_prompt_is_no_value_of_logprobs(place: Workplace) -> None:
    ran = place.learn("generate", "--logprobs", FRANCE, "--temperature", "0", "--max-tokens", "1")
    assert ran == (0, ' Paris\n\n" Paris"          -0.055\n', "")


@pytest.mark.parametrize("more", [[], ["--draft"], ["--draft", "ngram"], ["--no-cache"], ["--show"]], ids=" ".join)
def test_time_is_told_at_the_end(place: Workplace, more: list[str]) -> None:
    out = place.learn("generate", STORY, "--max-tokens", "12", "--time", *more).out
    told = " ".join(out[out.index("\ntime           ") :].split())
    number = r"[\d.,e+]+"
    assert re.fullmatch(
        rf"time {number} m?s for the first pass; then \d+ tokens in {number} m?s: "
        rf"{number} m?s a token, {number} tokens a second",
        told,
    )


def test_tokens_appear_at_the_pace_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("grader.cli.generated_text.time.monotonic", lambda: sum(slept))
    monkeypatch.setattr("grader.cli.generated_text.time.sleep", slept.append)
    with click.Context(click.Command("generate")):
        output = generated_text.GenerateOutput(is_shown=False, pace=4.0)
        for text in ("a", "b", "", "c"):
            output.write({"text": text})
    assert slept == [0.0, 0.25, 0.25]


ROUND = """\
round 2: 2 of 3 guesses accepted
   + " think"       p 1.000 / q 1.000 = 1.0000, u .8159: accepted
   + " that"        p 1.000 / q 1.000 = .9999, u .0027: accepted
   - " I"           p .676 / q 1.000 = .6759, u .8574: rejected
     the residual, u = .0336: " Mia" .383  " Tom" .205  " Anna" .121  " Lena" .…
"""


def test_rounds_of_a_draft_are_shown(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    prompt = "I think that I think that"
    ran = place.learn("generate", prompt, "--draft", "ngram", "--gamma", "3", "--show", "--max-tokens", "7")
    assert ROUND in ran.out
    assert ROUND in (ROOT / "docs/learning/generate.md").read_text("utf-8")


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.slow
def test_lines_of_rounds_and_logprobs_fit_into_the_terminal(width: int) -> None:
    settings = {"temperature": 2.0, "seed": 1, "max_tokens": 20}
    events = events_of("日本語 🙂 I think", settings, draft="model", show=True, logprobs=20)
    for event in events:
        rows: list[str] = []
        if "round" in event:
            rows = token_bars.round_lines(event["round"], 1, width=width, paint=lambda text, role: text)
        elif "logprob" in event:
            rows = token_bars.logprob_lines(event["logprob"], width)
        assert all(columns_of(row) <= width for row in rows)
