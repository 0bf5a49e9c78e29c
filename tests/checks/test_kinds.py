"""Parts that all kinds of checks share: arguments, random inputs, and judging by comparison."""

from __future__ import annotations

import sys
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest
from golden import assert_table
from handmade import call, happened, raised, returned, setting

from grader.checks import KINDS
from grader.checks.base import Case, Check, argument_problems, arguments, named_in_companion
from grader.checks.cases import Cases
from grader.checks.judgement import call_size, judge_by_comparison, raised_text, shown, trouble
from grader.checks.random import Random
from grader.core.call import Call, Ending, Seed, Spy
from grader.core.comparison import COMPUTED_IN_FLOAT32, Tolerance
from grader.core.generators import Logits, Number
from grader.core.result import Verdict

T = Tolerance()
LOGITS = Logits(kind="logits")


def problems(check: Check, **options: Any) -> list[tuple[tuple[str | int, ...], str]]:
    """List a check's problems."""
    return list(check.problems(setting(**options)))


def case(**args: Any) -> Case:
    """Make a case."""
    return Case(args=args)


def test_each_kind_is_one_module() -> None:
    assert {"cases", "random", "script"} < set(KINDS)
    assert KINDS["cases"] is Cases
    for name, each in KINDS.items():
        assert each.__module__ == f"grader.checks.{name}"
        assert get_args(get_type_hints(each)["kind"]) == (name,)


def test_the_table_of_kinds_in_the_documentation_is_made_of_their_files(request: pytest.FixtureRequest) -> None:
    first_lines = {name: (sys.modules[each.__module__].__doc__ or "").splitlines()[0] for name, each in KINDS.items()}
    rows = [(f"`{name}`", text.removeprefix(f"`{name}`: ").rstrip(".")) for name, text in first_lines.items()]
    assert_table(request, "docs/explanation/architecture.md", "kinds of checks", rows)


def test_arguments_revive_what_yaml_cannot_write() -> None:
    made = arguments(
        case(
            model={"spy": "toy"},
            rng={"seed": 3},
            small={"array": [1, 2], "dtype": "float32"},
            pair={"tuple": [1, {"bytes": "ff00"}]},
            rest={"key": [{"tuple": []}], "n": 1},
            nested=[{"spy": "toy"}],
            params={"made": "weights"},
        ),
        setting(toy=list, weights=lambda: {"emb": np.eye(2), "heads": 1}),
    )
    assert made["model"] == Spy(name="model", make=list)
    assert made["nested"] == [Spy(name="toy", make=list)]
    assert made["rng"] == Seed(number=3)
    assert made["small"].dtype == np.float32
    assert made["pair"] == (1, b"\xff\x00")
    assert made["rest"] == {"key": [()], "n": 1}
    assert made["params"]["heads"] == 1
    assert made["params"]["emb"].shape == (2, 2)


def test_random_arguments_depend_on_seed_exercise_and_check_and_on_nothing_else() -> None:
    def texts(seed: int, name: str) -> str:
        check = Random(name=name, points=1, kind="random", inputs={"x": LOGITS}, count=3)
        return repr(check.argument_sets(setting(seed=seed)))

    assert texts(0, "a") == texts(0, "a")
    assert len({texts(0, "a"), texts(1, "a"), texts(0, "b")}) == 3


def test_a_seed_draws_the_same_in_every_version() -> None:
    """Old results can be checked only as long as these numbers stay."""
    assert setting(seed=5).rng("a check").integers(10**6, size=3).tolist() == [106810, 442810, 753763]


def test_every_size_is_drawn_and_as_many_inputs_as_asked() -> None:
    check = Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, count=100, sizes=(3, 5))
    sets = check.argument_sets(setting())
    assert (len(sets), {len(each["x"]) for each in sets}) == (100, {3, 4, 5})
    often = Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, count=3, where="tenth")
    assert len(often.argument_sets(setting(tenth=lambda x: len(x) % 10 == 0))) == 3


def test_a_simpler_check_never_goes_beyond_the_sizes_of_the_check() -> None:
    for sizes, found in (((2, 4), {2, 3, 4}), ((1, 1), {1}), ((10, 50), {10, 11, 12, 13, 14, 15})):
        simpler = Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, sizes=sizes).simpler(setting())
        assert isinstance(simpler, Random)
        assert {len(each.args["x"]) for each in simpler.cases} == found
        assert (simpler.name, simpler.inputs, len(simpler.cases)) == ("r", {}, 8 * len(found))
    filtered = Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, where="is_three").simpler(
        setting(is_three=lambda x: len(x) == 3)
    )
    assert isinstance(filtered, Random)
    assert [len(each.args["x"]) for each in filtered.cases] == [3] * 8


