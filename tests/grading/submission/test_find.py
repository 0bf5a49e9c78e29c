"""A messy submission: each exercise's file is found wherever that is certain; otherwise a sentence says what lies there."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from messy_class import ARCHIVES, CLONES, HELPED, POINTS, RIGHT, STUB, WRONG, Messy, archive, files, notebook, zipped

from grader.files.regular_file import UnreadableError
from grader.grading.submission import find
from grader.grading.submission.find import HandedIn

TOTAL = "small/total"
STUBS = {TOTAL: STUB, "small/scale": b""}


def handed_in_by(student: Messy, folder: Path, stubs: dict[str, bytes] | None = None) -> HandedIn:
    """Make a student's submission and list it, as the only source."""
    student.make(folder)
    functions = {exercise_id: exercise_id.rpartition("/")[2] for exercise_id in stubs or {TOTAL: STUB}}
    return HandedIn([(folder, "")], stubs or {TOTAL: STUB}, functions)


def absence_of(submission: HandedIn, exercise_id: str) -> str:
    """Return why no file of an exercise can be read."""
    try:
        assert submission.read(exercise_id) is None
    except UnreadableError as error:
        return f"{submission.shown(exercise_id)} {error}"
    return submission.absence(exercise_id)


def said_of(submission: HandedIn) -> str:
    """Return all that is said of a submission without points."""
    try:
        submission.read(TOTAL)
    except UnreadableError as error:
        return "; ".join((*submission.unclear([TOTAL]), f"{submission.shown(TOTAL)} {error}"))
    return "; ".join(submission.unclear([TOTAL]))


@pytest.mark.parametrize("name", [name for name in CLONES | ARCHIVES if name != "stub"])
def test_a_messy_submission_has_the_right_file_or_says_why_not(tmp_path: Path, name: str) -> None:
    expected = (CLONES | ARCHIVES)[name]
    if name in ("seven.7z", "renamed.zip", "truncated.zip", "empty.zip", "too-deep"):  # nothing can be opened
        with pytest.raises(UnreadableError, match=expected.said):
            handed_in_by(expected, tmp_path / name)
        return
    submission = handed_in_by(expected, tmp_path / name)
    if expected.score < POINTS:
        assert expected.said in said_of(submission)
        assert set(submission.modules) <= {"total", "ada_total", "solution", "hw", "test_total"}
        return
    content = submission.read(TOTAL)
    assert content is not None
    assert (RIGHT in content.replace(b"\r\n", b"\n") or content == HELPED, submission.unopened) == (True, ())
    assert "total" in submission.modules


# --- which file is meant ------------------------------------------------------------------------

CHOICES = {
    # files in the order in which one is preferred to the next
    "a workspace, a unit, the top": ("exercises/small/total.py", "small/total.py", "total.py"),
    "its own name, another case, a copy, a notebook": ("total.py", "Total.py", "total (1).py", "total.ipynb"),
    "the same elsewhere": ("a/Total.py", "a/total (1).py", "a/total.ipynb"),
    "a workspace below, a unit below, elsewhere": ("hw/exercises/small/total.py", "hw/small/total.py", "hw/total.py"),
    "another case in a workspace": ("exercises/small/TOTAL.py", "x/total.py"),
    "a copy in a workspace": ("x/total.py", "exercises/small/total (1).py"),
    "a place at the top before one below": ("total.py", "x/exercises/small/total.py"),
}


@pytest.mark.parametrize("names", list(CHOICES.values()), ids=list(CHOICES))
def test_the_file_in_the_best_place_with_the_closest_name_is_graded(tmp_path: Path, names: tuple[str, ...]) -> None:
    contents = {name: notebook(name) if name.endswith("ipynb") else f"# {name}\n".encode() for name in names}
    for number in range(len(names) - 1):
        folder = tmp_path / str(number)
        left = {name: contents[name] for name in names[number:]}
        submission = handed_in_by(Messy(files({**left, "README.md": b""})), folder)
        assert (submission.shown(TOTAL), submission.read(TOTAL)) == (names[number], contents[names[number]])
        assert submission.unclear([]) == ()
        assert submission.unclear([TOTAL]) == (f"{names[number]} is graded, but not {', '.join(names[number + 1 :])}",)


