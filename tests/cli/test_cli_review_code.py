"""`learn review --code` and `learn status --times`: nothing is lost, and times stay in the progress file."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from reviewing import NOW, WRONG, Learner

from grader.learner import progress
from grader.learner.progress import ExerciseProgress, Progress

pytest.importorskip("fsrs", reason="fsrs is not installed: pip install fsrs")

RIGHT = "def total(values):\n    return float(values.sum())\n"
FILE = "exercises/small/total.py"
ID = "small/total"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learner:
    """Return a workspace in which an exercise passed 25 days ago."""
    folder = tmp_path / "work"
    folder.mkdir()
    learner = Learner(folder, monkeypatch, capsys)
    learner.write(FILE, RIGHT)
    assert learner.learn("check", "total").code == 0
    set_first_pass(learner, NOW - timedelta(days=25))
    return learner


def set_first_pass(place: Learner, time: datetime) -> None:
    """Let the exercise have passed at a time."""
    noted = progress.load(place.folder / ".learn")
    noted.standing(ID).first_pass = time.astimezone(UTC).isoformat(timespec="seconds")
    assert progress.save(place.folder / ".learn", noted)


def standing(place: Learner) -> ExerciseProgress:
    """Return what is noted of the exercise."""
    return progress.load(place.folder / ".learn").standing(ID)


def test_it_is_offered_and_the_file_put_aside(place: Learner) -> None:
    ran = place.review("--code", typed="y\n")
    (kept,) = (place.folder / ".learn/old").iterdir()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "1 exercise is due.\n"
        "You first passed total on 2026-10-26.\n"
        "Write total again, from an empty stub? Your file is kept. [y/N] y\n"
        f"{FILE} is the stub again.\n"
        f"Your file is kept as .learn/old/{kept.name}\n"
        "When it has passed, learn ask total asks questions about it.\n"
        "\n"
        "Next: learn show total\n"
    )
    assert kept.read_text() == RIGHT
    assert "NotImplementedError" in (place.folder / FILE).read_text()
    assert place.review("--code").out == (
        "You are writing total again; learn reset total --undo brings your file back.\n\nNext: learn check total\n"
    )


@pytest.mark.parametrize("typed", ["", "\n", "n\n"])
@pytest.mark.whole
def test_nothing_is_put_aside_without_a_yes(place: Learner, typed: str) -> None:
    before = (place.folder / ".learn/progress.json").read_bytes()
    assert place.review("--code", typed=typed).code == 0
    assert (place.folder / FILE).read_text() == RIGHT
    assert (place.folder / ".learn/progress.json").read_bytes() == before


@pytest.mark.parametrize(
    ("commands", "facts"),
    [
        ((RIGHT, "check total"), (False, False)),
        ((WRONG, "check total", RIGHT, "check total"), (True, False)),
        (("hint total", RIGHT, "check total"), (False, True)),
        (("reset total --undo", "check total"), (False, True)),
    ],
    ids=["from memory", "with a mistake", "with a hint", "given up"],
)
@pytest.mark.whole
def test_how_it_went_is_noted(place: Learner, commands: tuple[str, ...], facts: tuple[bool, bool]) -> None:
    place.review("--code", typed="y\n")
    for command in commands:
        if command.startswith("def"):
            place.write(FILE, command)
        else:
            place.learn(*command.split())
    (review,) = standing(place).reviews
    assert (review.had_mistake, review.had_help, bool(review.passed)) == (*facts, True)
    assert review.begun == NOW.astimezone(UTC).isoformat(timespec="seconds")
    assert standing(place).first_pass < review.begun
    assert (place.folder / FILE).read_text() == RIGHT
    said = place.review("--code").out
    assert said.startswith("No exercise is due; the first comes three weeks after it has passed.\nThe next one comes ")


@pytest.mark.whole
def test_a_unit_is_finished_once(place: Learner) -> None:
    ids = [*(each["id"] for unit in json.loads(place.learn("list", "--format", "json").out)["units"]
             for each in unit["exercises"])]  # fmt: skip
    long_ago = (NOW - timedelta(days=99)).isoformat()
    passed = Progress({each: ExerciseProgress("pass", 1, 1, first_pass=long_ago) for each in ids if each != ID})
    passed.exercises[ID] = standing(place)
    passed.exercises[ID].first_pass = (NOW - timedelta(days=200)).isoformat()
    assert progress.save(place.folder / ".learn", passed)
    assert (
        "8 exercises are due; this one waits longest.\nYou first passed total"
        in place.review("--code", typed="y\n").out
    )
    place.write(FILE, RIGHT)
    assert "You have finished" not in place.learn("check", "total").out
    assert "7 exercises are due to be written again: learn review --code" in place.learn("status").out


@pytest.mark.parametrize("arguments", [["small"], ["--from-mistakes"]])
@pytest.mark.slower
def test_code_and_cards_are_reviewed_apart(place: Learner, arguments: list[str]) -> None:
    ran = place.review("--code", *arguments)
    assert (ran.code, ran.err) == (
        2,
        "learn: --code asks for no cards; leave out the decks and --from-mistakes (see `learn review --help`)\n",
    )


# --- times --------------------------------------------------------------------------------------


@pytest.mark.whole
def test_the_first_look_and_the_first_pass_are_noted_once(place: Learner) -> None:
    first = standing(place)
    place.write(FILE, WRONG)
    place.learn("check", "total")
    place.write(FILE, RIGHT)
    place.learn("check", "total")
    assert (standing(place).first_look, standing(place).first_pass) == (first.first_look, first.first_pass)
    place.learn("show", "scale")
    shown = progress.load(place.folder / ".learn").standing("small/scale")
    assert shown.first_look
    assert not shown.first_pass


@pytest.mark.slower
def test_checking_all_is_no_look_at_what_was_not_attempted(place: Learner) -> None:
    place.learn("check", "--all")
    looked_at = {name for name, own in progress.load(place.folder / ".learn").exercises.items() if own.first_look}
    assert looked_at == {ID, progress.load(place.folder / ".learn").last}


@pytest.mark.slower
def test_what_passed_before_times_were_saved_gets_no_wrong_time(place: Learner) -> None:
    assert progress.save(place.folder / ".learn", Progress({ID: ExerciseProgress("pass", 2, 2)}))
    place.learn("check", "total")
    assert (standing(place).first_look, standing(place).first_pass) == ("", "")
    assert "exercise is due.\nWrite total again" in place.review("--code").out


@pytest.mark.slower
def test_times_are_shown_in_the_learners_zone(place: Learner) -> None:
    noted = progress.load(place.folder / ".learn")
    noted.standing(ID).first_look = "2026-10-31T23:30:00+00:00"
    noted.standing(ID).first_pass = "2026-11-01T00:10:00+00:00"
    noted.standing("small/scale").first_look = "2026-11-02T10:00:00+00:00"
    assert progress.save(place.folder / ".learn", noted)
    times = [f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M}" for time in (
        noted.standing(ID).first_look, noted.standing(ID).first_pass, noted.standing("small/scale").first_look)]  # fmt: skip
    rows = place.learn("status", "--times").out.splitlines()
    (heading,) = (number for number, row in enumerate(rows) if "first look" in row)
    assert [row.split() for row in rows[heading : heading + 3]] == [
        ["exercise", "first", "look", "first", "pass"],
        ["total", *times[0].split(), *times[1].split()],
        ["scale", *times[2].split(), "–"],
    ]
    assert json.loads(place.learn("status", "--format", "json").out)["times"] is None
    assert json.loads(place.learn("status", "--times", "--format", "json").out)["times"] == [
        {"exercise": ID, "first_look": "2026-10-31T23:30:00+00:00", "first_pass": "2026-11-01T00:10:00+00:00"},
        {"exercise": "small/scale", "first_look": "2026-11-02T10:00:00+00:00", "first_pass": None},
    ]


@pytest.mark.parametrize("text", ["yesterday", "2026-11-01T00:10:00", 7, None, [], "9" * 400])
@pytest.mark.whole
def test_a_time_that_is_none_is_left_out(place: Learner, text: object) -> None:
    path = place.folder / ".learn/progress.json"
    document = json.loads(path.read_text())
    document["exercises"][ID] |= {"first_look": text, "first_pass": text, "reviews": [{"begun": text}]}
    path.write_text(json.dumps(document))
    assert (standing(place).first_look, standing(place).first_pass, standing(place).reviews) == ("", "", [])
    assert place.learn("status", "--times").code == 0
