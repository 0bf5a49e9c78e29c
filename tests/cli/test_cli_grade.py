"""`learn grade`: a submission folder in, a result out; and that `learn check` finds the same."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from places import COURSE_FOLDER, ROOT
from sizes import first_always
from workplace import TINY, Workplace

from grader.cli.grade import grade
from grader.cli.main import report_it
from grader.course import find
from grader.course.course import Course
from grader.reports import class_formats

SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))
EXERCISES = [
    "scores/softmax_by_hand",
    "scores/temperature_rescaling",
    "picking/top_3_renormalisation",
    "picking/nucleus_membership",
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder."""
    return Workplace(tmp_path, monkeypatch, capsys)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder for the shipped course."""
    return Workplace(tmp_path, monkeypatch, capsys, course=COURSE_FOLDER)


def without_seconds(text: str) -> Any:
    """Read a result, durations left out."""
    document = json.loads(text)
    for exercise in document["exercises"]:
        del exercise["seconds"]
    return document


# --- the same result --------------------------------------------------------------------------


def mistakes(folder: Path) -> None:
    """Hand in a mistake in each file."""
    course = Course(find(COURSE_FOLDER))
    for number, each in enumerate(EXERCISES):
        alone = [mistake.source for mistake in course.mistakes(each) if "from ." not in mistake.source]
        (folder / f"{each.rpartition('/')[2]}.py").write_text(alone[number], "utf-8")


def broken(folder: Path) -> None:
    """Hand in what raises, does not parse, prints, and is not there."""
    (folder / "softmax_by_hand.py").write_text("def softmax(logits):\n    print(logits)\n    return logits['a']\n")
    (folder / "temperature_rescaling.py").write_text("def temperature_probs(logits, T)\n    return logits\n")
    (folder / "top_3_renormalisation.py").write_text(
        "import numpy as np\n\ndef top_k(p, k):\n    return np.float32(p)\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("hand_in", first_always([mistakes, broken]), ids=lambda each: each.__name__)
def test_grade_and_check_find_the_same(shipped: Workplace, hand_in: Any) -> None:
    hand_in(shipped.folder)
    only = [word for each in EXERCISES for word in ("--exercise", each)]
    graded = without_seconds(shipped.learn("grade", ".", "--seed", "0", *only).out)
    checked = without_seconds(shipped.command("check", *EXERCISES, "--format", "json").out)
    assert [each["id"] for each in graded["exercises"]] == EXERCISES
    assert graded["exercises"] == checked["exercises"]
    assert {**graded, "confinement": None} == {**checked, "confinement": None}
    assert graded["confinement"][:2] == ["own process", "limits"]


# --- what it takes ----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_seed_changes_the_inputs_and_is_noted(place: Workplace) -> None:
    place.write("scale.py", "def scale(logits, temperature):\n    if len(logits) == 3: return logits / temperature\n")
    first, again, other = (
        without_seconds(place.learn("grade", ".", "--exercise", "scale", "--seed", seed).out) for seed in "556"
    )
    assert first == again
    assert (first["seed"], other["seed"]) == (5, 6)


@pytest.mark.slow
def test_whatever_the_scores_grading_ends_with_0_but_with_4_at_a_fault_of_ours(place: Workplace) -> None:
    place.write("odd.py", "def odd(number):\n    return 13\n")
    ran = place.learn("grade", ".", "--exercise", "odd")
    assert json.loads(ran.out)["exercises"][0]["status"] == "internal"
    assert (ran.code, ran.err) == (
        4,
        "learn: “internal” is a fault of ours, not of the learner's; " + report_it() + "\n",
    )


# --- a class ----------------------------------------------------------------------------------

RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
ROSTER = "id,name,section\n1,Ada Lovelace,A\n2,Bo Li,A\n3,Cy X,B\n4,Di Y,B\n"
DEADLINES = "student,due\n*,2026-11-20T12:00:00+00:00\n2,2026-11-25T12:00:00Z\n"
SUBMITTED = "student,submitted\n1,2026-11-21T21:00:00+01:00\n2,2026-11-22T13:00:00+01:00\n3,2026-11-20T12:00:00Z\n"
CLUSTER = ("grade", "class", "--out", "out", "--scheduler")
CLASS = ("grade", "class", "--out", "out", "--exercise", "total", "--confine", "none", "--jobs", "1")


@pytest.fixture
def class_place(place: Workplace) -> Workplace:
    """Return a folder with a class, its roster and its times."""
    place.write("class/Ada Lovelace_1_assignsubmission_file_/total.py", RIGHT)
    place.write("class/hw-2/total.py", "def total(values):\n    return float(max([0.0, *values]))\n")
    place.write("class/3/total.py", "def total(values):\n    raise NotImplementedError\n")
    place.write("class/=cmd\u202e/total.py", RIGHT)
    for name, text in (("roster", ROSTER), ("due", DEADLINES), ("came", SUBMITTED)):
        place.write(f"{name}.csv", text)
    return place


def test_a_class_gets_a_table_and_a_result_for_each(class_place: Workplace) -> None:
    ran = class_place.learn(
        *CLASS, "--roster", "roster.csv", "--deadlines", "due.csv", "--submitted", "came.csv", "--seed", "5",
        "--export", "csv=class.csv",
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "student                        score  what to look at\n"
        "1                                2/2  1 day 8 hours late\n"
        "2                                0/2  total: The largest value is returned.\n"
        "3                                0/2  total: still raises NotImplementedError\n"
        "4                            missing  nothing was handed in\n"
        "not on the roster:\n"
        "=cmd\\u202e                       2/2  no time\n"
        "\n"
        "4 submissions are graded.\n"
        "1 submission is late.\n"
        "1 submission has no time, so that nothing says whether it is late.\n"
        "1 student has handed in nothing.\n"
        "1 submission belongs to nobody on the roster and is graded under its own name.\n"
        "Learners' code was not confined (--confine none); results and reports say so.\n"
    )
    results = {path.name: json.loads(path.read_text("utf-8")) for path in class_place.folder.glob("out/results/*")}
    assert [name for name in sorted(results) if "~" not in name] == ["1.json", "2.json", "3.json"]
    for document in results.values():
        jsonschema.validate(document, SCHEMA)
    assert {document["seed"] for document in results.values()} == {5}
    late = {name: document["submission"] for name, document in results.items()}
    assert (late["1.json"]["late_seconds"], late["2.json"]["late_seconds"], late["3.json"]["late"]) == (
        115200,
        0,
        False,
    )
    lines = (class_place.folder / "class.csv").read_text("utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines[1:]] == ["1", "2", "3", "4", "'=cmd\\u202e"]


@pytest.mark.slow
def test_the_same_command_again_finds_everything_done_with_the_seed_of_before(class_place: Workplace) -> None:
    first = class_place.learn(*CLASS)
    before = [path.read_bytes() for path in sorted(class_place.folder.glob("out/results/*"))]
    again = class_place.learn(*CLASS)
    assert again.out == first.out.replace("4 submissions are graded.", "4 submissions are graded, 4 of them before.")
    assert [path.read_bytes() for path in sorted(class_place.folder.glob("out/results/*"))] == before


@pytest.mark.slow
def test_a_submission_that_cannot_be_opened_is_told_and_the_others_are_graded(place: Workplace) -> None:
    place.write("class/ada/total.py", RIGHT)
    place.write("class/bo.zip", "not a zip file")
    ran = place.learn(*CLASS)
    assert (ran.code, ran.err) == (3, "")
    assert ran.out == (
        "student                        score  what to look at\n"
        "ada                              2/2\n"
        "bo                        unreadable  bo.zip cannot be opened: File is not a…\n"
        "\n"
        "1 submission is graded.\n"
        "1 submission has no number, since not all of it can be graded.\n"
        "Learners' code was not confined (--confine none); results and reports say so.\n"
    )


WRONG = [
    (["grade", "class"], "these are 4 submissions; say with --out where their results go"),
    (["grade", "class/3", "--roster", "roster.csv"], "--roster is for a class; say with --out where its results go"),
    (["grade", "class/3", "--export", "csv=x"], "--export csv is for a class; say with --out where its results go"),
    (["grade", "class/3", "--scheduler", "tcp://a:1"], "--scheduler is for a class; say with --out where its results go"),
    ([*CLASS, "--format", "html"], "--format is for one submission; a class has a table, and --export writes others"),
    ([*CLASS, "--scheduler", "tcp://a:1"],
     "--jobs is for this machine; a cluster does as much at once as its workers have threads"),
    ([*CLUSTER, "udp://a:1"], "'udp://a:1' is no address of a scheduler; write it like tcp://10.0.0.1:8786"),
    (["grade", "class/3", "--points", "100"], "--points is for a class; say with --out where its results go"),
    ([*CLASS, "--points", "100"], "--points scales what --export writes; name a format and a file with it"),
    (["grade", "class/3", "--column", "7"], "--column is for a class; say with --out where its results go"),
    ([*CLASS, "--column", "7"], "--column is for --export canvas=FILE or moodle=FILE; name the file to write"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "message"), WRONG, ids=range(len(WRONG)))
def test_options_that_do_not_go_together_are_one_sentence(
    class_place: Workplace, words: list[str], message: str
) -> None:
    ran = class_place.learn(*words)
    assert (ran.code, ran.out, ran.err) == (2, "", f"learn: {message} (see `learn grade --help`)\n")
    assert not (class_place.folder / "out").exists()


def test_a_table_that_is_not_right_is_told_before_anything_is_graded(class_place: Workplace) -> None:
    class_place.write("roster.csv", "id\n1\n1\n")
    ran = class_place.learn(*CLASS, "--roster", "roster.csv")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "learn: roster.csv:3: the id '1' is that of roster.csv:2, too; keep one of the lines\n"
    assert not (class_place.folder / "out").exists()


def test_the_help_names_the_formats_of_a_class_and_the_exit_codes(place: Workplace) -> None:
    text = " ".join(place.learn("grade", "--help").out.split())
    assert f"for a class {', '.join(class_formats())}" in text
    assert "or all of this unit" in text
    assert "0 everything was graded, whatever the scores" in text
    options = {name for param in grade.params for name in param.opts if name.startswith("--")}
    assert len(options) == 15


# --- the file of an assignment ------------------------------------------------------------------

ASSIGNMENT = """\
submissions: class
exercises: [total]
roster: roster.csv
deadlines: due.csv
submitted: came.csv
seed: 1
results: week3
exports:
  csv: week3.csv