NAMES = {
    "total.py": True,
    "Total.PY": True,
    "to-tal.py": True,
    "total (12).py": True,
    "total (1234).py": False,
    "total_2.py": True,
    "total_123.py": False,
    "total copy.py": True,
    "Kopie von total.py": True,
    "total.py.txt": True,
    "total.ipynb.txt": True,
    "total.yaml.txt": False,
    "total.csv.txt": False,
    "total.yaml": False,
    "total.py.bak": False,
    "totals.py": False,
    "total_final.py": False,
}


@pytest.mark.parametrize(("name", "is_found"), list(NAMES.items()), ids=list(NAMES))
def test_a_name_is_an_exercises_if_only_case_signs_and_marks_of_copies_differ(
    tmp_path: Path, name: str, is_found: bool
) -> None:
    content = notebook("x") if ".ipynb" in name else b"x"
    assert handed_in_by(Messy(files({name: content})), tmp_path / "clone").has(TOTAL) is is_found


@pytest.mark.parametrize(
    ("content", "read"),
    [
        ("é = 1\n".encode("utf-16"), "é = 1\n".encode()),
        (codecs.BOM_UTF16_BE + "x = 1\n".encode("utf-16-be"), b"x = 1\n"),
        (codecs.BOM_UTF16_LE + b"x", codecs.BOM_UTF16_LE + b"x"),
        (notebook("x = 1"), b"x = 1\n"),
        (b'{"cells": 1}\n', b'{"cells": 1}\n'),
    ],
    ids=["utf-16", "big-endian", "damaged", "notebook", "dictionary"],
)
def test_right_work_in_another_encoding_or_format_than_its_name_says_is_read(
    tmp_path: Path, content: bytes, read: bytes
) -> None:
    assert handed_in_by(Messy(files({"total.py": content})), tmp_path / "clone").read(TOTAL) == read


def test_an_untouched_stub_never_wins_over_work(tmp_path: Path) -> None:
    stub = STUB.replace(b"\n", b"\r\n") + b"\n\n"
    submission = handed_in_by(Messy(files({"small/total.py": stub, "a/total.py": RIGHT})), tmp_path / "clone")
    assert (submission.shown(TOTAL), submission.misplaced) == ("a/total.py", ("a/total.py",))
    assert submission.unclear([TOTAL]) == ()
    for work in (b"# mine", b"zzz"):
        mine = handed_in_by(Messy(files({"small/total.py": work, "a/total.py": RIGHT})), tmp_path / work.decode())
        assert mine.shown(TOTAL) == "small/total.py"
    alone = handed_in_by(Messy(files({"small/total.py": stub, "README.md": b""})), tmp_path / "alone")
    assert (alone.read(TOTAL), alone.has(TOTAL)) == (stub, True)


# --- what is said -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "absence", "unclear"),
    [
        ([], "there is no file total.py", ["there is no file in it"]),
        (["readme"], "there is no file total.py", ["no file has the name of an exercise: readme"]),
        (["d", "c", "b", "a"], "total.py is missing, and no file has the name of an exercise: a, b, c and 1 more", ["no file has the name of an exercise: a, b, c and 1 more"]),
        (["__pycache__/total.cpython-311.pyc"], "total.py is missing, and all files are compiled: total.cpython-311.pyc; hand in the .py files", ["all files are compiled: total.cpython-311.pyc; hand in the .py files"]),
        (["my_total.py"], "total.py is missing, and my_total.py may be meant; rename it", ["total.py may be my_total.py"]),
        (["x/my_total.py", "x/tottal.py"], "total.py is missing, and my_total.py or tottal.py may be meant; rename it", ["total.py may be my_total.py or tottal.py"]),
        (["subtotal.py", "test_total.py", "total_x.yaml", "total-new.ipynb"], "total.py is missing, and total-new.ipynb may be meant; rename it", ["total.py may be total-new.ipynb"]),
        (["a/total.py", "b/Total.py"], "total.py could be a/total.py or b/Total.py; keep one of them", ["total.py could be a/total.py or b/Total.py"]),
        (["a/total.py", "b/total.py"], "total.py could be a/total.py or b/total.py; keep one of them", ["total.py could be a/total.py or b/total.py"]),
        ([f"{folder}/total.py" for folder in "abcde"], "total.py could be a/total.py or b/total.py or c/total.py and 2 more; keep one of them", ["total.py could be a/total.py or b/total.py or c/total.py and 2 more"]),
    ],
    ids=["nothing", "another file", "many files", "compiled", "in another name", "a slip", "kinds", "two cases", "two files", "many"],
)  # fmt: skip
def test_what_may_be_meant_is_said(tmp_path: Path, names: list[str], absence: str, unclear: list[str]) -> None:
    contents = {name: notebook(name) if name.endswith("ipynb") else name.encode() for name in names}
    submission = handed_in_by(Messy(files(contents)), tmp_path / "clone")
    assert (absence_of(submission, TOTAL), submission.unclear([TOTAL])) == (absence, tuple(unclear))
    assert (submission.has(TOTAL), submission.shown(TOTAL)) == (False, "total.py")
    assert submission.misplaced == ()


