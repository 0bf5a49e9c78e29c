"""The quizzes: nothing can be guessed from its form, every wrong answer is explained, every number is right."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from places import COURSE
from sizes import first_always

from flashcards.deck import open_decks
from grader.cli.quiz import SHARED_SEED
from grader.files.markdown import to_plain
from grader.questions.kinds import kinds
from grader.questions.kinds.matching import Matching
from grader.questions.kinds.multiple import Multiple
from grader.questions.kinds.numeric import Numeric, NumericInstance
from grader.questions.kinds.options import Option
from grader.questions.kinds.ordering import Ordering
from grader.questions.kinds.single import Single
from grader.questions.kinds.true_false import TrueFalse
from grader.questions.numeric.question import question_names
from grader.questions.question import Instance, QuizQuestion
from grader.questions.quiz.load import find_quiz, open_all
from grader.questions.quiz.models import ask

QUIZZES = open_all(COURSE)
QUESTIONS = [(quiz, question) for quiz in QUIZZES for question in quiz.questions]
PICTURES = COURSE.solutions.reference("pictures/draw").pictures()
SEED = str(SHARED_SEED)
DRILL = "numbers"
"""The quiz that asks every numeric question."""
Guess = Callable[[QuizQuestion, str, int], float]

BANK = 30
"""Twenty questions and three of several steps, and seven topics for checking oneself."""


def asked(quiz_id: str, question_id: str) -> Instance:
    """Return a question with its figures filled in."""
    quiz = find_quiz(QUIZZES, quiz_id)
    (question,) = [each for each in quiz.questions if each.id == question_id]
    return ask(quiz, question, COURSE.solutions, SEED)


def all_asked() -> list[Instance]:
    """Return all questions with their figures filled in."""
    return [ask(quiz, question, COURSE.solutions, SEED) for quiz, question in QUESTIONS]


def options_of(question: QuizQuestion) -> tuple[Option, ...]:
    """Return what can be chosen, if one is to choose."""
    if isinstance(question, TrueFalse):
        return question.whys
    return question.options if isinstance(question, Single | Multiple) else ()


def texts_of(question: QuizQuestion) -> Iterator[str]:
    """Yield every text that people read."""
    yield from (text for _, text in question.texts() if text)


# --- how much there is ------------------------------------------------------------------------


def test_there_are_thirty_questions_of_six_kinds() -> None:
    assert len(QUESTIONS) >= BANK
    assert {type(question) for _, question in QUESTIONS} == set(kinds().values())
    for quiz in QUIZZES:
        if quiz.id != DRILL:
            assert len({type(question) for question in quiz.questions}) >= 3, quiz.id


def test_seven_questions_of_four_kinds_are_enough_for_a_first_check() -> None:
    (overview,) = [quiz for quiz in QUIZZES if quiz.id == "overview"]
    assert QUIZZES[0] == overview
    assert len(overview.questions) == 7
    assert len({type(question) for question in overview.questions}) >= 4


@pytest.mark.slow
def test_ids_are_unique_over_the_whole_bank_and_every_card_is_there() -> None:
    ids = [question.id for _, question in QUESTIONS]
    assert len(set(ids)) == len(ids)
    cards = [card.id for deck in open_decks((), COURSE) for card in deck.cards]
    assert open_all(COURSE, cards) == QUIZZES


def test_the_drill_asks_every_numeric_question_once_each_under_a_unit() -> None:
    questions = [question for question in find_quiz(QUIZZES, DRILL).questions if isinstance(question, Numeric)]
    assert sorted(question.name for question in questions) == question_names(COURSE.solutions)
    assert [question.id for question in questions if question.numbers] == []
    units = [question.exercise.partition("/")[0] for question in questions]
    assert units == sorted(units, key=[unit.id for unit in COURSE.units].index)


def test_questions_belong_to_many_exercises_and_units() -> None:
    exercises = {question.exercise for _, question in QUESTIONS}
    assert len(exercises) >= 18
    assert {each.partition("/")[0] for each in exercises} >= {
        *("scores", "picking", "bending", "loop", "cost", "cache", "speculative", "structure")
    }


# --- nothing can be guessed from its form -------------------------------------------------------


def words(text: str) -> set[str]:
    """Return the words of a text that are long enough to mean something."""
    return set(re.findall(r"[a-z]{4,}", to_plain(text).lower()))


GUESSES: dict[str, Guess] = {
    "longest": lambda question, text, place: len(to_plain(text)),
    "shortest": lambda question, text, place: -len(to_plain(text)),
    "most commas": lambda question, text, place: text.count(","),
    "most numbers": lambda question, text, place: len(re.findall(r"\d+", text)),
    "most words of the question": lambda question, text, place: len(words(text) & words(question.question)),
    "fewest words of the question": lambda question, text, place: -len(words(text) & words(question.question)),
    "most code": lambda question, text, place: text.count("`"),
    "first": lambda question, text, place: place == 0,
    "second": lambda question, text, place: place == 1,
    "third": lambda question, text, place: place == 2,
    "fourth": lambda question, text, place: place == 3,
}


@pytest.mark.parametrize("order", first_always(["as written", "as shown"]))
@pytest.mark.parametrize("guess", first_always(GUESSES.values()), ids=GUESSES)
def test_a_guesser_does_no_better_than_chance_and_one_question(guess: Guess, order: str) -> None:
    hits = chance = Fraction(0)
    for each in all_asked():
        options = options_of(each.question)
        if not options:
            continue
        listed = options if order == "as written" else [options[index] for index in each.order]
        marks = [guess(each.question, option.text, place) for place, option in enumerate(listed)]
        best = [option for option, mark in zip(listed, marks, strict=True) if mark == max(marks)]
        hits += Fraction(sum(option.is_right for option in best), len(best))
        chance += Fraction(sum(option.is_right for option in options), len(options))
    assert hits <= chance + 1, (float(hits), float(chance))


def test_no_right_option_stands_out_by_its_length() -> None:
    for each in all_asked():
        options = options_of(each.question)
        lengths = {
            is_right: [len(to_plain(o.text)) for o in options if o.is_right is is_right] for is_right in (True, False)
        }
        if options:
            assert max(lengths[True]) <= 1.3 * max(lengths[False]), each.question.id
            assert min(lengths[True]) >= min(lengths[False]) / 1.3, each.question.id


def test_statements_are_true_as_often_as_false_give_or_take_one() -> None:
    statements = [question.is_true for _, question in QUESTIONS if isinstance(question, TrueFalse)]
    assert len(statements) >= 5
    assert abs(sum(statements) - len(statements) / 2) <= 1


def test_an_order_is_never_shown_as_its_own_answer() -> None:
    for quiz, question in QUESTIONS:
        if isinstance(question, Ordering | Matching):
            for seed in range(200):
                order = ask(quiz, question, COURSE.solutions, str(seed)).order
                assert sorted(order) == list(range(len(order)))
                assert list(order) != sorted(order)


# --- what is said -----------------------------------------------------------------------------


def test_every_wrong_answer_is_told_something_of_its_own() -> None:
    said = [option.words for _, question in QUESTIONS for option in options_of(question)]
    said += [step.reveals for _, q in QUESTIONS if isinstance(q, Ordering) for step in q.steps[1:] if step.reveals]
    said += [pair.reveals for _, question in QUESTIONS if isinstance(question, Matching) for pair in question.pairs]
    assert len(said) > 100
    assert len(set(said)) == len(said)
    assert min(map(len, said)) >= 30


def test_sentences_end_and_nothing_is_left_to_fill_in() -> None:
    for each in all_asked():
        question = each.question
        for text in texts_of(question):
            assert "{{" not in text, question.id
        spoken = [question.explanation, *(option.words for option in options_of(question))]
        for text in spoken:
            assert to_plain(text).rstrip("”").endswith((".", "?")), text
        assert question.question.rstrip().endswith((".", "?", "!")), question.question


CLAIMS = [
    r"quadratic because attention",
    r"roughly constant",
    r"constant factor",
    r"no plan",
    r"exactly three (things|ends|reasons)",
    r"\bgenerated so far\b.*\blength of the cache",
    r"two to three times",
    r"2[–-]3 ?(times|×)",
    r"never (costs?|slows?).*input",
    r"\.866",
    r"stop string",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_the_errata_correct_is_not_taught(claim: str) -> None:
    taught = [
        text
        for _, question in QUESTIONS
        for text in [question.explanation, *(option.words for option in options_of(question))]
    ]
    assert [text for text in taught if re.search(claim, text, re.IGNORECASE)] == []


# --- every number, by another way ------------------------------------------------------------


def right_texts(question: QuizQuestion) -> set[str]:
    """Return the right options' texts."""
    return {option.text for option in options_of(question) if option.is_right}


