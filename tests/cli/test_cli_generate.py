"""`learn generate`: text from the tiny model, each step of it, and learners' own functions in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from workplace import TINY, Ran, Workplace

from grader.cli import generate as command
from grader.cli.generate import SETTINGS
from grader.course import find
from grader.course.course import Solutions
from grader.learner.generate import source, token_bars

GENERATOR: Any = source.find(Solutions(find()))
JSON_MASK: Any = Solutions(find()).reference("structure/json_mask")
DEFAULTS = {name: default for name, _, default, _ in SETTINGS} | {"stop": []}
VARIANTS = ROOT / "tests/data/variants"

FRANCE = "The capital of France is"
STORY = "Once upon a time"
TALK = "User: Hello, I am Lena.\nBot:"
PROMPTS = [FRANCE, STORY, TALK, "JSON:", '{"name": "', "This is happy:"]
WAYS = [{"has_draft": draft, "is_json": is_json} for draft in (False, True) for is_json in (False, True)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def text_of(prompt: str, settings: dict[str, Any], **how: bool) -> str:
    """Return what the generator writes."""
    return "".join(chunk["text"] for chunk in GENERATOR.run(prompt, DEFAULTS | settings, **how))


# --- text -------------------------------------------------------------------------------------

GREEDY = [
    ([FRANCE], " Paris."),
    ([FRANCE, "--draft"], " Paris."),
    (["I think that", "--max-tokens", "4"], " I think that I"),
    (["I think that", "--repetition-penalty", "1.3"], " I think that Mia is happy."),
    ([TALK, "--stop", "\n", "--stop", "help"], " Hello, Lena. How can I "),
    (["This is happy:", "--max-tokens", "2"], " \N{REPLACEMENT CHARACTER}"),
    (["JSON:", "--json"], ' {"name": "Mia", "city": "Paris", "pet": "cat", "age": 7}'),
    (['{"name": "Mia"', "--json"], "}"),
]


@pytest.mark.parametrize(("arguments", "text"), GREEDY, ids=[" ".join(arguments) for arguments, _ in GREEDY])
def test_the_text_is_written_and_nothing_else(place: Workplace, arguments: list[str], text: str) -> None:
    ran = place.learn("generate", "--temperature", "0", *arguments)
    assert ran == (0, f"{text}\n", "")


def test_the_same_seed_gives_the_same_text(place: Workplace) -> None:
    first, again, other = (place.learn("generate", STORY, "--seed", seed).out for seed in ("1", "1", "2"))
    assert first == again != other


def test_each_chunk_is_written_before_the_next_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    seen = []

    def chunks() -> Iterator[dict[str, str]]:
        for text in ("a", "b", ""):
            yield {"text": text}
            seen.append(capsys.readouterr().out)

    command._stream(chunks())
    assert (seen, capsys.readouterr().out) == (["a", "b", ""], "\n")


def test_signs_that_a_terminal_would_obey_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    command._write("a\x1b[31m\nb\r\N{RIGHT-TO-LEFT OVERRIDE}")
    assert capsys.readouterr().out == "a\\x1b[31m\nb\\r\\u202e"


def test_what_standard_output_cannot_encode_is_replaced(place: Workplace) -> None:
    ran = place.command(
        "generate", "This is happy:", "--temperature", "0", "--max-tokens", "4", PYTHONIOENCODING="ascii"
    )
    assert (ran.code, ran.out) == (0, " ? This\n")


@pytest.mark.parametrize("option", [[], ["--show"]], ids=["text", "steps"])
def test_a_reader_that_goes_away_is_no_fault(place: Workplace, option: list[str]) -> None:
    process = place.start("generate", "I think that", "--temperature", "0", "--max-tokens", "200", *option)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(5)
    process.stdout.close()
    assert (process.wait(30), process.stderr.read()) == (0, "")
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
    ("more", "files"), [([], {"target.npz"}), (["--draft"], {"target.npz", "draft.npz"})], ids=["alone", "with a draft"]
)
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


@pytest.mark.whole
@pytest.mark.parametrize("has_draft", [False, True], ids=["alone", "with a draft"])
def test_json_can_be_read_unless_it_was_cut_off(has_draft: bool) -> None:
    ended = 0
    for seed in range(15):
        settings = DEFAULTS | {"temperature": 2.0, "seed": seed, "max_tokens": 40}
        chunks = list(GENERATOR.run("JSON:", settings, has_draft=has_draft, is_json=True))
        text = "".join(chunk["text"] for chunk in chunks)
        JSON_MASK.json_mask(text, ["<end>"], 0)  # it is the beginning of JSON, else this raises
        if chunks[-1]["finish_reason"] == "stop":
            json.loads(text)
            ended += 1
    assert ended >= 3


def test_a_prompt_that_begins_an_object_is_part_of_it() -> None:
    prompt = '{"name": "Mia", "age":'
    text = text_of(prompt, {"temperature": 1.0, "seed": 1}, has_draft=False, is_json=True)
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
    (["a", "--repetition-penalty", "0"], "--repetition-penalty is 0.0; give a number above 0"),
    (["a", "--repetition-penalty", "inf"], "--repetition-penalty is inf; give a number above 0"),
    (["a", "--frequency-penalty", "3"], "--frequency-penalty is 3.0; give a number from -2 to 2"),
    (["a", "--presence-penalty", "-3"], "--presence-penalty is -3.0; give a number from -2 to 2"),
    (["a", "--max-tokens", "0"], "--max-tokens is 0; give a whole number, 1 or more"),
    (["a", "--seed", "-1"], "--seed is -1; give a whole number, 0 or more"),
    (["a", "--stop", ""], "--stop is ['']; give at most four texts, none of them empty"),
    (["a", "--top-k", "two"], "Invalid value for '--top-k': 'two' is not a valid integer."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[" ".join(each)[:40] for each, _ in WRONG])
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(place: Workplace, arguments: list[str], message: str) -> None:
    assert place.learn("generate", *arguments) == (2, "", f"learn: {message} (see `learn generate --help`)\n")


@pytest.mark.whole
def test_the_largest_text_that_is_allowed_fits_into_the_context() -> None:
    for has_draft, most in ((False, 512), (True, 508)):
        assert GENERATOR.prompt_problem("a", most, has_draft=has_draft) == ""
        settings = DEFAULTS | {"temperature": 0.0, "max_tokens": most, "stop": ["\N{SNOWMAN}"]}
        prompt = "I"  # goes on for ever, once it has begun to think
        chunks = list(GENERATOR.run(prompt, settings | {"repetition_penalty": 0.9}, has_draft=has_draft, is_json=False))
        assert chunks[-1]["usage"]["completion_tokens"] in range(2, most + 1)


def test_a_course_without_a_generator_is_exit_code_3(place: Workplace) -> None:
    ran = place.learn("generate", "a", "--course", str(TINY))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: this course has no generator: there is no ")
    assert ran.err.endswith("generator.py\n")


# --- steps ------------------------------------------------------------------------------------

STEPS = """\
  1  " Paris"  drawn, u = 0.6370
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
"""


def test_a_step_shows_what_was_drawn_and_what_each_filter_removed(place: Workplace) -> None:
    settings = ["--temperature", "0.7", "--top-k", "5", "--top-p", "0.99", "--max-tokens", "1", "--show", "--plain"]
    assert place.learn("generate", FRANCE, *settings) == (0, STEPS, "")


def test_the_documentation_shows_that_step() -> None:
    assert STEPS in (ROOT / "docs/generate.md").read_text("utf-8")


@pytest.mark.parametrize("name", [name for name, *_ in SETTINGS] + ["stop", "draft", "json", "show", "mine", "plain"])
def test_the_documentation_names_every_option(name: str) -> None:
    assert f"`{source.option(name)}" in (ROOT / "docs/generate.md").read_text("utf-8")


def test_without_plain_the_bars_are_drawn(place: Workplace) -> None:
    ran = place.learn("generate", FRANCE, "--temperature", "0", "--max-tokens", "1", "--show")
    assert ran.out.splitlines()[2] == f'   > " Paris"        .947 {"█" * 34}▏  1.000'
    assert ran.out.splitlines()[3] == '     " London"       .040 █▍                                   out: T = 0'


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


@pytest.mark.whole
@pytest.mark.parametrize("how", WAYS, ids=str)
def test_steps_are_shown_of_the_very_text_that_is_written_without_them(how: dict[str, bool]) -> None:
    for prompt in PROMPTS:
        settings = DEFAULTS | {"temperature": 1.3, "top_p": 0.95, "frequency_penalty": 0.5, "max_tokens": 25}
        events = list(GENERATOR.explained(prompt, settings, **how))
        written = list(GENERATOR.run(prompt, settings, **how))
        assert [event for event in events if "text" in event] == written
        steps = [event["step"] for event in events if "step" in event]
        assert [step["number"] for step in steps] == list(range(1, written[-1]["usage"]["completion_tokens"] + 1))
        for step in steps:
            picked = [each for each in step["candidates"] if each["token"] == step["token"]]
            assert [each["removed_by"] for each in picked] == [None]
            if step["how"] == GENERATOR.DRAWN:
                assert picked[0]["after"] > 0


@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    settings = DEFAULTS | {"temperature": 2.0, "top_k": 300, "top_p": 0.99, "min_p": 0.001, "repetition_penalty": 1.1}
    for prompt in ("This is happy:", "JSON:"):
        events = list(GENERATOR.explained(prompt, settings, has_draft=False, is_json=True))
        text = "".join(event.get("text", "") for event in events)
        for event in events:
            if "step" in event:
                for is_drawn in (True, False):
                    rows = token_bars.step_lines(
                        event["step"], width=width, is_drawn=is_drawn, paint=lambda text, role: text
                    )
                    assert max(map(token_bars.columns, rows)) <= width
        rows = token_bars.end_lines(events[-2], events[-1]["end"], text * 3 + "🚀" * 50, width)
        assert max(map(token_bars.columns, rows)) <= width


def test_colours_say_what_was_picked_and_what_was_removed() -> None:
    events = GENERATOR.explained(FRANCE, DEFAULTS | {"top_k": 1}, has_draft=False, is_json=False)
    roles: list[tuple[str, str]] = []
    token_bars.step_lines(
        next(events)["step"], width=80, is_drawn=True, paint=lambda text, role: roles.append((text[5:13], role)) or text
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


# --- learners' own functions ------------------------------------------------------------------

SAMPLE = """
def sample(p, u):
    if not 0 <= u < 1 or abs(sum(p) - 1) > 1e-6:
        raise ValueError("u or p")
    total = 0.0
    for token, chance in enumerate(p):
        total += chance
        if u < total:
            return token
    return max(token for token, chance in enumerate(p) if chance > 0)