def test_what_cannot_be_opened_is_said_unless_everything_is_there(tmp_path: Path) -> None:
    broken = {"work.zip": b"PK", "inside.zip": zipped({"more.zip": b"PK"})}
    reason = "cannot be opened: File is not a zip file; pack it again"
    submission = handed_in_by(Messy(files(broken)), tmp_path / "clone")
    assert submission.unopened == (f"work.zip {reason}", f"inside.zip/more.zip {reason}")
    assert submission.unclear([]) == submission.unopened
    complete = handed_in_by(Messy(files({"total.py": RIGHT, **broken})), tmp_path / "complete")
    assert (complete.unopened, complete.unclear([TOTAL])) == ((), ())
    (tmp_path / "a.zip").write_bytes(b"PK")
    with pytest.raises(UnreadableError, match=rf"^a\.zip {reason}; b\.zip {reason}$"):
        HandedIn([(tmp_path / "a.zip", ""), (tmp_path / "a.zip", "b.zip")], {TOTAL: STUB})


# --- several exercises in one file --------------------------------------------------------------

SHARED = {"scores/by_hand": b"", "scores/stable": b"", "scores/other": b""}
ASKED = {
    "scores/by_hand": "softmax",
    "scores/stable": "softmax",
    "scores/other": "entropy",
    "scores/ungraded": "perplexity",
}
SOFTMAX, ENTROPY = b"def softmax(x):\n    return x\n", b"def entropy(p):\n    return 0\n"


@pytest.mark.parametrize(
    ("contents", "shown"),
    [
        ({"all.py": SOFTMAX + ENTROPY}, {"scores/other": "all.py"}),
        ({"by_hand.py": SOFTMAX, "all.py": SOFTMAX + ENTROPY}, {"scores/by_hand": "by_hand.py", "scores/stable": "all.py", "scores/other": "all.py"}),
        ({"by_hand.py": SOFTMAX + ENTROPY}, {"scores/by_hand": "by_hand.py", "scores/other": "by_hand.py"}),
        ({"ungraded.py": SOFTMAX + ENTROPY}, {"scores/other": "ungraded.py"}),
        ({"all.py": SOFTMAX + SOFTMAX.replace(b"x\n", b"x + 1\n") + ENTROPY}, {"scores/other": "all.py"}),
    ],
    ids=["two ask for one", "one is there", "in another's file", "of an exercise that is not graded", "twice"],
)  # fmt: skip
def test_a_file_with_several_functions_is_split_where_it_is_certain(
    tmp_path: Path, contents: dict[str, bytes], shown: dict[str, str]
) -> None:
    Messy(files(contents)).make(tmp_path / "clone")
    submission = HandedIn([(tmp_path / "clone", "")], SHARED, ASKED)
    assert {each: submission.shown(each) for each in SHARED if submission.has(each)} == shown
    doubts = "\n".join(submission.unclear(list(SHARED)))
    is_doubtful = SOFTMAX in contents.get("all.py", b"") and "by_hand.py" not in contents
    assert ("`softmax` in all.py" in doubts) is is_doubtful
    for exercise_id in set(SHARED) - set(shown) if is_doubtful else ():
        with pytest.raises(UnreadableError, match="softmax"):
            submission.read(exercise_id)


# --- packed files -------------------------------------------------------------------------------


