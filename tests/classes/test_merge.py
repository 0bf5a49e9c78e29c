"""`learn merge`: the results of shares become, byte for byte, those of one run; what contradicts itself is not merged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from small_class import ONLY, change_result, everything_in, hand_in
from workplace import TINY, Workplace

pytestmark = pytest.mark.whole

STUDENTS = ["=1+1", "ada", "bo", "gus", "jo", "kim", "leo", "x y", "Zoë"]
SHARES = ["1/3", "2/3", "3/3"]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a class, graded as a whole and in three shares."""
    folder = tmp_path_factory.mktemp("graded")
    hand_in(folder / "class", STUDENTS)
    for out, options in [("whole", []), *((f"part{share[0]}", ["--shard", share]) for share in SHARES)]:
        command = [sys.executable, "-m", "grader", "grade", "class", "--out", out, "--seed", "5", *ONLY, *options]
        environment = {**os.environ, "LEARN_COURSE": str(TINY)}
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return folder


@pytest.fixture
def place(
    graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Workplace:
    """Return a folder with copies of the three shares."""
    made = Workplace(tmp_path, monkeypatch, capsys)
    for number in "123":
        shutil.copytree(graded / f"part{number}", tmp_path / f"part{number}")
    return made


def of(place: Workplace, student: str) -> Path:
    """Return where the result of a student is."""
    (path,) = place.folder.glob(f"part*/results/{student}.json")
    return path


def refused(place: Workplace, message: str, *folders: str) -> None:
    """Make sure that nothing is merged, with this message."""
    ran = place.learn("merge", "out", *(folders or ("part1", "part2", "part3")))
    assert (ran.code, ran.out, ran.err) == (3, "", f"learn: {message}\n")
    assert not (place.folder / "out").exists()


# --- what can be merged -----------------------------------------------------------------------


@pytest.mark.parametrize("folders", ["part1 part2 part3", "part3 part1 part2 part1", "./part2 part1 part2/ part3"])
def test_merged_shares_are_byte_for_byte_what_one_run_writes(place: Workplace, graded: Path, folders: str) -> None:
    ran = place.learn("merge", "out", *folders.split())
    assert (ran.code, ran.err) == (0, "")
    assert everything_in(place.folder / "out") == everything_in(graded / "whole")
    assert ran.out.endswith("\n9 submissions are graded.\n")
    assert len(ran.out.splitlines()) == 12


def test_how_long_each_took_is_merged_too(place: Workplace) -> None:
    taken = {path.name: path.read_bytes() for path in place.folder.glob("part*/seconds/*.json")}
    assert len(taken) == len(STUDENTS)
    place.learn("merge", "out", "part1", "part2", "part3")
    assert {path.name: path.read_bytes() for path in (place.folder / "out/seconds").iterdir()} == taken


def test_the_table_is_that_of_one_run(place: Workplace, graded: Path) -> None:
    place.environment["LEARN_COURSE"] = str(TINY)
    whole = place.learn("grade", str(graded / "class"), "--out", "whole", "--seed", "5", *ONLY)
    assert place.learn("merge", "out", "part1", "part2", "part3").out == whole.out


def test_merging_again_changes_nothing(place: Workplace) -> None:
    place.learn("merge", "out", "part1", "part2", "part3")
    before = everything_in(place.folder / "out")
    assert place.learn("merge", "out", "part1", "part2", "part3").code == 0
    assert everything_in(place.folder / "out") == before


def test_what_is_merged_need_not_be_graded_again(place: Workplace, graded: Path) -> None:
    place.learn("merge", "out", "part1", "part2", "part3")
    ran = place.learn("grade", str(graded / "class"), "--out", "out", "--seed", "5", *ONLY)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "9 submissions are graded, 9 of them before.")


def test_the_same_result_in_two_folders_is_one(place: Workplace, graded: Path) -> None:
    shutil.copytree(graded / "whole", place.folder / "whole")
    assert place.learn("merge", "out", "whole", "part1", "part2", "part3").code == 0
    assert everything_in(place.folder / "out") == everything_in(graded / "whole")


def test_a_result_that_was_made_again_takes_the_place_of_the_older_one(place: Workplace, graded: Path) -> None:
    place.learn("merge", "out", "part1", "part2", "part3")
    new = "def total(values):\n    return 0.0\n"
    shutil.copytree(graded / "class", place.folder / "class")
    place.write("class/ada/total.py", new)
    share = next(share for share in SHARES if of(place, "ada").parts[-3] == f"part{share[0]}")
    place.learn("grade", "class", "--out", f"part{share[0]}", "--seed", "5", "--shard", share, *ONLY)
    assert place.learn("merge", "out", "part1", "part2", "part3").code == 0
    shutil.copytree(graded / "whole", place.folder / "whole")
    place.learn("grade", "class", "--out", "whole", "--seed", "5", *ONLY)
    assert everything_in(place.folder / "out") == everything_in(place.folder / "whole")
    assert (place.folder / "out/results/ada.json").read_bytes() != (graded / "whole/results/ada.json").read_bytes()