"""


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


def variant(exercise: str, name: str, function: str) -> str:
    """Return the source of a right variant under the name that the exercise wants."""
    return f"{(VARIANTS / f'{exercise}.py').read_text('utf-8')}\n{function} = {name}\n"


def own(workspace: Workplace, *more: str) -> Ran:
    """Generate with one's own functions."""
    return workspace.learn("generate", STORY, "--mine", "--max-tokens", "12", "--top-p", "0.9", *more)


def test_own_functions_that_have_passed_write_the_text(workspace: Workplace) -> None:
    nucleus = variant("nucleus_membership", "variant_heap", "nucleus")
    solve(workspace, sample_with_u=SAMPLE, nucleus_membership=nucleus)
    usual = workspace.learn("generate", STORY, "--max-tokens", "12", "--top-p", "0.9").out
    assert own(workspace) == (0, usual, "Yours: sample_with_u, nucleus_membership\n")
    shown = own(workspace, "--show")
    assert (shown.code, shown.err) == (0, "Yours: sample_with_u, nucleus_membership\n")
    assert "finish reason  length: max-tokens was reached" in shown.out.splitlines()


def test_a_function_that_always_draws_the_first_token_is_really_used(workspace: Workplace) -> None:
    solve(workspace, sample_with_u="def sample(p, u):\n    return int(p.argmax())\n")
    greedy = workspace.learn("generate", STORY, "--max-tokens", "12", "--temperature", "0").out
    assert own(workspace, "--seed", "5").out == greedy