def test_an_archive_within_is_opened_only_for_what_is_missing_or_untouched(tmp_path: Path) -> None:
    packed = zipped({"total.py": b"packed", "scale.py": b"packed"})
    submission = handed_in_by(Messy(files({"total.py": RIGHT, "hw.zip": packed})), tmp_path / "clone", STUBS)
    assert (submission.shown(TOTAL), submission.shown("small/scale")) == ("total.py", "hw.zip/scale.py")
    assert (submission.read(TOTAL), submission.read("small/scale")) == (RIGHT, b"packed")
    touched = handed_in_by(Messy(files({"total.py": STUB, "hw.zip": packed})), tmp_path / "stub")
    assert (touched.shown(TOTAL), touched.read(TOTAL)) == ("hw.zip/total.py", b"packed")
    doubtful = handed_in_by(
        Messy(files({"a/total.py": RIGHT, "b/total.py": WRONG, "hw.zip": packed})), tmp_path / "two"
    )
    assert absence_of(doubtful, TOTAL) == "total.py could be a/total.py or b/total.py; keep one of them"


def test_the_folder_around_everything_is_left_out_of_names(tmp_path: Path) -> None:
    for number, (names, shown) in enumerate(
        [
            (["hw/week/total.py", "hw/week/notes.md"], "total.py"),
            (["hw/week/total.py", "hw/notes.md"], "week/total.py"),
            (["hw/week/total.py", "hw/weeks/notes.md"], "week/total.py"),
            (["hw/exercises/small/total.py"], "exercises/small/total.py"),
            (["hw/small/total.py", "hw/small/scale.py"], "small/total.py"),
        ]
    ):
        contents = {name: RIGHT for name in names}
        submission = handed_in_by(Messy(archive(zipped(contents))), tmp_path / f"{number}.zip")
        assert submission.shown(TOTAL) == shown


def test_loose_files_have_the_names_that_the_platform_gave_them(tmp_path: Path) -> None:
    for name, content in {
        "ada_1_total.py": RIGHT,
        "ada_2_total-1.py": WRONG,
        "ada_3_work.zip": zipped({"scale.py": b"s"}),
    }.items():
        (tmp_path / name).write_bytes(content)
    names = [("ada_1_total.py", "total.py"), ("ada_2_total-1.py", "total.py"), ("ada_3_work.zip", "../work.zip")]
    submission = HandedIn(find.sources(tmp_path, names), STUBS)
    assert absence_of(submission, TOTAL) == "total.py could be ada_1_total.py or ada_2_total-1.py; keep one of them"
    assert (submission.shown("small/scale"), submission.read("small/scale")) == ("scale.py", b"s")
    twice = [("ada_3_work.zip", "a.zip"), ("ada_4_work.zip", "b.zip")]
    (tmp_path / "ada_4_work.zip").write_bytes(zipped({"scale.py": b"t"}))
    submission = HandedIn(find.sources(tmp_path, twice), STUBS)
    wanted = "scale.py could be ada_3_work.zip/scale.py or ada_4_work.zip/scale.py; keep one of them"
    assert absence_of(submission, "small/scale") == wanted
    assert find.sources(tmp_path, []) == [(tmp_path, "")]


# --- limits and imports -------------------------------------------------------------------------


def test_modules_are_the_python_files_beside_the_exercises_and_the_exercises_themselves(tmp_path: Path) -> None:
    contents = {
        "hw/exercises/small/total (1).py": RIGHT,
        "hw/exercises/small/helper.py": b"1",
        "hw/exercises/other/far.py": b"2",
        "hw/top.py": b"3",
        "hw/exercises/small/deep/hidden.py": b"4",
        "hw/notes/note.py": b"5",
        "hw/helper.py": b"6",
        "hw/text.txt": b"7",
        "sums.yaml": b"{}",
        "README.md": b"",
        "first.py": b"8",
        "folder/second.py": b"9",
        "folder/deep/third.py": b"10",
    }
    modules = handed_in_by(Messy(files(contents)), tmp_path / "clone", STUBS).modules
    assert {name: content for name, (_, content) in modules.items()} == {
        "first": b"8",
        "second": b"9",
        "helper": b"6",
        "top": b"3",
        "note": b"5",
        "far": b"2",
        "total (1)": RIGHT,
        "total": RIGHT,
    }
    assert modules["total"][0] == modules["total (1)"][0] == "hw/exercises/small/total (1).py"
