"""The file that keeps a schedule: whatever happens to it, nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from systems import posix_only

pytest.importorskip("fsrs", reason="fsrs is not installed: pip install fsrs")

from flashcards.schedule import Answer, Keeper, Schedule, _to_bytes

NOW = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def answered(folder: Path, *card_ids: str) -> Keeper:
    """Keep an answer to some cards."""
    keeper = Keeper(folder)
    keeper.load()
    for card_id in card_ids:
        keeper.schedule.answer(card_id, Answer.GOOD, NOW)
        assert keeper.keep(card_id)
    return keeper


def loaded(folder: Path) -> Schedule:
    """Load what is kept."""
    keeper = Keeper(folder)
    keeper.load()
    return keeper.schedule


def test_what_is_kept_is_loaded(tmp_path: Path) -> None:
    state = tmp_path / "Mappe 大" / ".learn"
    state.parent.mkdir()
    keeper = answered(state, "a", "b", "a")
    assert loaded(state) == keeper.schedule
    assert sorted(path.name for path in state.iterdir()) == ["review.json", "review.json.bak", "review.json.lock"]
    data = json.loads((state / "review.json").read_text("utf-8"))
    assert (data["schema"], list(data["cards"]), len(data["log"])) == ("learn/review/v1", ["a", "b"], 3)


def test_two_windows_lose_nothing_of_one_another(tmp_path: Path) -> None:
    one, two = answered(tmp_path, "a"), answered(tmp_path)
    for keeper, card_id in ((one, "b"), (two, "c"), (one, "d")):
        keeper.schedule.answer(card_id, Answer.GOOD, NOW)
        assert keeper.keep(card_id)
    assert sorted(loaded(tmp_path).cards) == ["a", "b", "c", "d"]
    assert len(loaded(tmp_path).log) == 4


def test_an_answer_that_could_not_be_saved_is_saved_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = answered(tmp_path, "a")
    keeper.schedule.answer("b", Answer.GOOD, NOW)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
        assert not keeper.keep("b")
    keeper.schedule.answer("c", Answer.GOOD, NOW)
    assert keeper.keep("c")
    assert sorted(loaded(tmp_path).cards) == ["a", "b", "c"]
    assert len(loaded(tmp_path).log) == 3


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keeper = Keeper(None)
    keeper.load()
    keeper.schedule.answer("a", Answer.GOOD, NOW)
    assert keeper.keep("a")
    assert list(tmp_path.iterdir()) == []


def changed(**fields: object) -> str:
    """Write a schedule with one card in which some fields are other than they can be."""
    schedule = Schedule()
    schedule.answer("a", Answer.GOOD, NOW)
    card = {**schedule.cards["a"].to_dict(), **fields}
    return json.dumps({"schema": "learn/review/v1", "cards": {"a": card}, "log": []})


BROKEN = {
    "no JSON": "{",
    "nothing": "",
    "another schema": '{"schema": "learn/review/v2", "cards": {}, "log": []}',
    "a list": "[]",
    "deep": "[" * 100_000,
    "no log": '{"schema": "learn/review/v1", "cards": {}}',
    "cards as a list": '{"schema": "learn/review/v1", "cards": [], "log": []}',
    "an empty entry": '{"schema": "learn/review/v1", "cards": {}, "log": [{}]}',
    "an entry without a zone": '{"schema": "learn/review/v1", "cards": {}, "log": [{"card_id": 1, "rating": 3, '
    '"review_datetime": "2026-11-20T10:00:00", "review_duration": null}]}',
    "a card with a foreign number": changed(card_id=5),
    "no stability": changed(stability=None),
    "endless stability": changed(stability=float("inf")),
    "negative stability": changed(stability=-1.0),
    "difficulty that is no number": changed(difficulty=float("nan")),
    "a step in a card that waits for days": changed(step=1),
    "no step in a card that is learnt anew": changed(state=3, step=None),
    "a step that is text": changed(state=1, step="0"),
    "an unknown state": changed(state=7),
    "no date": changed(due=None),
    "a date without a zone": changed(due="2026-11-20T10:00:00"),
    "never asked": changed(last_review=None),
    "the last year": changed(due="9999-12-31T23:59:59+00:00"),
}  # fmt: skip


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_read_is_kept_aside_and_a_new_one_begun(tmp_path: Path, text: str) -> None:
    (tmp_path / "review.json").write_text(text)
    keeper = Keeper(tmp_path)
    keeper.load()
    assert keeper.schedule == Schedule()
    (aside,) = tmp_path.glob("review.json.damaged-*")
    assert aside.read_text() == text
    assert not (tmp_path / "review.json").exists()


def test_what_a_schedule_can_be_is_read(tmp_path: Path) -> None:
    (tmp_path / "review.json").write_text(changed())
    assert list(loaded(tmp_path).cards) == ["a"]


def test_earlier_files_that_were_put_aside_stay(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / "review.json").write_text(str(number))
        Keeper(tmp_path).load()
    assert sorted(path.read_text() for path in tmp_path.glob("review.json.damaged-*")) == ["0", "1", "2"]


def test_a_file_that_breaks_while_one_reviews_is_not_overwritten(tmp_path: Path) -> None:
    keeper = answered(tmp_path, "a")
    (tmp_path / "review.json").write_text("mine")
    keeper.schedule.answer("b", Answer.GOOD, NOW)
    assert keeper.keep("b")
    assert list(loaded(tmp_path).cards) == ["a", "b"]
    (aside,) = tmp_path.glob("review.json.damaged-*")
    assert aside.read_text() == "mine"


ANSWERS_FOR_EVER = """
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from flashcards.schedule import Answer
from flashcards.schedule import Keeper
keeper = Keeper(Path(sys.argv[1]))
keeper.load()
now = datetime(2026, 11, 20, tzinfo=UTC)
for number in range(100_000):
    keeper.schedule.answer(f"card-{number}", Answer.GOOD, now)
    assert keeper.keep(f"card-{number}")
    print(number, flush=True)
"""


@posix_only("SIGKILL")
@pytest.mark.parametrize("answers", [1, 7, 23])
def test_whoever_is_killed_while_saving_loses_at_most_one_answer(tmp_path: Path, answers: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", ANSWERS_FOR_EVER, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout
    for _ in range(answers):
        last = int(process.stdout.readline())
    process.kill()
    rest = process.stdout.read().split(b"\n")
    process.wait()
    process.stdout.close()
    last = max([last, *(int(each) for each in rest[:-1] if each)])
    kept = loaded(tmp_path)
    assert len(kept.cards) in (last + 1, last + 2)
    assert len(kept.log) == len(kept.cards)


@pytest.mark.whole
def test_ten_thousand_cards_are_kept_and_asked(tmp_path: Path) -> None:
    schedule = Schedule()
    for number in range(10_000):
        schedule.answer(f"card-{number}", Answer.GOOD, NOW)
    (tmp_path / "review.json").write_bytes(_to_bytes(schedule))
    keeper = Keeper(tmp_path)
    keeper.load()
    assert keeper.schedule == schedule
    assert (
        len(keeper.schedule.to_ask([f"card-{each}" for each in range(20_000)], NOW + 9 * DAY, most_new=9, most=20_000))
        == 10_009
    )
