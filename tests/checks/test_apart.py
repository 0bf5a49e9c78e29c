"""Mistakes in work with more than one of them: refusals, functions and parts of answers are judged apart."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest
from handmade import raised, returned

from grader.checks.apart import diagnose_apart
from grader.checks.diagnosis import diagnose
from grader.checks.evidence import Evidence
from grader.core.call import Outcomes
from grader.core.comparison import Tolerance
from grader.core.result import Mistake

REFUSED = raised(ValueError)
ELSE = 99.0


def outcomes(values: Sequence[Any]) -> list[Outcomes]:
    """Make the outcomes of calls that returned `values`; outcomes are left as they are."""
    return [value if isinstance(value, tuple) and hasattr(value[0], "ending") else returned(value) for value in values]


def evidence(got: Sequence[Any], right: Sequence[Any], errors: dict[str, Sequence[Any]], **given: Any) -> Evidence:
    """Make the evidence of a check, with what each mistake answers in it; the right answers where it says nothing."""
    answers = {name: outcomes(values) for name, values in errors.items()}
    expected = outcomes(right)
    return Evidence(
        outcomes(got),
        expected,
        lambda mistake, index: answers.get(mistake.version, expected)[index],
        Tolerance(),
        **given,
    )


def mistakes(*names: str) -> list[Mistake]:
    """Make mistakes without words."""
    return [Mistake(name.partition("__")[0], "", "", name, "", lambda: ModuleType("never loaded")) for name in names]


def named(checks: dict[str, Evidence], *names: str) -> dict[str, str]:
    """Name mistakes; all that are named are partial."""
    found = diagnose_apart(checks, mistakes(*names))
    assert all(mistake.is_partial for mistake in found.values())
    return {check: mistake.name for check, mistake in found.items()}


def test_a_missing_refusal_hides_no_mistake_in_values_and_the_other_way_round() -> None:
    values = evidence([1.0, 2.0, 3.0], [0.0] * 3, {"slip": [1.0, 2.0, 3.0]})
    refusals = evidence([5.0, 6.0], [REFUSED] * 2, {"accepts": [7.0, 8.0]})
    assert named({"values": values, "refusals": refusals}, "slip", "accepts") == {
        "values": "slip",
        "refusals": "accepts",
    }
    assert diagnose({"values": values, "refusals": refusals}, mistakes("slip"))["values"].is_partial


def test_of_missing_refusals_that_look_the_same_the_one_with_the_same_values_is_named() -> None:
    wrong = evidence([1.0], [0.0], {})
    refusals = evidence([5.0, 6.0], [REFUSED] * 2, {"one": [7.0, 8.0], "two": [5.0, 6.0]})
    assert named({"a": refusals, "b": wrong}, "one", "two") == {"a": "two"}
    assert named({"a": refusals}, "one", "two") == {}  # refusals alone say too little
    refusals = evidence([5.0, 6.0], [REFUSED] * 2, {"one": [7.0, 8.0], "two": [9.0, 6.5]})
    assert named({"a": refusals, "b": wrong}, "one", "two") == {}


def test_a_mistake_in_values_is_not_what_keeps_a_function_from_refusing() -> None:
    checks = {
        "values": evidence([0.0, 0.0, ELSE], [0.0] * 3, {"one": [0.0, 5.0, 0.0]}),
        "refusals": evidence([5.0, 6.0], [REFUSED] * 2, {"one": [5.0, 6.0]}),
    }
    assert named(checks, "one") == {}


def test_each_function_of_a_file_is_judged_apart() -> None:
    checks = {
        "first": evidence([1.0, 2.0], [0.0] * 2, {"slip": [1.0, 2.0]}, function="price"),
        "second": evidence([ELSE, ELSE], [0.0] * 2, {}, function="share"),
    }
    assert named(checks, "slip") == {"first": "slip"}


def test_each_part_of_a_tuple_or_dict_is_an_answer_of_its_own() -> None:
    right = [(0.0, 0.0)] * 4
    one, two = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)], [(0.0, 5.0), (0.0, 6.0), (0.0, 7.0), (0.0, 0.0)]
    both = [(1.0, 5.0), (2.0, 6.0), (3.0, 7.0), (4.0, 0.0)]
    found = diagnose_apart({"a": evidence(both, right, {"one": one, "two": two})}, mistakes("one", "two"))
    assert found["a"].name == "one"
    assert len(diagnose_apart({"a": evidence(both, right, {"one": one})}, mistakes("one"))) == 0


TWO = {"one": [1.0, 1.0, 1.0, 1.0, 0.0, 0.0], "two": [0.0, 0.0, 2.0, 2.0, 2.0, 2.0]}
CASES = {
    "two that hide each other where both err": ([1.0, 1.0, ELSE, ELSE, 2.0, 2.0], {"one", "two"}),
    "right where one errs": ([1.0, 1.0, ELSE, 0.0, 0.0, 0.0], set()),
    "another value where one alone errs": ([1.0, ELSE, ELSE, ELSE, 2.0, 2.0], set()),
}


@pytest.mark.parametrize(("got", "names"), list(CASES.values()), ids=list(CASES))
def test_two_mistakes_are_named_if_each_is_made_where_the_other_does_not_err(got: list[float], names: set[str]) -> None:
    checks = {
        name: evidence(got[start:stop], [0.0] * (stop - start), {key: value[start:stop] for key, value in TWO.items()})
        for name, start, stop in (("a", 0, 3), ("b", 3, 6))
    }
    assert set(named(checks, "one", "two").values()) == names


@pytest.mark.parametrize(("errors", "found"), [(2, {"a": "one"}), (3, {})])
def test_one_that_is_made_nowhere_in_a_check_with_three_of_its_errors_is_not_named(
    errors: int, found: dict[str, str]
) -> None:
    one = {"a": [(1.0, 0.0)] * 12, "b": [(1.0, 0.0)] * errors}
    got = {"a": [(1.0, 5.0)] * 12, "b": [(7.0, 0.0)] * errors}
    two = {"a": [(0.0, 5.0)] * 12, "b": [(0.0, 0.0)] * errors}
    checks = {
        name: evidence(got[name], [(0.0, 0.0)] * len(one[name]), {"one": one[name], "two": two[name]}) for name in one
    }
    assert named(checks, "one", "two").get("a") == found.get("a")


def test_two_halves_of_a_bigger_mistake_are_not_named() -> None:
    halves = {"one": [1.0, 1.0, 0.0, 0.0], "two": [0.0, 0.0, 2.0, 2.0]}
    assert named({"a": evidence([1.0, 1.0, 2.0, 2.0], [0.0] * 4, halves)}, "one", "two") == {}


def test_two_that_err_alike_are_not_named_and_versions_of_one_are() -> None:
    check = evidence(
        [1.0, 2.0, ELSE], [0.0] * 3, {"one": [1.0, 2.0, 3.0], "two": [1.0, 2.0, 4.0], "one__b": [1.0, 2.0, 4.0]}
    )
    assert named({"a": check}, "one", "two") == {}
    assert named({"a": check}, "one", "one__b") == {"a": "one"}


def test_a_law_that_a_mistake_does_not_break_has_not_its_name() -> None:
    errors = {"slip": [1.0, 2.0]}
    assert named({"a": evidence([1.0, 2.0], [0.0] * 2, errors, fails=lambda _: False)}, "slip") == {}
    assert named({"a": evidence([1.0, 2.0], [0.0] * 2, errors)}, "slip") == {"a": "slip"}


def test_two_mistakes_that_change_the_same_answers_are_named_if_both_together_give_them() -> None:
    right, doubled, added = [1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0], [2.0, 3.0, 4.0, 5.0]
    both = {"doubled": doubled, "added": added, "other": [9.0, 8.0, 7.0, 6.0], "doubled+added": [4.0, 6.0, 8.0, 10.0]}
    checks = {name: evidence(both["doubled+added"], right, both) for name in ("one", "two")}
    checks["three"] = evidence([5.0] * 5, [4.0, 5.0, 5.0, 5.0, 5.0], {"added": [5.0] * 5, "doubled+added": [5.0] * 5})
    assert named(checks, "doubled", "added", "other") == {}

    def combine(together: Sequence[Mistake]) -> Mistake:
        return mistakes("+".join(each.name for each in together))[0]

    found = diagnose_apart(checks, mistakes("doubled", "added", "other"), combine)
    assert {check: mistake.name for check, mistake in found.items()} == {
        "one": "doubled",
        "two": "added",
        "three": "added",
    }
    assert all(mistake.is_partial for mistake in found.values())
    few = {"one": evidence([4.0, 6.0], right[:2], both)}
    assert diagnose_apart(few, mistakes("doubled", "added", "other"), combine) == {}  # too few answers to tell


def test_what_is_not_written_yet_hides_no_mistake() -> None:
    steps = [returned(0.0)[0], returned(1.0)[0], returned(2.0)[0]]
    wrong = [returned(5.0)[0], returned(6.0)[0], returned(2.0)[0]]
    unwritten = [*wrong[:2], raised(NotImplementedError)[0]]
    answers = {"slip": [tuple(wrong)] * 3}
    assert named({"a": evidence([tuple(unwritten)] * 3, [tuple(steps)] * 3, answers)}, "slip") == {"a": "slip"}