def test_random_arguments_come_after_fixed_ones_and_where_refuses_some() -> None:
    check = Random(
        name="r", points=1, kind="random", cases=(case(x=[1.0]),), inputs={"x": LOGITS}, count=5, where="is_long"
    )
    sets = check.argument_sets(setting(is_long=lambda x: len(x) > 9))
    assert sets[0] == {"x": [1.0]}
    assert len(sets) == 6
    assert all(len(each["x"]) > 9 for each in sets[1:])


def test_a_companion_can_draw_all_arguments() -> None:
    check = Random(name="r", points=1, kind="random", draw="make", count=2, sizes=(3, 3))
    assert check.argument_sets(setting(make=lambda rng, size: {"x": size})) == [{"x": 3}, {"x": 3}]
    assert check.simpler(setting()) is None


PROBLEMS: list[tuple[Check, list[tuple[tuple[str | int, ...], str]]]] = [
    (Cases(name="c", points=1, kind="cases", cases=()), [(("cases",), "has no case; write at least one")]),
    (Cases(name="c", points=1, kind="cases", cases=(case(x=[1]),)), []),
    (Random(name="r", points=1, kind="random"), [((), "has nothing to check; write `cases:` or `inputs:`")]),
    (Random(name="r", points=1, kind="random", inputs={"x": LOGITS}), []),
    (Random(name="r", points=1, kind="random", draw="make"), []),
    (
        Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, draw="make"),
        [(("draw",), "`inputs` and `draw` both say how to draw; keep one")],
    ),
    (
        Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, sizes=(3, 2)),
        [(("sizes",), "`sizes` is [3, 2]; write [smallest, largest], from 1 to 100000")],
    ),
    (
        Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, sizes=(0, 2)),
        [(("sizes",), "`sizes` is [0, 2]; write [smallest, largest], from 1 to 100000")],
    ),
    (
        Random(name="r", points=1, kind="random", draw="make", sizes=(1, 100_001)),
        [(("sizes",), "`sizes` is [1, 100001]; write [smallest, largest], from 0 to 100000")],
    ),
    (Random(name="r", points=1, kind="random", draw="make", sizes=(100_000, 100_000), count=10_000), []),
    (Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, sizes=(1, 1), count=1), []),
    (
        Random(name="r", points=1, kind="random", draw="make", count=10_001),
        [(("count",), "`count` is 10001; write 1 to 10000")],
    ),
    (
        Random(name="r", points=1, kind="random", inputs={"x": LOGITS}, count=0),
        [(("count",), "`count` is 0; write 1 to 10000")],
    ),
    (
        Random(name="r", points=1, kind="random", draw="nothing", where="nowhere"),
        [
            (("draw",), "there is no function `nothing` in f_checks.py beside the solution; write it or correct the name"),
            (("where",), "there is no function `nowhere` in f_checks.py beside the solution; write it or correct the name"),
        ],
    ),
    (
        Random(name="r", points=1, kind="random", cases=(case(y=1, x=[1]),)),
        [(("cases", 0, "y"), "`f` takes no argument `y`; its arguments are x, beside `expect` and `within`")],
    ),
    (
        Random(name="r", points=1, kind="random", inputs={"y": LOGITS}),
        [
            (("inputs", "y"), "`f` takes no argument `y`; its arguments are x"),
            (("inputs",), "the argument `x` is missing; add `x:`"),
        ],
    ),
    (
        Random(name="r", points=1, kind="random", inputs={"x": Number(kind="number", low=2.0, high=-float("inf"))}),
        [(("inputs", "x", "low"), "`low` is 2, more than `high`, -inf; exchange them")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("check", "expected"), PROBLEMS, ids=[str([p[1] for p in each[1]])[:70] for each in PROBLEMS])
def test_problems_say_what_to_write(check: Check, expected: list[Any]) -> None:
    assert problems(check, make=lambda rng, size: {}) == expected


def test_the_problems_of_an_argument_name_it_and_stand_at_its_place() -> None:
    here = setting("f(x: Array[V], k: int = 1, *, ties: str) -> int")
    assert list(argument_problems(here, {"y": 1, "k": 2}, ("a", 3))) == [
        (("a", 3, "y"), "`f` takes no argument `y`; its arguments are x, k, ties"),
        (("a", 3), "the argument `x` is missing; add `x:`"),
        (("a", 3), "the argument `ties` is missing; add `ties:`"),
    ]
    assert list(argument_problems(here, {"x": [1], "ties": ""}, ())) == []
    assert list(argument_problems(here, {"x": [[1], [1, 2]], "ties": ""}, ())) == [
        (("x",), "`x` has rows of different lengths; write numbers, all rows of one length")
    ]


def test_spies_must_be_in_the_companion_wherever_they_stand() -> None:
    here = setting("f(x: list, y: int = 0) -> int", there=list)
    assert list(argument_problems(here, {"x": [{"spy": "there"}, {"a": {"spy": "away"}}]}, ("args",))) == [
        (("args", "x"), "there is no function `away` in f_checks.py beside the solution; write it or correct the name")
    ]
    assert list(named_in_companion(here, "law", None)) == []


# --- outcomes in words -----------------------------------------------------------------------

TROUBLES = [
    (Ending.TIMED_OUT, "2 s", Verdict.TIMEOUT, "did not finish within 2 s; look for a loop that never ends or does far too much"),
    (Ending.CRASHED, "exit code 0", Verdict.CRASH, "ended the Python process it ran in (exit code 0); return a value instead"),
    (Ending.OUT_OF_MEMORY, "9 MiB", Verdict.MEMORY, "asked for more memory than the 9 MiB it may use"),
    (Ending.PRINTED_TOO_MUCH, "9", Verdict.OUTPUT, "printed more than 9 characters; take the print calls out"),
    (Ending.TOO_LARGE, "a value", Verdict.OUTPUT, "returned a value; only results of up to 16 MiB and 32 levels can be read"),
    (Ending.FORBIDDEN, "a socket", Verdict.FORBIDDEN, "tried something that is not allowed here: a socket; files, other programs and the network cannot be used: work "
        "with the arguments, print what you want to see, and return the result"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "detail", "verdict", "message"), TROUBLES, ids=[each[0].name for each in TROUBLES])
def test_trouble_has_a_verdict_and_a_sentence(what: Ending, detail: str, verdict: Verdict, message: str) -> None:
    judgement = trouble(happened(what, detail)[0], 3)
    assert judgement is not None
    assert (judgement.verdict, judgement.message, judgement.index) == (verdict, message, 3)
    assert shown(happened(what)[0]) == what.value


def test_a_stub_is_trouble_and_other_exceptions_are_not() -> None:
    judgement = trouble(raised(NotImplementedError)[0], 0)
    assert judgement is not None
    assert (judgement.verdict, judgement.message) == (Verdict.NOT_ATTEMPTED, "still raises NotImplementedError")
    assert trouble(raised(ValueError)[0], 0) is None


def test_an_exception_is_one_line() -> None:
    assert raised_text(raised(ValueError, "two\n  lines")[0]) == "raised ValueError: two lines"
    assert raised_text(raised(ValueError)[0]) == "raised ValueError"
    assert shown(raised(KeyError, "1")[0]) == "raised KeyError: 1"
    assert shown(returned([1.0])[0]) == "[1]"


SMALL, LARGE = call(np.zeros(2)), call(np.zeros(9))


def judge(got: list[Any], expected: list[Any], calls: tuple[Call, ...] = (LARGE, SMALL)) -> tuple[Any, ...]:
    """Judge by comparison, and tell the parts that matter."""
    judgement = judge_by_comparison(calls, got, expected, T)
    return judgement.verdict, judgement.message, judgement.index, judgement.line


def test_the_smallest_failing_call_is_shown() -> None:
    got = [returned(1.0), returned(2.0)]
    assert judge(got, [returned(3.0), returned(4.0)]) == (Verdict.FAIL, "2 instead of 4", 1, None)
    assert judge(got, [returned(3.0), returned(2.0)]) == (Verdict.FAIL, "1 instead of 3", 0, None)


def test_an_exception_where_none_belongs_is_an_error_at_its_line() -> None:
    got = [raised(KeyError, "k", line=7), returned(2.0)]
    assert judge(got, [returned(1.0), returned(2.0)]) == (Verdict.ERROR, "raised KeyError: k", 0, 7)
    assert judge(got, [raised(ValueError), returned(2.0)])[:2] == (Verdict.FAIL, "raised KeyError, not ValueError")


def test_a_stub_is_not_attempted_where_the_solution_raises_as_well() -> None:
    stub = [raised(NotImplementedError)] * 2
    assert judge(stub, [raised(ValueError)] * 2)[0] is Verdict.NOT_ATTEMPTED


def test_float32_is_refused_and_said_after_other_differences() -> None:
    rounded = returned(float(np.float32(0.1)))
    assert judge([returned(0.1), rounded], [returned(0.1)] * 2) == (Verdict.FAIL, COMPUTED_IN_FLOAT32, 1, None)
    assert judge([returned(2.0), rounded], [returned(0.1)] * 2) == (Verdict.FAIL, "2 instead of 0.1", 0, None)


@pytest.mark.parametrize(
    ("args", "size"),
    [
        ([np.zeros((2, 3)), 5, 0.5], 8),
        (["text", b"four"], 8),
        ([[[1, 2], [3]], (), {4}, {"a": [1, 2]}], 7),
        ([None, Seed(number=1)], 2),
    ],
    ids=["numbers", "text", "ragged lists", "others"],
)
def test_the_size_of_a_call_counts_numbers_and_letters(args: list[Any], size: int) -> None:
    assert call_size(call(*args)) == size
    assert call_size(call(**{f"a{i}": arg for i, arg in enumerate(args)})) == size
