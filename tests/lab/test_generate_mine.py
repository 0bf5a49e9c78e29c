"""`learn generate --mine`: the whole system in one process, in which the functions of passed exercises are learners'."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from learner_sets import ARRAYS, PLAIN, reference_set, write_set, written_set
from places import COURSE
from sizes import three_always

from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import Launcher, launcher
from grader.sandbox.own_system import ConfinedSystem, MineError, SystemModule

GENERATOR: Any = COURSE.solutions.reference("generator")
RUN: Any = COURSE.solutions.reference("lab/run")
CHECKED: Any = COURSE.solutions.reference("lab/events").checked
MOST = {"max_tokens": 10}
WITH_PLACE = [each.id for each in COURSE.exercises() if each.place.does]
BENT: dict[str, Any] = {"logit_bias": {32: 3.0, 101: -1.5}, "min_tokens": 4}
OPTIONS: dict[str, dict[str, Any]] = {
    "": {},
    "--draft": {"draft": "model"},
    "--json": {"json": True},
    "--show": {"show": True},
    "--cache paged": {"cache": "paged"},
    "--bigram": {"bigram": "Once upon a time there was a cat.\nThis is happy: {User: Hello, I am Lena.}\nBot"},
    "--draft --show": {"draft": "model", "show": True},
    "--beams": {"beams": 3},
    "--chat": {"chat": True},
    "--draft ngram --json --show": {"draft": "ngram", "json": True, "show": True},
    "--logit-bias --draft": {"draft": "model", **BENT},
}
CASES: list[tuple[str, dict[str, Any]]] = [
    ("Once upon a time", {"top_p": 0.9, "seed": 1}),
    (
        "This is happy:",
        {"temperature": 1.3, "min_p": 0.01, "top_k": 40, "frequency_penalty": 0.5, "stop": ["!", "Thi"]},
    ),
    ("User: Hello, I am Lena.\nBot:", {"temperature": 0.0, "repetition_penalty": 1.1, "stop": ["\n", "help"]}),
    ('{"name": "', {"temperature": 0.8, "presence_penalty": 0.2}),
]
PREFIXES = [tuple(COURSE.exercise_ids[: n + 1]) for n in range(len(COURSE.exercise_ids))]
ALONE = [(each,) for each in WITH_PLACE]
ALL = tuple(COURSE.exercise_ids)
SETS = ("reference", "plain", "arrays")


@pytest.fixture(scope="module")
def system() -> Iterator[Launcher]:
    with contextlib.closing(launcher(readable=[str(COURSE.content.solutions.resolve())])) as started:
        yield started


@pytest.fixture(scope="module")
def workspaces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a workspace of each set."""
    sets = {
        "reference": reference_set(COURSE),
        "plain": written_set(COURSE, PLAIN),
        "arrays": written_set(COURSE, ARRAYS),
    }
    folders = {name: tmp_path_factory.mktemp(name) for name in sets}
    for name, folder in folders.items():
        write_set(COURSE, folder, sets[name])
    return folders


def request(case: int, option: str) -> dict[str, Any]:
    """Return a request."""
    prompt, settings = CASES[case]
    settings = {} if option == "--beams" else settings
    return {"prompt": prompt, "settings": GENERATOR.SETTINGS | MOST | settings, **OPTIONS[option]}


