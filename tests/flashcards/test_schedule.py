"""When cards come again, and what is asked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.core.errors import MissingExtraError
from grader.files import extras

pytest.importorskip("fsrs", reason="fsrs is not installed: pip install fsrs")

from flashcards.schedule import Answer, Keeper, Schedule, needs_fsrs, when

HERE = timezone(timedelta(hours=5, minutes=30))
NOW = datetime(2026, 11, 20, 22, 0, tzinfo=HERE)
"""Late in the evening where the learner is."""
DAY = timedelta(days=1)
IDS = [f"card-{number}" for number in range(12)]


def later(now: datetime, schedule: Schedule, card_id: str) -> datetime:
    """Return the time at which a card is due, where the learner is."""
    return schedule.cards[card_id].due.astimezone(now.tzinfo)


def test_what_is_known_comes_again_later_and_later() -> None:
    schedule, now, days = Schedule(), NOW, []
    for _ in range(6):
        now = schedule.answer("a", Answer.GOOD, now).astimezone(HERE)
        days.append((now - NOW).days)
    gaps = [after - before for before, after in zip([0, *days], days, strict=False)]
    assert gaps[0] >= 1
    assert gaps == sorted(set(gaps))


def test_what_was_forgotten_comes_at_once_and_then_sooner_than_before() -> None:
    schedule, now = Schedule(), NOW
    for _ in range(4):
        before, now = now, schedule.answer("a", Answer.GOOD, now).astimezone(HERE)
    usual = now - before
    assert schedule.answer("a", Answer.AGAIN, now) - now == timedelta(minutes=10)
    soon = now + timedelta(minutes=10)
    assert DAY <= schedule.answer("a", Answer.GOOD, soon) - soon < usual / 4


def test_the_better_it_was_known_the_later_it_comes() -> None:
    schedule = Schedule()
    schedule.answer("a", Answer.GOOD, NOW)
    for card_id, now in (("b", NOW), ("a", later(NOW, schedule, "a"))):
        preview = schedule.preview(card_id, now)
        assert list(preview) == list(Answer)
        assert sorted(preview.values()) == list(preview.values())
        assert len(set(preview.values())) == 4
        for answer, due in preview.items():
            copy = Schedule(dict(schedule.cards), [])
            assert copy.answer(card_id, answer, now) == due


def test_the_same_answers_at_the_same_times_give_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        keeper = Keeper(tmp_path / name)
        for number, card_id in enumerate(IDS):
            keeper.schedule.answer(card_id, Answer(number % 4 + 1), NOW + timedelta(seconds=number))
            assert keeper.keep(card_id)
        texts.append((tmp_path / name / "review.json").read_bytes())
    assert texts[0] == texts[1]


def test_a_card_that_waits_for_days_is_due_from_midnight_where_the_learner_is() -> None:
    schedule = Schedule()
    due = schedule.answer("a", Answer.GOOD, NOW).astimezone(HERE)
    midnight = due.replace(hour=0, minute=0)
    assert due.hour == 22
    assert schedule.due(["a"], midnight - timedelta(minutes=1)) == []
    assert schedule.due(["a"], midnight) == ["a"]


def test_a_card_that_was_not_known_is_due_within_the_round_and_not_from_midnight() -> None:
    schedule = Schedule()
    schedule.answer("a", Answer.AGAIN, NOW)
    schedule.cards["a"].due += timedelta(hours=1)
    assert schedule.due(["a"], NOW) == []
    assert schedule.due(["a"], NOW + timedelta(minutes=51)) == ["a"]


def test_due_cards_come_first_the_longest_overdue_before_others() -> None:
    schedule = Schedule()
    for number, card_id in enumerate(["card-5", "card-3", "card-9"]):
        schedule.answer(card_id, Answer.GOOD, NOW - 20 * DAY + number * timedelta(hours=1))
    schedule.answer("gone", Answer.GOOD, NOW - 20 * DAY)
    asked = schedule.to_ask(IDS, NOW, most_new=2, most=50)
    assert asked == ["card-5", "card-3", "card-9", "card-0", "card-1"]
    assert schedule.to_ask(IDS, NOW, most_new=2, most=4) == asked[:4]


def test_new_cards_are_so_many_a_day_however_often_one_begins() -> None:
    schedule = Schedule()
    for card_id in IDS[:3]:
        schedule.answer(card_id, Answer.EASY, NOW)
    schedule.answer("card-0", Answer.EASY, NOW)
    assert schedule.to_ask(IDS, NOW, most_new=5, most=50) == ["card-3", "card-4"]
    assert schedule.to_ask(IDS, NOW, most_new=2, most=50) == []
    tomorrow = NOW + timedelta(hours=2, minutes=1)
    assert len(schedule.to_ask(IDS, tomorrow, most_new=5, most=50)) == 5


def test_what_is_due_tomorrow_is_counted_for_the_cards_that_there_are() -> None:
    schedule = Schedule()
    for card_id in ("card-0", "gone"):
        schedule.answer(card_id, Answer.GOOD, NOW - DAY)
    assert schedule.due_by(IDS, NOW.date(), NOW) == 0
    assert schedule.due_by(IDS, NOW.date() + DAY, NOW) == 1
    assert schedule.next_due(IDS) == schedule.cards["card-0"].due
    assert schedule.next_due(["card-7"]) is None


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(minutes=15), "in this round"),
        (timedelta(hours=1), "later today"),
        (timedelta(hours=3), "tomorrow"),
        (8 * DAY, "in 8 days"),
        (59 * DAY, "in 59 days"),
        (61 * DAY, "in 2 months"),
        (729 * DAY, "in 24 months"),
        (1000 * DAY, "in 3 years"),
    ],
)
def test_when_it_comes_is_said_as_people_do(ahead: timedelta, words: str) -> None:
    assert when((NOW + ahead).astimezone(UTC), NOW) == words


def test_without_fsrs_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_fsrs()
    monkeypatch.setattr("flashcards.schedule.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError) as caught:
        needs_fsrs()
    assert str(caught.value) == extras.advice("reviewing needs", "review")