@pytest.mark.parametrize("more", [[], ["--draft"], ["--json"]], ids=str)
def test_an_own_whole_generator_writes_the_text(workspace: Workplace, more: list[str]) -> None:
    solve(
        workspace, complete_generate=variant("complete_generate", "variant_imports", "generate"), sample_with_u=SAMPLE
    )
    usual = workspace.learn("generate", STORY, "--max-tokens", "12", "--top-p", "0.9", *more).out
    assert own(workspace, *more) == (0, usual, "Yours: sample_with_u, complete_generate\n")


def test_without_anything_passed_the_text_is_the_usual_one(workspace: Workplace) -> None:
    usual = workspace.learn("generate", STORY, "--max-tokens", "12", "--top-p", "0.9").out
    assert own(workspace) == (0, usual, "Yours: nothing yet; `learn check` notes what has passed\n")


FAILING = {
    "raises": ("def sample(p, u):\n    raise KeyError('oops')\n", "your sample_with_u.sample failed: KeyError: 'oops'"),
    "ends": (
        "import os\ndef sample(p, u):\n    os._exit(3)\n",
        "your sample_with_u.sample failed: crashed (exit code 3)",
    ),
    "is not there": ("x = 1\n", "your functions cannot be loaded: ImportError: cannot import name 'sample'"),
}


@pytest.mark.parametrize(("text", "message"), FAILING.values(), ids=FAILING)
def test_an_own_function_that_fails_is_told_and_exit_code_1(workspace: Workplace, text: str, message: str) -> None:
    solve(workspace, sample_with_u=text)
    ran = own(workspace)
    assert ran.code == 1
    assert ran.err.splitlines()[-1].startswith(f"learn: {message}")


def test_an_own_generator_that_yields_something_else_is_told(workspace: Workplace) -> None:
    solve(workspace, complete_generate="def generate(**settings):\n    yield 'text'\n")
    ran = own(workspace)
    assert (ran.code, ran.out) == (1, "\n")
    assert ran.err.splitlines()[-1] == (
        "learn: your generator failed: ValueError: a chunk must be a dict with a text; `learn check` may say more"
    )


def test_own_functions_need_a_workspace(place: Workplace) -> None:
    ran = place.learn("generate", STORY, "--mine")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: no exercises in ")