def usual(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events without any function of a learner."""
    events: list[dict[str, Any]] = []
    GENERATOR.run(asked, events.append)
    return events


def opened(folder: Path, passed: tuple[str, ...], processes: Launcher) -> ConfinedSystem:
    return ConfinedSystem(processes, COURSE, folder, Submission(folder).modules, passed)


def own(
    folder: Path, passed: tuple[str, ...], asked: dict[str, Any], processes: Launcher, module: str = "generator"
) -> list[dict[str, Any]]:
    return list(opened(folder, passed, processes).events(SystemModule(module, CHECKED), asked, 10))


def cast(
    folder: Path, passed: tuple[str, ...], asked: dict[str, Any], processes: Launcher
) -> tuple[list[str], list[str]]:
    """Return the parts that are the learner's, and the course's."""
    parts: tuple[list[str], list[str]] = RUN.Runner(opened(folder, passed, processes)).cast(asked)
    return parts


def texts(events: list[dict[str, Any]]) -> tuple[list[str], list[list[int]], dict[str, Any]]:
    """Return the chunks, the candidates of the steps, and the last chunk."""
    chunks = [event for event in events if "text" in event]
    steps = [[each["token"] for each in event["step"]["candidates"]] for event in events if "step" in event]
    return [chunk["text"] for chunk in chunks], steps, chunks[-1]


def differing(
    which: str, folder: Path, passed: list[tuple[str, ...]], options: list[str], processes: Launcher
) -> list[str]:
    """Return which combinations of exercises and options write another text than the course."""
    wrong = []
    for number, each in enumerate(passed):
        for option in options:
            asked = request((number + len(option)) % len(CASES), option)
            try:
                got: Any = texts(own(folder, each, asked, processes))
            except MineError as error:
                got = error
            if got != texts(usual(asked)):
                wrong.append(f"{which}: {len(each)} to {each[-1]}, {option!r}: {got}")
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("which", SETS)
def test_with_everything_passed_the_text_is_the_same(which: str, workspaces: dict[str, Path], system: Launcher) -> None:
    assert differing(which, workspaces[which], [ALL], list(OPTIONS), system) == []


@pytest.mark.slow
@pytest.mark.parametrize("option", ["", "--draft"])
def test_the_text_is_the_same_with_each_exercise_and_each_prefix(
    option: str, workspaces: dict[str, Path], system: Launcher
) -> None:
    assert differing("plain", workspaces["plain"], [*ALONE, *PREFIXES], [option], system) == []


DRIVERS = {
    ("loop/prediction_loop", ""): "prediction_loop",
    ("loop/prediction_loop", "--draft"): "speculative_generate",
    ("cache/cached_generate", ""): "cached_generate",
    ("speculative/speculative_generate", "--draft"): "speculative_generate",
    ("structure/complete_generate", ""): "complete_generate",
    ("structure/complete_generate", "--draft --show"): "speculative_generate",
    ("structure/complete_generate", "--beams"): "beam_search",
}


@pytest.mark.parametrize(("passed", "option"), DRIVERS, ids=" ".join)
def test_your_own_loop_drives_as_soon_as_it_has_passed(
    passed: str, option: str, workspaces: dict[str, Path], system: Launcher
) -> None:
    prefix = ALL[: ALL.index(passed) + 1]
    asked = request(0, option) | {"yours": prefix}
    name = DRIVERS[passed, option]
    assert GENERATOR.driver(asked).endswith(f"/{name}")
    yours, others = cast(workspaces["reference"], prefix, request(0, option), system)
    assert f"{name} (drives)" in (yours if COURSE.find(name) in prefix else others)


BROKEN = {
    "picking/sample_with_u": ("sample", "at step 1, after the token ' time': KeyError: 'oops'"),
    "loop/prediction_loop": ("generate", "at step 1, after the token ' time': KeyError: 'oops'"),
    "cache/kv_cache": ("KVCache", "at step 1, after the token ' time': KeyError: 'oops'"),
    "text/bpe_encode": ("bpe_encode", "before the first step: KeyError: 'oops'"),
}


@pytest.mark.parametrize("exercise", BROKEN)
def test_a_failure_names_function_line_step_and_token(exercise: str, tmp_path: Path, system: Launcher) -> None:
    function, message = BROKEN[exercise]
    name = exercise.rpartition("/")[2]
    write_set(COURSE, tmp_path, {name: f"def {function}(*given):\n    raise KeyError('oops')\n"})
    with pytest.raises(MineError) as raised:
        own(tmp_path, (exercise,), request(0, ""), system)
    path = tmp_path / "exercises" / f"{exercise}.py"
    assert str(raised.value).startswith(f"your {name}.{function} failed {message} (")
    assert str(raised.value).endswith(f"{path.name}:2)")


SAMPLE = "count = 0\ndef sample(p, u):\n    global count\n    count += 1\n    if count > 3:\n        {}\n    return int(p.argmax())\n"
LATER = {
    "raises": ("1 / 0", "your sample_with_u.sample failed at step 4, after the token ' a': ZeroDivisionError: division by zero ("),
    "ends": ("import os; os._exit(3)", "your functions ended their process at step 4, after the token ' a' (exit code 3)"),
    "wrong": ("return 'a'", "the course's generator.pick failed at step 4, after the token ' a': ValueError: "),
}  # fmt: skip


@pytest.mark.parametrize("how", LATER)
def test_the_text_so_far_stays(how: str, tmp_path: Path, system: Launcher) -> None:
    line, message = LATER[how]
    write_set(COURSE, tmp_path, {"sample_with_u": SAMPLE.format(line)})
    made = opened(tmp_path, ("picking/sample_with_u",), system)
    events = made.events(SystemModule("generator", CHECKED), request(0, ""), 10)
    seen: list[str] = []
    with pytest.raises(MineError) as raised:
        seen.extend(event["text"] for event in events)
    assert "".join(seen) == " there was a"
    assert str(raised.value).startswith(message)


LONGER_THAN_ALL_IMPORTS = 10.0
"""The first step imports the generator: 0.2 s of a processor, and 2 s on a busy machine. The functions below sleep."""


@pytest.mark.slow
def test_an_endless_function_ends_with_its_line(
    tmp_path: Path, system: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.own_system.STEP_SECONDS", LONGER_THAN_ALL_IMPORTS)
    endless = "from time import sleep\ndef sample(p, u):\n    while True:\n        sleep(0.01)\n"
    write_set(COURSE, tmp_path, {"sample_with_u": endless})
    with pytest.raises(
        MineError, match=r"your sample_with_u\.sample failed at step 1, .*: it took longer than 10 s \(.*:[34]\)"
    ):
        own(tmp_path, ("picking/sample_with_u",), request(0, ""), system)


@pytest.mark.slow
def test_one_that_cannot_be_interrupted_is_ended_from_outside(
    tmp_path: Path, system: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.own_system.STEP_SECONDS", LONGER_THAN_ALL_IMPORTS)
    monkeypatch.setattr("grader.sandbox.own_system.GRACE_SECONDS", 0.1)
    stubborn = "from time import sleep\ndef sample(p, u):\n    while True:\n        try:\n            sleep(9)\n"
    stubborn += "        except BaseException:\n            pass\n"
    write_set(COURSE, tmp_path, {"sample_with_u": stubborn})
    with pytest.raises(MineError, match=r"your functions took longer than 10 s at step 1, after the token ' time'"):
        own(tmp_path, ("picking/sample_with_u",), request(0, ""), system)


def test_nothing_can_be_written_and_the_package_is_out_of_reach(tmp_path: Path, system: Launcher) -> None:
    if "landlock" not in system.layers:
        pytest.skip("this machine has no Landlock")
    for line in (
        f"open({str(tmp_path / 'new')!r}, 'w')",
        f"open({str(Path(__file__))!r})",
        "import socket; socket.socket()",
    ):
        write_set(COURSE, tmp_path, {"sample_with_u": f"def sample(p, u):\n    {line}\n"})
        with pytest.raises(MineError, match=r"sample_with_u\.sample failed at step 1, .*: PermissionError"):
            own(tmp_path, ("picking/sample_with_u",), request(0, ""), system)


def test_what_functions_print_is_kept_apart(tmp_path: Path, system: Launcher) -> None:
    write_set(COURSE, tmp_path, {"sample_with_u": SAMPLE.replace("count += 1", "count += 1; print(count)")})
    made = opened(tmp_path, ("picking/sample_with_u",), system)
    with contextlib.suppress(MineError), contextlib.redirect_stdout(io.StringIO()) as printed:
        list(made.events(SystemModule("generator", CHECKED), request(0, ""), 10))
    assert (made.printed, printed.getvalue()) == ("".join(f"{n}\n" for n in range(1, 11)), "")


DRAW = "def sample(p, u):\n    {}\n    return int(p.argmax())\n"
HOSTILE = {
    "goes on for ever": (
        "structure/complete_generate",
        "def generate(**given):\n    while True:\n        yield {'text': 'a'}\n",
        "your functions do not end at step 1",
    ),
    "yields too much": (
        "structure/complete_generate",
        "def generate(**given):\n    yield {'text': 'a' * 10**8}\n",
        "the course's generator failed at step 1, .*: WireError: a value that takes more room than allowed",
    ),
    "exits": ("picking/sample_with_u", DRAW.format("raise SystemExit('bye')"), r"your sample_with_u\.sample failed at step 1, .*: SystemExit: bye"),
    "lies about its name": (
        "picking/sample_with_u",
        DRAW.format(r"raise type('\x1b[31mE', (Exception,), {})('a\nb')"),
        r"your sample_with_u\.sample failed at step 1, .*: \\x1b\[31mE: a b \(",
    ),
    "needs all memory": ("picking/sample_with_u", DRAW.format("[0] * 10**10"), r"your sample_with_u\.sample failed at step 1, .*: MemoryError"),
    "returns no token": ("picking/sample_with_u", "def sample(p, u):\n    return 10**6\n", r"IndexError: .* return was sample_with_u\.sample"),
    "has a null byte": ("picking/sample_with_u", "def sample(p, u):\n    return 0\n\0", r"your sample_with_u failed before the first step: SyntaxError: the file holds a null byte.* \(.*sample_with_u\.py\)"),
}  # fmt: skip


@pytest.mark.parametrize("how", HOSTILE)
def test_whatever_a_function_does_ends_in_one_sentence(how: str, tmp_path: Path, system: Launcher) -> None:
    exercise, text, message = HOSTILE[how]
    write_set(COURSE, tmp_path, {exercise.rpartition("/")[2]: text})
    with pytest.raises(MineError, match=message) as raised:
        own(tmp_path, (exercise,), request(0, ""), system)
    assert "\n" not in str(raised.value)
    assert "\x1b" not in str(raised.value)


def test_a_forged_message_is_only_a_message(tmp_path: Path, system: Launcher) -> None:
    forging = 'import os\n    for n in range(3, 30):\n        try:\n            os.write(n, b\'\\0\\0\\0\\x0d\\0\\0\\0\\0{"op":"evil"}\')\n'
    write_set(COURSE, tmp_path, {"sample_with_u": DRAW.format(forging + "        except OSError:\n            pass")})
    with pytest.raises(
        MineError, match=r"your functions sent what cannot be read at step 1, .*: a message of unknown kind"
    ):
        own(tmp_path, ("picking/sample_with_u",), request(0, ""), system)


def test_learners_other_files_do_not_hide_the_standard_library(tmp_path: Path, system: Launcher) -> None:
    files = {name: "raise AssertionError\n" for name in ("json", "adapters", "generator", "random")}
    write_set(COURSE, tmp_path, files | {"sample_with_u": DRAW.format("pass")})
    asked = request(0, "")
    greedy = usual(asked | {"settings": asked["settings"] | {"temperature": 0.0}})
    assert own(tmp_path, ("picking/sample_with_u",), asked, system) == greedy


NEEDED: dict[str, dict[str, Any]] = {
    "scores/first_loop": {"temperature": 0.0},
    "picking/greedy_pick": {"temperature": 0.0},
    "loop/stop_sequences": {"stop": ["there was"]},
}
"""Settings that the system uses a function with, beside the options that its place names."""


@pytest.mark.parametrize("exercise", three_always(WITH_PLACE))
def test_a_function_is_used_where_its_place_says(exercise: str, tmp_path: Path, system: Launcher) -> None:
    each = COURSE.exercise(exercise)
    raising = [f"def {name}(*given, **more):\n    raise KeyError('used')\n" for name in each.functions]
    write_set(COURSE, tmp_path, {each.name: "".join(raising)})
    options = each.place.only_with or (("draft",) if exercise == "speculative/speculative_generate" else ())
    known: dict[str, Any] = {"beams": 2, "price": (1.0, 2.0), "hidden": 7, "regex": r"[ab]\d*", "bigram": "once upon"}
    known |= {"draft": "ngram" if "ngram" in options else "model", "json": True, "chat": True, "show": True}
    given = {name: known[name] for name in options if name in known}
    if "paged" in options or "no-cache" in options:
        given["cache"] = "paged" if "paged" in options else "none"
    asked = request(0, "--beams" if "beams" in options else "") | given
    asked["settings"] = asked["settings"] | NEEDED.get(exercise, {})
    module = "generator"
    if "score" in options:
        module, asked = "reader", {"text": "The capital of France is Paris.", "what": "scores"}
    if "train" in options:
        module, asked = "reader", {"text": "the", "what": "tokens", "train_on": "the cat and the hat", "n_merges": 5}
    with pytest.raises(MineError, match=rf"^your {each.name}\.\w+ failed .*KeyError: 'used'"):
        own(tmp_path, (exercise,), asked, system, module)


def test_a_beam_search_uses_no_function_that_draws_or_bends(tmp_path: Path, system: Launcher) -> None:
    unused = [each for each in COURSE.exercises() if "no-beams" in each.place.only_with]
    raising = "def {}(*given, **more):\n    raise KeyError('used')\n"
    write_set(COURSE, tmp_path, {each.name: "".join(map(raising.format, each.functions)) for each in unused})
    asked = request(0, "--beams")
    assert unused
    assert own(tmp_path, tuple(each.id for each in unused), asked, system) == usual(asked)
    yours, others = cast(tmp_path, ALL, asked, system)
    assert [each.name for each in unused if each.name in yours + others] == []
