"""A tab gives the document that `learn check` gives, on functions that are drawn from the corpora by lot."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from named_mistakes import course
from tab_files import need_node, runtime_folder
from tab_parity import Case, compare, differences, read_cases

from grader.course.fingerprint import content_hash

COUNT = os.environ.get("LEARN_PARITY", "20")
"""How many functions are compared, or `all`."""
EXCEPTIONS = Path(__file__).with_name("parity_exceptions.tsv")
"""Functions whose documents differ, each with the reason."""


def read_exceptions() -> set[tuple[str, str, str]]:
    rows = [line.split("\t") for line in EXCEPTIONS.read_text("utf-8").splitlines()[1:]]
    assert all(reason for *_, reason in rows)
    return {(corpus, exercise, name) for corpus, exercise, name, _ in rows}


@pytest.mark.external
@pytest.mark.timeout(36_000)
def test_a_tab_gives_the_documents_of_learn_check() -> None:
    need_node()
    cases, exceptions = read_cases(), read_exceptions()
    drawn = random.Random(content_hash(course()))
    chosen = cases if COUNT == "all" else sorted(drawn.sample(cases, int(COUNT)), key=cases.index)
    found = {case: found for case, found in compare(chosen, runtime_folder()) if found}
    assert {case[:3]: found for case, found in found.items() if case[:3] not in exceptions} == {}


def test_fewer_than_one_in_two_hundred_are_exceptions() -> None:
    cases = {case[:3] for case in read_cases()}
    assert read_exceptions() <= cases
    assert 200 * len(read_exceptions()) < len(cases)


def test_a_difference_is_named_by_its_place() -> None:
    case = Case("solutions", "scale", "scale", "", {})
    assert list(differences({"a": [1, {"b": 2.0}]}, {"a": [1, {"b": 2.0 + 1e-12}]})) == []
    assert list(differences({"a": [1, {"b": 2.0}]}, {"a": [1, {"b": 2.1}]})) == [".a[1].b: 2.0 | 2.1"]
    assert list(differences({"a": 1}, {"a": 1, "b": case.name})) == [': {"a": 1} | {"a": 1, "b": "scale"}']