def test_tables_can_be_exported_with_the_names_of_the_roster(place: Workplace) -> None:
    place.write("roster.csv", "id,name\n" + "".join(f"{name},Name of {name}\n" for name in [*STUDENTS, "gone"]))
    ran = place.learn("merge", "out", "part1", "part2", "part3", "--roster", "roster.csv", "--export", "csv=all.csv")
    assert (ran.code, ran.err) == (0, "")
    table = (place.folder / "all.csv").read_text("utf-8")
    assert "Name of ada" in table
    assert "'=1+1" in table
    assert ran.out.splitlines()[-2:] == ["9 submissions are graded.", "1 student has handed in nothing."]


# --- what is missing --------------------------------------------------------------------------


def test_a_missing_share_is_told_and_the_others_are_merged(place: Workplace, graded: Path) -> None:
    ran = place.learn("merge", "out", "part1", "part3")
    assert (ran.code, ran.err) == (
        3,
        "learn: share 2/3 is missing; grade it with --shard 2/3, and merge all shares again\n",
    )
    whole = everything_in(graded / "whole")
    there = everything_in(place.folder / "out")
    missing = {name for name in everything_in(place.folder / "part2") if name.startswith("results/")}
    assert missing
    assert there == {name: content for name, content in whole.items() if name not in missing}
    assert place.learn("merge", "out", "part1", "part2", "part3").code == 0
    assert everything_in(place.folder / "out") == whole


def test_nobody_of_a_missing_share_is_said_to_have_handed_in_nothing(place: Workplace) -> None:
    place.write("roster.csv", "id\n" + "\n".join(STUDENTS) + "\n")
    ran = place.learn("merge", "out", "part1", "part3", "--roster", "roster.csv")
    assert "handed in nothing" not in ran.out


def test_a_share_that_was_interrupted_is_told_with_its_students(place: Workplace) -> None:
    folder = of(place, "ada").parent.parent.name
    of(place, "ada").unlink()
    ran = place.learn("merge", "out", "part1", "part2", "part3")
    assert (ran.code, ran.err) == (
        3,
        f"learn: {folder}: there is no result of ada; give the same `learn grade` again to see why, and merge again\n",
    )
    assert ran.out.endswith("\n8 submissions are graded.\n")


def test_many_that_are_missing_are_counted(place: Workplace) -> None:
    for number in "123":
        path = place.folder / f"part{number}/run.json"
        noted = json.loads(path.read_bytes())
        more = [f"more{number}{each}" for each in "abcdef"] if number == "1" else []
        path.write_text(json.dumps({**noted, "shard": f"{number}/20", "students": noted["students"] + more * 2}))
    err = place.learn("merge", "out", "part1", "part2", "part3").err.splitlines()
    assert len(err) == 22
    assert err[9:11] == [
        "learn: share 13/20 is missing; grade it with --shard 13/20, and merge all shares again",
        "learn: 7 more shares are missing",
    ]
    assert err[-1] == "learn: 2 more students have no result"


def test_machines_that_confine_differently_are_told(place: Workplace) -> None:
    change_result(of(place, "ada"), confinement=["own process", "limits", "landlock"])
    ran = place.learn("merge", "out", "part1", "part2", "part3")
    assert (ran.code, ran.err) == (
        0,
        "learn: the machines did not confine learners' processes alike: own process, limits; "
        "own process, limits, landlock\n",
    )


# --- what contradicts itself ------------------------------------------------------------------


def test_two_results_of_a_student_from_different_files_are_not_merged(place: Workplace, graded: Path) -> None:
    shutil.copytree(graded / "whole", place.folder / "other")
    path = place.folder / "other/results/ada.json"
    document = json.loads(path.read_bytes())
    change_result(path, submission={**document["submission"], "sha256": "0" * 64})
    own = of(place, "ada").relative_to(place.folder)
    refused(
        place,
        f"{own} and other/results/ada.json are both of the student 'ada' and differ in the files handed in; "
        "take one of them out",
        *("part1", "part2", "part3", "other"),
    )


CHANGES = [
    ("seed", 6, "seed"),
    ("confinement", ["none"], "confinement"),
    ("tool", {"name": "token-by-token", "version": "9.9"}, "version of token-by-token"),
    ("course", {"id": "tiny", "version": 2, "sha256": "0"}, "course"),
    ("exercises", [], "choice of exercises"),
    ("note", 1, "outcome, although they were made from the same"),
]


