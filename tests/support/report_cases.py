"""Results made by hand, and at random: ordinary ones, and ones that carry hostile text."""

from __future__ import annotations

from hypothesis import strategies as st

from grader.core.result import (
    CheckResult,
    CourseStamp,
    ExerciseResult,
    Location,
    NamedMistake,
    Result,
    Vectors,
    Verdict,
)

HOSTILE = (
    "::error file=x::pwned\n::stop-commands::x\r\n%0A<script>alert(1)</script> | a | b |\n# Heading\n```\n`code`` "
    "[link](http://x) ![img](x) \x1b[31mred\x1b[0m \x1b]0;title\x07 \u202eevil\u202c \u2066iso\u2069 \u200bzero "
    "\u2028line\u2029par \x00nul \ud800 \ue000 \ufffe &amp; ]]> @team #1 ~x~ $y$ {{ z }}"
)


def result(*exercises: ExerciseResult) -> Result:
    """Make a result."""
    return Result(
        tool_version="1.2.3", course=CourseStamp("course", 7, "0" * 64), exercises=exercises, student="ada", seed=3
    )


def check(verdict: Verdict = Verdict.PASS, name: str = "a check", points: int = 1, **more: object) -> CheckResult:
    """Make the result of a check."""
    return CheckResult(name, verdict, points, **more)  # type: ignore[arg-type]


def exercise(*checks: CheckResult, name: str = "nucleus", title: str = "The nucleus") -> ExerciseResult:
    """Make the result of an exercise."""
    return ExerciseResult(id=f"picking/{name}", title=title, file=f"{name}.py", checks=checks, seconds=0.25)


NAMED = check(
    Verdict.FAIL,
    "the worked example",
    2,
    message="the entry at [1] differs",
    call="nucleus(np.array([0.5, 0.3, 0.2]), 0.7)",
    got="[0]",
    expected="[0, 1]",
    mistake=NamedMistake("drops_the_crossing", "The token that crosses top_p is dropped.", "Look at the comparison."),
    location=Location("nucleus.py", 7),
    stdout="mass 0.5\nmass 0.8\n\nmass 1.0\ndone\n",
)
RAISED = check(
    Verdict.ERROR,
    "200 random inputs",
    3,
    message="raised ValueError: no token is left",
    call="nucleus(np.array([1.0]), 1.0)",
    location=Location("nucleus.py", 9),
)
SKIPPED = check(Verdict.SKIPPED, "as a property", 4, message="needs “the worked example”")
SMALL = check(Verdict.PASS, "small cases", 1)
SEVERAL = result(
    exercise(check(points=2), name="softmax", title="Softmax by hand"),
    exercise(check(Verdict.NOT_ATTEMPTED, message="still raises NotImplementedError"), name="scale", title="Scale"),
    exercise(NAMED, RAISED, SKIPPED, SMALL, check(points=5)),
)
ONE = result(exercise(NAMED, RAISED, SKIPPED, SMALL, check(points=5)))
HOSTILE_RESULT = result(
    exercise(
        check(
            Verdict.FAIL,
            message=HOSTILE,
            call=HOSTILE,
            got=HOSTILE,
            expected=HOSTILE,
            stdout=HOSTILE,
            location=Location(f"{HOSTILE}.py", 3),
        ),
        check(Verdict.SKIPPED, message=HOSTILE),
    ),
    exercise(check(Verdict.ERROR, HOSTILE, message=HOSTILE), title=HOSTILE, name="other"),
)
EMPTY = result()

RUNNER = {
    "CLASSROOM": "decoding-26",
    "ASSIGNMENT": "first",
    "ASSIGNMENT_TYPE": "individual",
    "OWNER": "ada",
    "SUBMISSION_TAG": "submit/2026-11-20T13-30-05Z-0a1b2c3",
    "COMMIT_URL": "https://github.com/o/decoding-26-first-ada/commit/0a1b2c3",
    "RELEASE_URL": "https://github.com/o/decoding-26-first-ada/releases/tag/submit",
    "REVIEW_URL": "https://github.com/o/decoding-26-first-ada/compare/a...b",
}
"""The variables that Classroom 50's runner sets."""

PIECES = ["::error::x", "\n::set-output name=x::y", "##[error]x", "|", "`", "```", "**b**", "_i_", "[a](http://b)", "<b>",
          "&amp;", "\\", "=1+1", "@SUM(A1)", "-2", ",", ";", '"', "'", "\r", "\n", "\t", "\x1b[31m", "\u202e", "\u2028", "]]>",
          "{{ x }}", "%0A", "\x00", "\ud800", "ünï", "日本", "🐱", "# h", "<!-- x", "~~s~~", "$x$", " "]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=3).map("".join) | st.text(max_size=6)
NAMES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)


NUMBERS = st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=4).map(tuple)


def checks() -> st.SearchStrategy[CheckResult]:
    """Draw the result of a check."""
    return st.builds(
        CheckResult,
        name=NAMES,
        verdict=st.sampled_from(Verdict),
        max_score=st.integers(0, 5),
        message=TEXTS,
        call=TEXTS,
        got=TEXTS,
        expected=TEXTS,
        mistake=st.none() | st.builds(NamedMistake, NAMES, NAMES, TEXTS),
        location=st.none() | st.builds(Location, NAMES, st.none() | st.integers(1, 999)),
        vectors=st.none() | st.builds(Vectors, NUMBERS, NUMBERS, st.integers(0, 99), TEXTS),
        stdout=TEXTS,
    )


def results() -> st.SearchStrategy[Result]:
    """Draw a result: partial credit, errors, nothing at all, names of every kind."""
    exercises = st.lists(
        st.builds(
            ExerciseResult,
            id=st.sampled_from([f"unit/exercise_{number}" for number in range(9)]),
            title=NAMES,
            file=st.none() | NAMES,
            checks=st.lists(checks(), max_size=3).map(tuple),
            seconds=st.sampled_from([0.0, 0.25, 12.5]),
            is_starved=st.just(False),  # the document has no such key
        ),
        max_size=3,
        unique_by=lambda each: each.id,
    )
    return st.builds(
        Result,
        tool_version=st.just("1.2.3"),
        course=st.just(CourseStamp("course", 7, "0" * 64)),
        exercises=exercises.map(tuple),
        student=st.none() | NAMES,
        seed=st.integers(0, 2**63 - 1),
        confinement=st.just(("a layer",)),
    )