def wrong_texts(question: QuizQuestion) -> list[str]:
    """Return the wrong options' texts in the order of the file."""
    return [option.text for option in options_of(question) if not option.is_right]


def e_to(logits: list[float]) -> list[float]:
    """Return the probabilities of logits by the textbook's formula."""
    parts = [math.exp(each) for each in logits]
    return [each / sum(parts) for each in parts]


def test_an_exact_hit_keeps_two() -> None:
    question = asked("choosing", "an-exact-hit").question
    p = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)]
    sums = [sum(p[: count + 1]) for count in range(4)]
    kept = next(count + 1 for count, total in enumerate(sums) if total >= Fraction(3, 4))
    exceeding = next(count + 1 for count, total in enumerate(sums) if total > Fraction(3, 4))
    upwards = next(count + 1 for count in range(4) if sum(p[::-1][: count + 1]) >= Fraction(3, 4))
    assert (kept, exceeding, math.ceil(Fraction(3, 4) * 4), upwards) == (2, 3, 3, 4)
    assert question.question == (
        "Four tokens have the probabilities .5, .25, .125 and .125. How many does top-p with .75 keep?"
    )
    assert right_texts(question) == {"two of them"}
    assert wrong_texts(question) == ["one of them", "three of them", "all of them"]
    assert "reach .75, and .5 is not enough" in options_of(question)[0].words