@pytest.mark.parametrize(("key", "value", "words"), CHANGES, ids=[key for key, *_ in CHANGES])
def test_two_results_of_a_student_name_what_they_differ_in(
    place: Workplace, graded: Path, key: str, value: object, words: str
) -> None:
    shutil.copytree(graded / "whole", place.folder / "other")
    nothing = {"score": 0, "max_score": 0} if key == "exercises" else {}
    change_result(place.folder / "other/results/ada.json", **{key: value}, **nothing)
    own = of(place, "ada").relative_to(place.folder)
    message = f"other/results/ada.json and {own} are both of the student 'ada' and differ in the {words}; take one of them out"
    refused(place, message, "other", "part1", "part2", "part3")


@pytest.mark.parametrize(("key", "value", "words"), CHANGES[2:4], ids=[key for key, *_ in CHANGES[2:4]])
def test_results_of_different_students_must_be_made_with_the_same(
    place: Workplace, key: str, value: object, words: str
) -> None:
    first, *_, last = sorted((place.folder).glob("part*/results/*.json"))
    change_result(last, **{key: value})
    names = f"{first.relative_to(place.folder)} and {last.relative_to(place.folder)}"
    refused(place, f"{names} differ in the {words}; grade one of their runs again")


NOTES = [
    ({"seed": 6}, "part1 was graded with --seed 5, and part2 with --seed 6; grade one of them again, with the seed of the other"),
    ({"seed": 0, "seed_from": "a b"},
     "part1 was graded with --seed 5, and part2 with --seed-from 'a b'; grade one of them again, with the seed of the other"),
    ({"shard": "2/4"}, "part1 is one of 3 shares, and part2 one of 4; give the shares of one division"),
    ({"worksheets": "0"}, "part1 and part2 were graded with different --worksheet-seed; grade one of them again"),
    ({"shard": "4/3"}, "part2/run.json: is damaged; grade this share again"),
    ({"students": "all"}, "part2/run.json: is damaged; grade this share again"),
]  # fmt: skip


@pytest.mark.parametrize(("noted", "message"), NOTES, ids=[json.dumps(noted) for noted, _ in NOTES])
def test_shares_of_different_runs_are_not_merged(place: Workplace, noted: dict[str, object], message: str) -> None:
    change_result(place.folder / "part2/run.json", **noted)
    refused(place, message)


def test_a_folder_that_holds_no_results_is_named(place: Workplace) -> None:
    (place.folder / "empty").mkdir()
    message = "empty: holds no results of `learn grade --out`; give the folders that it has written"
    refused(place, message, "part1", "empty")


DAMAGES = ["{", "[]", "null", "{}", '{"schema": "learn/result/v2"}', "\udcff", "[" * 100_000]


@pytest.mark.parametrize("text", DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_result_is_named(place: Workplace, text: str) -> None:
    path = of(place, "ada")
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    name = path.relative_to(place.folder)
    refused(place, f"{name}: is no whole result of `learn grade`; take it out and grade it again")


def test_points_that_were_changed_by_hand_are_noticed(place: Workplace) -> None:
    change_result(of(place, "ada"), score=1000)
    name = of(place, "ada").relative_to(place.folder)
    refused(place, f"{name}: is no whole result of `learn grade`; take it out and grade it again")


def test_a_result_under_the_name_of_another_student_is_noticed(place: Workplace) -> None:
    path = of(place, "ada")
    path.rename(path.with_name("eve.json"))
    name = path.with_name("eve.json").relative_to(place.folder)
    refused(place, f"{name}: is no whole result of `learn grade`; take it out and grade it again")


# --- the folder to merge into -----------------------------------------------------------------


def test_a_share_is_not_merged_into(place: Workplace) -> None:
    ran = place.learn("merge", "part1", "part2", "part3")
    assert (ran.code, ran.err) == (
        3,
        "learn: part1: holds the results of share 1/3; give a folder of its own for the class\n",
    )
    ran = place.learn("merge", "part1", "part1", "part2")
    assert (ran.code, ran.err) == (
        2,
        "learn: 'part1' is the first folder and one of the others; name a new one first (see `learn merge --help`)\n",
    )


def test_results_of_another_seed_are_not_mixed_in(place: Workplace, graded: Path) -> None:
    shutil.copytree(graded / "whole", place.folder / "old")
    change_result(place.folder / "old/run.json", seed=6)
    before = everything_in(place.folder / "old")
    ran = place.learn("merge", "old", "part1", "part2", "part3")
    assert (ran.code, ran.err) == (
        3,
        "learn: old was graded with --seed 6, and part1 with --seed 5; give an empty folder\n",
    )
    assert everything_in(place.folder / "old") == before


def test_a_folder_that_cannot_be_made_is_one_sentence(place: Workplace) -> None:
    place.write("file", "")
    ran = place.learn("merge", "file/out", "part1", "part2", "part3")
    assert (ran.code, ran.out, ran.err) == (
        3,
        "",
        "learn: file/out: cannot be made a folder for results: Not a directory\n",
    )
