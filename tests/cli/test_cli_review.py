"""`learn review` in the terminal: what it asks and says, and that no answer is ever lost."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from reviewing import BACK, Learner, files
from systems import posix_only
from workplace import TINY

from flashcards import schedule
from grader.files import extras

pytest.importorskip("fsrs", reason="fsrs is not installed: pip install fsrs")

USAGE = " (see `learn review --help`)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learner:
    """Return a workspace."""
    folder = tmp_path / "mein Ordner 大"
    folder.mkdir()
    return Learner(folder, monkeypatch, capsys)


# --- a sitting --------------------------------------------------------------------------------


def test_a_card_an_answer_and_what_comes_next(place: Learner) -> None:
    ran = place.review("small", "--max", "2", typed="\n3\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Small & hostile: <b>six cards</b>: card 1 of 2, new\n"
        "\n"
        "How does softmax turn logits z into probabilities p at temperature T?\n"
        "\n"
        "Enter shows the answer, q stops: \n"
        "\n"
        f"{BACK[0]}\n"
        f"{BACK[1]}\n"
        "\n"
        "Exercise: learn show total\n"
        "Source: Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.2.2.3\n"
        "\n"
        "How well did you know it, and when does it come again?\n"
        "  1  again  not at all (in this round)\n"
        "  2  hard   with effort (in this round)\n"
        "  3  good   after a thought (in 2 days)\n"
        "  4  easy   at once (in 8 days)\n"
        "1, 2, 3 or 4 (q stops): 3\n"
        "\n"
        "Small & hostile: <b>six cards</b>: card 2 of 2, new\n"
        "\n"
        "What ends an answer?\n"
        "\n"
        "Enter shows the answer, q stops: q\n"
        "\n"
        "You have given 1 answer; it is kept.\n"
        "Due tomorrow: no cards. Not asked yet: 5 cards.\n"
        "The next card that you know comes in 2 days.\n"
        "\n"
        "Next: learn review small\n"
    )


def test_answers_are_kept_and_asked_again_when_they_are_due(place: Learner) -> None:
    place.review("small", typed="\n3\n" * 6)
    ran = place.review("small")
    assert ran.out == (
        "Nothing is due now.\n"
        "Due tomorrow: no cards. Not asked yet: no cards.\n"
        "The next card that you know comes in 2 days.\n"
        "\n"
        "Next: learn status\n"
    )
    place.now += timedelta(days=1)
    assert "Due tomorrow: 6 cards." in place.review("small").out
    place.now += timedelta(days=1)
    ran = place.review("small", typed="\n4\n" * 6)
    assert "card 1 of 6\n" in ran.out
    assert "You have given 6 answers; they are kept." in ran.out


def test_new_cards_are_limited_for_a_day_and_more_can_be_had(place: Learner) -> None:
    ran = place.review("--new", "2", typed="\n3\n\n3\n")
    assert "Not asked yet: 5 cards." in ran.out
    assert ran.out.endswith("\nNext: learn review tomorrow, or now with --new 12\n")
    assert place.review("--new", "2").out.startswith("Nothing is due now.\n")
    assert "card 1 of 5, new" in place.review("--new", "12").out
    place.now += timedelta(days=1)
    assert "card 1 of 2, new" in place.review("--new", "2").out


def test_what_is_left_over_is_said(place: Learner) -> None:
    place.review(typed="\n3\n" * 7)
    place.now += timedelta(days=3)
    ran = place.review("--max", "3", typed="\n3\n" * 3)
    assert "card 1 of 3\n" in ran.out
    assert ran.out.endswith(
        "You have given 3 answers; they are kept.\n"
        "Due now: 4 cards. Due tomorrow: no cards. Not asked yet: no cards.\n\nNext: learn review\n"
    )


def test_all_decks_are_asked_the_one_for_beginners_first(place: Learner) -> None:
    assert place.review().out.startswith("The one that comes first: card 1 of 7, new\n")


def test_a_card_that_left_its_deck_is_not_asked_and_has_its_schedule_when_it_returns(place: Learner) -> None:
    deck = Path(place.environment["LEARN_COURSE"]) / "flashcards/decks/small.yaml"
    text = deck.read_text("utf-8")
    place.review("small", typed="\n3\n" * 6)
    before = place.kept().schedule.cards
    place.now += timedelta(days=2)
    deck.write_text(re.sub(r"  - id: plain\n(    .*\n)+", "", text), "utf-8")
    ran = place.review("small", typed="\n3\n")
    assert "card 1 of 5\n" in ran.out
    assert place.kept().schedule.cards["plain"] == before["plain"]
    deck.write_text(text.replace("What ends an answer?", "What ends a text?"), "utf-8")
    ran = place.review("small", typed="q\n")
    assert "card 1 of 5\n\nWhat ends a text?\n" in ran.out


@pytest.mark.parametrize("columns", [40, 80])
def test_lines_keep_to_the_width(place: Learner, columns: int) -> None:
    place.patch.setenv("COLUMNS", str(columns))
    ran = place.review(typed="\n?\n1\n" + "\n4\n" * 7)
    lines = [line for line in ran.out.split("\n") if "Donau" not in line]
    assert max(map(len, lines)) <= columns
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("typed", [b"\xff\xfe\n\xff\n", b"\n" + b"x" * 100_000 + b"\n3\n", b"\n\x00\n3", b"\n1" * 50])
def test_whatever_is_typed_is_survived(place: Learner, typed: bytes) -> None:
    ran = place.review(typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert all(sign.isprintable() or sign == "\n" for sign in ran.out)


REFUSED = [
    (["smal"], 2, f"there is no deck 'smal'; did you mean small?{USAGE}"),
    (["small", "--from-mistakes"], 2, f"--from-mistakes makes decks of its own; leave out the names of decks{USAGE}"),
    (["--new", "-1"], 2, f"Invalid value for '--new': -1 is not in the range x>=0.{USAGE}"),
    (["--max", "0"], 2, f"Invalid value for '--max': 0 is not in the range x>=1.{USAGE}"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), REFUSED, ids=[" ".join(each) for each, _, _ in REFUSED])
def test_what_cannot_be_done_is_one_sentence(place: Learner, arguments: list[str], code: int, message: str) -> None:
    assert place.review(*arguments) == (code, "", f"learn: {message}\n")
    assert files(place) == [".learn/workspace.json"]


def test_without_the_extra_one_sentence_says_how_to_get_it(place: Learner) -> None:
    place.patch.setattr(schedule, "find_spec", lambda _: None)
    assert place.review() == (
        3,
        "",
        f"learn: {extras.advice('reviewing needs', 'review')}\n",
    )
    assert files(place) == [".learn/workspace.json"]


def test_a_course_without_cards_says_so(place: Learner) -> None:
    assert place.review("--course", str(TINY)) == (0, "This course has no flashcards.\n", "")


# --- what is kept -----------------------------------------------------------------------------


def test_outside_a_workspace_nothing_is_kept_and_that_is_said(place: Learner, tmp_path: Path) -> None:
    shutil.rmtree(place.folder / ".learn")
    ran = place.review("small", typed="\n3\nq\n")
    assert ran.out.startswith("You are not in a workspace, so your answers are not kept.\n\nSmall")
    assert "\nYou have given 1 answer; it is not kept.\n" in ran.out
    assert files(place) == []
    ran = place.review("--from-mistakes")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: no exercises in ")


def test_a_broken_file_is_kept_aside_and_told(place: Learner) -> None:
    path = place.write(".learn/review.json", "mine")
    ran = place.review("small", typed="\n3\nq\n")
    (aside,) = path.parent.glob("review.json.damaged-*")
    assert aside.read_text() == "mine"
    assert f"{path} was damaged: there is no copy, so it begins anew; the damaged file is {aside}" in ran.err
    assert list(place.kept().schedule.cards) == ["softmax"]


def test_a_folder_that_cannot_be_written_is_said_once_and_asking_goes_on(place: Learner) -> None:
    place.patch.setattr(os, "replace", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    ran = place.review("small", typed="\n3\n\n3\nq\n")
    path = place.folder / ".learn/review.json"
    assert ran.err == f"learn: {path} cannot be written, so your answers are not kept\n"
    assert "\nYou have given 2 answers; they are not kept.\n" in ran.out


def asked_by_a_process(place: Learner, *answers: str) -> subprocess.Popen[str]:
    """Start `learn review`, give some answers, and wait until the next card is asked."""
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "review", "small"],
        cwd=place.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin
    assert process.stdout
    for answer in answers:
        process.stdin.write(f"\n{answer}\n")
    process.stdin.flush()
    for _ in range(len(answers) + 1):
        while not process.stdout.readline().startswith("Small"):
            pass
    return process


@pytest.mark.whole
@pytest.mark.parametrize("answers", [(), ("3",), ("1", "4", "2")], ids=len)
def test_whoever_is_killed_has_all_answers_kept(place: Learner, answers: tuple[str, ...]) -> None:
    process = asked_by_a_process(place, *answers)
    process.kill()
    process.communicate()
    log = place.kept().schedule.log
    assert [str(entry.rating.value) for entry in log] == list(answers)
    assert not list((place.folder / ".learn").glob("*.damaged-*"))


@pytest.mark.whole
@posix_only("signals")
def test_ctrl_c_keeps_all_answers_and_says_how_to_go_on(place: Learner) -> None:
    process = asked_by_a_process(place, "3", "3")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, "")
    assert "You have given 2 answers; they are kept.\n" in out
    assert out.endswith("\nNext: learn review small\n")