def test_halving_changes_nothing_and_temperature_two_does() -> None:
    question = asked("choosing", "halved-probabilities").question
    logits = [4, 3, 2, 1, 0.5]
    before, after = e_to(logits)[0], e_to([each / 2 for each in logits])[0]
    (right,) = [option for option in options_of(question) if option.is_right]
    said = f"{before:.3f} stays {before:.3f}; at temperature 2 it would be {after:.3f}"
    assert said.replace("0.", ".") in right.words


def test_two_filters_leave_two_tokens() -> None:
    question = asked("choosing", "two-filters-in-a-row").question
    p = e_to([4, 3, 2, 1, 0.5])
    renormalised = [each / sum(p[:3]) for each in p[:3]]
    assert renormalised[0] < 0.9 <= sum(renormalised[:2])
    assert sum(p[:2]) < 0.9 <= sum(p[:3])
    assert right_texts(question) == {"{the, a}"}
    assert wrong_texts(question) == ["{the, a, an}", "{the}", "{the, a, an, and}"]
    said = options_of(question)[0].words
    hold = f"two tokens hold {sum(p[:2]):.3f}. Renormalized, they hold {sum(renormalised[:2]):.3f}"
    assert hold.replace("0.", ".") in said
    assert f"The first alone has {renormalised[0]:.3f}".replace("0.", ".") in options_of(question)[1].words


def test_passes_are_the_tokens_and_one() -> None:
    question = asked("the-loop", "passes-for-twenty").question
    assert "shows 20 tokens" in question.question
    assert right_texts(question) == {f"{20 + 1} passes"}
    assert wrong_texts(question) == ["20 passes", "22 passes", "1 pass for all"]


def test_the_blank_may_be_sent() -> None:
    question = asked("the-loop", "what-may-be-sent").question
    text, stop = "Hi Us", "User:"
    safe = next(
        text[: len(text) - held] for held in range(len(text), -1, -1) if stop.startswith(text[len(text) - held :])
    )
    assert right_texts(question) == {f"“{safe}”"} == {"“Hi ”"}
    assert wrong_texts(question) == ["“Hi Us”", "“Hi”", "nothing at all"]


def test_pairs_with_a_cache_grow_four_times() -> None:
    question = asked("cost", "linear-in-total").question
    one, two = (n * (n + 1) / 2 for n in (1000, 2000))
    assert f"From 1000 to 2000 tokens the pairs grow by a factor of {two / one:.2f}" in " ".join(texts_of(question))


def test_output_is_a_sliver_of_the_long_prompts_bill() -> None:
    question = asked("cost", "where-to-save").question
    share = Fraction(5 * 500, 100_000 + 5 * 500)
    assert "100 000 tokens of input and 500 of output" in question.question
    assert f"the output is {float(100 * share):.1f} % of the bill" in " ".join(texts_of(question))
    assert f"The input is {float(100 - 100 * share):.1f} % of the bill" in " ".join(texts_of(question))


def test_what_pictures_show_is_asked_in_five_units_and_not_in_their_words() -> None:
    drawn = [question for _, question in QUESTIONS if question.drawn]
    assert len({question.unit for question in drawn}) >= 5
    for question in drawn:
        assert "pictures" in question.tags