"""
ALONE = ("--confine", "none", "--jobs", "1")


@pytest.mark.slow
def test_a_file_says_all_that_the_options_say_and_the_short_command_repeats_it(class_place: Workplace) -> None:
    class_place.write("week3.yaml", ASSIGNMENT)
    (class_place.folder / "elsewhere").mkdir()
    tables = ("--roster", "roster.csv", "--deadlines", "due.csv", "--submitted", "came.csv", "--seed", "1")
    by_options = class_place.learn(*CLASS, *tables, "--export", "csv=out.csv")
    by_file = class_place.learn("grade", "week3.yaml", *ALONE)
    assert (by_file.code, by_file.out, by_file.err) == (0, by_options.out, "")
    exported = (class_place.folder / "week3.csv").read_bytes()
    assert exported == (class_place.folder / "out.csv").read_bytes()
    with contextlib.chdir(class_place.folder / "elsewhere"):
        again = class_place.learn("grade", "../week3.yaml", *ALONE)
    assert "4 submissions are graded, 4 of them before." in again.out
    assert (class_place.folder / "week3.csv").read_bytes() == exported
    class_place.write("week4.yaml", ASSIGNMENT.replace("csv: week3.csv", "csv: week4.csv"))
    other = class_place.learn("grade", "week4.yaml", *ALONE)
    message = "learn: week3: has the results of week3.yaml; write another folder after `results:`\n"
    assert (other.code, other.out, other.err) == (3, "", message)
    assert not (class_place.folder / "week4.csv").exists()


def test_a_file_that_is_wrong_is_refused_at_its_lines_before_anything_is_graded(class_place: Workplace) -> None:
    text = ASSIGNMENT.replace("[total]", "[total, totall]").replace("roster.csv", "rooster.csv")
    class_place.write("week3.yaml", text.replace("csv: week3", "cvs: week3").replace("seed: 1", "seed: -1"))
    ran = class_place.learn("grade", "week3.yaml", *ALONE)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines() == [
        "learn: week3.yaml:2:20: there is no exercise 'totall'; did you mean total?",
        "week3.yaml:3:9: there is no rooster.csv; paths count from the folder of this file",
        "week3.yaml:6:7: `seed` is -1; write 0 to 9.22337203685478e+18",
        "week3.yaml:9:3: unknown format `cvs`; did you mean `csv`?",
    ]
    class_place.write("week3.yaml", ASSIGNMENT.replace("seed:", "sead:").replace("results: week3", "roaster: 1"))
    ran = class_place.learn("grade", "week3.yaml", *ALONE)
    assert (ran.code, ran.err.splitlines()) == (3, [
        "learn: week3.yaml:1:1: the key `results` is missing; add `results:`",
        "week3.yaml:6:1: unknown key `sead`; did you mean `seed`?",
        "week3.yaml:7:1: unknown key `roaster`; did you mean `roster`?",
    ])  # fmt: skip
    assert not (class_place.folder / "week3").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--out", "out"], "week3.yaml sets `results`; leave out --out, or the key"),
        (["--export", "csv=x.csv"], "week3.yaml sets `exports`; leave out --export, or the key"),
        (["class/3"], "week3.yaml says which submissions it is about; give it alone"),
    ],
)
def test_an_option_beside_a_file_that_sets_it_is_refused(
    class_place: Workplace, words: list[str], message: str
) -> None:
    class_place.write("week3.yaml", ASSIGNMENT)
    ran = class_place.learn("grade", "week3.yaml", *words)
    assert (ran.code, ran.out, ran.err) == (2, "", f"learn: {message} (see `learn grade --help`)\n")


@pytest.mark.slow
def test_a_folder_of_results_takes_no_other_exercises(class_place: Workplace) -> None:
    assert class_place.learn(*CLASS).code == 0
    other = class_place.learn(*(word.replace("total", "scale") for word in CLASS))
    message = "learn: out: has the results of small/total, not of small/scale; give another folder for these\n"
    assert (other.code, other.out, other.err) == (3, "", message)
    everything = class_place.learn("grade", "class", "--out", "out", *ALONE)
    assert everything.err == message.replace("small/scale", "all exercises")
