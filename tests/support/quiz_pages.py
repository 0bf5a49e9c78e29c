"""Quizzes to make pages of: the course's, and one all of whose texts are hostile."""

from __future__ import annotations

from places import COURSE

from grader.cli.quiz import SHARED_SEED
from grader.course.exercise import Source
from grader.questions.kinds.matching import Matching, MatchingPair
from grader.questions.kinds.multiple import Multiple
from grader.questions.kinds.options import Option
from grader.questions.kinds.ordering import Ordering, OrderingStep
from grader.questions.kinds.single import Single
from grader.questions.kinds.true_false import TrueFalse
from grader.questions.quiz.load import open_all
from grader.questions.quiz.models import Quiz

QUIZZES = open_all(COURSE)
SEED = str(SHARED_SEED)
HOSTILE = "</script><script>alert(1)</script><!-- \u202e'\"&amp; {{ x }} </details></fieldset>"


def hostile() -> Quiz:
    """Return a quiz all of whose texts are hostile."""
    common = {
        "question": HOSTILE,
        "explanation": HOSTILE,
        "exercise": HOSTILE,
        "card": HOSTILE,
        "tags": (HOSTILE,),
        "source": Source(title=HOSTILE, url="https://example.org/?a=\"'><script>"),
        "excerpt": HOSTILE,
    }
    options = (
        Option(right=HOSTILE, explain=HOSTILE),
        Option(wrong=f"{HOSTILE} 2", reveals=HOSTILE),
        Option(wrong=f"{HOSTILE} 3", reveals=HOSTILE),
    )
    steps = (
        OrderingStep(step=HOSTILE),
        *(OrderingStep(step=f"{HOSTILE} {number}", reveals=HOSTILE) for number in range(3)),
    )
    pairs = tuple(MatchingPair(left=f"{HOSTILE} {n}", right=f"{HOSTILE} {n}", reveals=HOSTILE) for n in range(3))
    questions = (
        Single(id="a", kind="single", options=options, **common),
        Multiple(id="b", kind="multiple", options=options, **common),
        TrueFalse(id="c", kind="true_false", is_true=True, whys=options, **common),
        Ordering(id="d", kind="ordering", steps=steps, **common),
        Matching(id="e", kind="matching", pairs=pairs, **common),
    )
    return Quiz(HOSTILE, HOSTILE, HOSTILE, HOSTILE, questions)