def test_the_bars_belong_to_their_temperatures() -> None:
    question = asked("choosing", "three-pictures-three-temperatures").question
    assert isinstance(question, Matching)
    named = {pair.left: float(pair.right.removeprefix("T = ")) for pair in question.pairs}
    for part in PICTURES[question.picture]["parts"]:
        bars, T = [row["value"] for row in part["rows"]], named[f"bars {part['title']}"]
        assert bars == pytest.approx(e_to([each / T for each in [4, 3, 2, 1, 0.5]]))


def test_another_number_falls_on_the_second_stretch() -> None:
    question = asked("choosing", "number-for-another-token").question
    p = e_to([4, 3, 2, 1, 0.5])
    places = [float(option.text.removeprefix("u = ")) for option in options_of(question)]
    falls = [sum(u >= sum(p[: count + 1]) for count in range(5)) for u in places]
    assert [option.is_right for option in options_of(question)] == [place == 1 for place in falls]
    assert falls == [0, 1, 0, 3]
    assert places[2] == pytest.approx(p[1], abs=5e-4)
    assert "lies between .632 and .864" in options_of(question)[1].words


def test_one_value_of_p_cuts_after_two() -> None:
    question = asked("choosing", "where-both-cuts-meet").question
    p = e_to([4, 3, 2, 1, 0.5])
    given = [Fraction(option.text.removeprefix("p = ")) for option in options_of(question)]
    kept = [next(count for count in range(1, 6) if sum(p[:count]) >= top_p) for top_p in given]
    assert kept == [1, 3, 4, 2]
    assert [option.is_right for option in options_of(question)] == [count == 2 for count in kept]


def test_one_token_is_above_the_mean_in_both_texts() -> None:
    question = asked("the-loop", "surprising-in-both").question
    parts = PICTURES[question.picture]["parts"]
    above = []
    for part in parts:
        nats = [-math.log(float(row["shown"][0])) for row in part["rows"]]
        above.append({row["label"] for row, own in zip(part["rows"], nats, strict=True) if own > sum(nats) / len(nats)})
    assert {f"“{token}”" for token in above[0] & above[1]} == right_texts(question) == {"“France”"}
    assert wrong_texts(question) == ["“capital”", "“London”", "“Paris”"]
    assert "capital" in above[0] - above[1]
    assert "London" in above[1] - above[0]


def test_the_next_pass_feeds_one_or_all() -> None:
    question = asked("cost", "one-more-pass").question
    prompt, passes = 4, 3
    assert right_texts(question) == {f"1 with, {prompt + passes} without"}
    assert wrong_texts(question) == ["7 with, 7 without", "1 with, 6 without", "4 with, 7 without"]


def test_the_masks_let_two_of_the_ways_through() -> None:
    question = asked("drafts-and-masks", "ways-through-the-masks").question
    for option in options_of(question):
        *tokens, end = option.text.split(", then ")
        written = ["".join(tokens[: count + 1]) for count in range(len(tokens))]
        is_alive = all(any(own.startswith(text) for own in ("yes", "no")) and text != "n" for text in written)
        assert option.is_right == (is_alive and written[-1] in ("yes", "no"))
        assert end == "end"


def answer_of(asked: NumericInstance) -> tuple[float | str, ...]:
    """Return the answer to a numeric question."""
    return asked.numeric.answer(asked.numbers)


def test_the_numeric_questions_have_the_answers_that_another_way_gives() -> None:
    drilled = {question.id for quiz, question in QUESTIONS if quiz.id == DRILL}
    every = {each.question.id: each for each in all_asked() if isinstance(each, NumericInstance)}
    every = {name: each for name, each in every.items() if name not in drilled}  # test_numeric_question.py has those
    positions = every.pop("positions-with-a-cache")
    assert answer_of(positions) == (sum(range(200, 250)), 200 + 49) == (11_225, 249)
    tail = every.pop("the-tail-catches-up")
    n, share = tail.numbers["steps"], Fraction(str(tail.numbers["tail"]))
    assert answer_of(tail) == pytest.approx([float(1 - (1 - share) ** n)])
    warm = every.pop("the-favourite-at-another-temperature")
    scaled = [each / warm.numbers["temperature"] for each in warm.numbers["logits"]]
    assert answer_of(warm) == pytest.approx([max(e_to(scaled))])
    overlap = every.pop("how-often-accepted")
    p, q = overlap.numbers["p"], overlap.numbers["q"]
    assert answer_of(overlap) == pytest.approx([1 - sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2])
    residual = every.pop("what-is-still-missing")
    assert answer_of(residual) == pytest.approx([1, 0, 0])
    assert every == {}
