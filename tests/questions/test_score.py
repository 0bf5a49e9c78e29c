"""Answers to quiz questions: how they are read, what they are worth, and that no text does any harm."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import COURSE
from sizes import first_always

from grader.course.exercise import Source
from grader.questions.answer_judgement import AnswerJudgement, Note, UnreadableAnswerError
from grader.questions.kinds.matching import Matching, MatchingPair, read_pairs
from grader.questions.kinds.multiple import Multiple, read_choices
from grader.questions.kinds.options import Option
from grader.questions.kinds.ordering import Ordering, OrderingStep, longest_chain, read_order
from grader.questions.kinds.single import Single
from grader.questions.kinds.true_false import TrueFalse, read_verdict
from grader.questions.letters import read_choice
from grader.questions.question import Instance
from grader.questions.quiz.load import open_all
from grader.questions.quiz.models import ask

COMMON = {
    "id": "a",
    "question": "Which?",
    "explanation": "That is so.",
    "exercise": "u/e",
    "card": "c",
    "tags": ("t",),
    "source": Source(title="A book"),
}
RIGHT, ALSO, WRONG, ODD = (
    Option(right="1", explain="One is."),
    Option(right="2", explain="Two is."),
    Option(wrong="3", reveals="Three is not."),
    Option(wrong="4", reveals="Four is not."),
)
SINGLE = Single(kind="single", options=(WRONG, RIGHT, ODD), **COMMON)
MULTIPLE = Multiple(kind="multiple", options=(WRONG, RIGHT, ODD, ALSO), **COMMON)
STATEMENT = TrueFalse(kind="true_false", is_true=False, whys=(WRONG, RIGHT, ODD), **COMMON)
STEPS = Ordering(
    kind="ordering",
    steps=(OrderingStep(step="A"), *(OrderingStep(step=each, reveals=f"{each} too early.") for each in "BCDE")),
    **COMMON,
)
PAIRS = Matching(
    kind="matching",
    pairs=tuple(MatchingPair(left=each, right=each.lower(), reveals=f"Not {each}.") for each in "ABCD"),
    **COMMON,
)


# --- reading ----------------------------------------------------------------------------------

READ = [
    *((read_choices, text, {1}) for text in ("b", " B ", "b.", "(b)", "2")),
    *((read_choices, text, {0, 2}) for text in ("a c", "ac", "a, c", "a;c", "A) C)", "1 3", "13", "c a a", "1c")),
    *((read_choice, text, 1) for text in ("b", "(b)", "2")),
    *((read_verdict, text, (False, 1)) for text in ("false b", "False B", "f b", "fb", "f2", "no, b", "F (b)")),
    *((read_order, text, (1, 0, 2, 3)) for text in ("b a c d", "bacd", "2 1 3 4", "2134", "b > a > c > d", "b,a,c,d")),
    *((read_pairs, text, (2, 0, 1, 3)) for text in ("1c 2a 3b 4d", "1c2a3b4d", "2a, 1c, 4d, 3b", "1→c 2→a 3→b 4→d")),
]


@pytest.mark.parametrize(("read", "text", "value"), READ, ids=[f"{r.__name__} {t}" for r, t, _ in READ])
def test_answers_are_read_in_many_forms(read, text: str, value: object) -> None:
    assert read(text, 4) == value


UNREADABLE = [
    (read_choice, "", "Type one letter, from a to d."),
    (read_choice, "a b", "Type one letter, from a to d."),
    (read_choice, "e", "There is no 'e' here. The choices are a to d."),
    (read_choice, "\x1b[2J", "There is no '\\x1b[2j' here. The choices are a to d."),
    (read_choice, "x" * 999, f"There is no '{'x' * 19}…' here. The choices are a to d."),
    (read_choices, ",", "Type the letters of all that are right, such as a c."),
    (read_verdict, "", "Type true or false and the letter of the reason, such as false b."),
    (read_verdict, "false a b", "Type one letter, from a to d."),
    (read_order, "a b", "You left out c and d. Type all 4 letters, the first step first."),
    (read_order, "a b c d a", "You named a more than once. Type each letter once."),
    (read_order, "a b c e", "There is no 'e' here. The choices are a to d."),
    (read_pairs, "1a 2b 3c 4e", "Type each number with its letter, such as 1c 2a; 1 to 4, and a to d."),
    (read_pairs, f"{'9' * 5000}a", "Type each number with its letter, such as 1c 2a; 1 to 4, and a to d."),
    (read_pairs, "1a 2b", "You left out 3 and 4. Give every number from 1 to 4 a letter."),
    (read_pairs, "1a 1b 2c 3d 4a", "You gave 1 more than one letter. Type each number once."),
]


@pytest.mark.parametrize(
    ("read", "text", "message"), UNREADABLE, ids=[f"{r.__name__} {t!r:.20}" for r, t, _ in UNREADABLE]
)
def test_what_cannot_be_read_is_said_in_one_sentence_with_what_to_type(read, text: str, message: str) -> None:
    with pytest.raises(UnreadableAnswerError) as caught:
        read(text, 4)
    assert str(caught.value) == message


# --- judging ----------------------------------------------------------------------------------


def test_one_choice_is_all_or_nothing_and_the_right_one_is_told() -> None:
    assert SINGLE.judge(1) == AnswerJudgement(1, 1, notes=(Note(1, "One is.", True),))
    wrong = SINGLE.judge(2)
    assert (wrong.score, wrong.is_right) == (0, False)
    assert wrong.notes == (Note(2, "Four is not.", False), Note(1, "One is.", True))


@pytest.mark.parametrize(
    ("chosen", "score"),
    [({1, 3}, 2), ({1}, 1), ({1, 3, 0}, 1), ({1, 0}, 0), ({0, 2}, 0), ({0, 1, 2, 3}, 0), ({1, 3, 2}, 1)],
    ids=str,
)
def test_several_choices_earn_the_right_ones_less_the_wrong_ones(chosen: set[int], score: int) -> None:
    marked = MULTIPLE.judge(frozenset(chosen))
    assert (marked.score, marked.max_score) == (score, 2)
    assert {note.choice for note in marked.notes} == chosen | {1, 3}
    assert [note.choice in chosen for note in marked.notes] == sorted(
        (note.choice in chosen for note in marked.notes), reverse=True
    )


@pytest.mark.parametrize(("is_true", "why", "score"), [(False, 1, 2), (False, 0, 1), (True, 1, 0), (True, 0, 0)])
def test_a_reason_counts_only_with_the_right_verdict(is_true: bool, why: int, score: int) -> None:
    marked = STATEMENT.judge(why, is_true=is_true)
    assert (marked.score, marked.max_score, marked.message) == (score, 2, "The statement is false.")


ORDERS = [
    ("ABCDE", 4),
    ("BACDE", 3),
    ("EABCD", 3),
    ("BCDEA", 3),
    ("EDCBA", 0),
    ("DEABC", 2),
    ("BADCE", 2),
    ("ABCED", 3),
]


@pytest.mark.parametrize(("order", "score"), ORDERS)
def test_an_order_earns_its_longest_correct_chain(order: str, score: int) -> None:
    marked = STEPS.judge(["ABCDE".index(step) for step in order])
    assert (marked.score, marked.max_score) == (score, 4)


def test_the_chain_is_the_longest_and_a_wrong_order_is_always_told_something() -> None:
    for order in permutations(range(5)):
        chains = [
            sum(bit)
            for bit in ([mask >> place & 1 for place in range(5)] for mask in range(32))
            if [each for each, is_in in zip(order, bit, strict=True) if is_in]
            == sorted(each for each, is_in in zip(order, bit, strict=True) if is_in)
        ]
        assert longest_chain(order) == max(chains), order
        marked = STEPS.judge(order)
        early = {step for step in range(1, 5) if order.index(step) < order.index(step - 1)}
        assert ({note.choice for note in marked.notes}, marked.is_right) == (early, not early), order


def test_each_pair_earns_a_point() -> None:
    assert PAIRS.judge((0, 1, 2, 3)) == AnswerJudgement(4, 4)
    marked = PAIRS.judge((0, 2, 1, 3))
    assert (marked.score, marked.notes) == (2, (Note(1, "Not B.", False), Note(2, "Not C.", False)))
    assert PAIRS.judge((0, 0, 0, 0)).score == 1


# --- keys -------------------------------------------------------------------------------------

QUESTIONS = [(quiz, question) for quiz in open_all(COURSE) for question in quiz.questions]


@pytest.mark.parametrize("seed", first_always(["müde", "", "1", "x" * 100]))
def test_the_key_typed_in_earns_everything(seed: str) -> None:
    marked = {}
    for quiz, question in QUESTIONS:
        asked = ask(quiz, question, COURSE.solutions, seed)
        typed = asked.mark(asked.key())
        marked[question.id] = (typed.is_right, typed.max_score, asked.mark(asked.key().upper()).is_right)
    assert marked == {question.id: (True, question.max_score, True) for _, question in QUESTIONS}


SHUFFLED = Instance(SINGLE, (2, 0, 1)), Instance(MULTIPLE, (3, 2, 1, 0)), Instance(STATEMENT, (1, 0, 2))
MORE = Instance(STEPS, (4, 3, 2, 1, 0)), Instance(PAIRS, (3, 2, 0, 1))


@pytest.mark.parametrize(
    ("asked", "key"), list(zip([*SHUFFLED, *MORE], ["c", "a c", "false a", "e d c b a", "1c 2d 3b 4a"], strict=True))
)
def test_keys_are_in_the_letters_that_are_shown(asked: Instance, key: str) -> None:
    assert asked.key() == key
    assert asked.mark(key).is_right


@pytest.mark.slow
@given(text=st.text(max_size=60) | st.text("abcdeft0123456789 ,;.-=%/[]{}", max_size=30))
def test_no_text_does_any_harm(text: str) -> None:
    for quiz, question in QUESTIONS[::4]:
        said = marked_or_told(ask(quiz, question, COURSE.solutions, "1"), text)
        assert said[-1] in ".?!" if isinstance(said, str) else 0 <= said <= question.max_score
    for asked in (*SHUFFLED, *MORE):
        said = marked_or_told(asked, text)
        assert said.isprintable() if isinstance(said, str) else 0 <= said <= asked.question.max_score


def marked_or_told(asked: Instance, text: str) -> int | str:
    try:
        return asked.mark(text).score
    except UnreadableAnswerError as error:
        return str(error)
