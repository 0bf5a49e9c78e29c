"""The kinds of questions: each is one file, with a form and a marker on the page, and a row in the documentation."""

from __future__ import annotations

import re
import typing

import pytest
from places import ROOT

from grader.questions.kinds import kinds
from grader.questions.quiz.page import HERE


def test_a_kind_has_the_name_of_its_file_a_form_and_a_marker() -> None:
    assert len(kinds()) >= 6
    markers = re.findall(r"(?m)^    (\w+): \(article\) =>", (HERE / "quiz.js").read_text("utf-8"))
    assert sorted(markers) == sorted(kinds())
    for name, kind in kinds().items():
        assert typing.get_args(typing.get_type_hints(kind)["kind"]) == (name,)
        assert kind.__module__.rpartition(".")[2] == name
        assert (HERE / f"{kind.FORM}.html").is_file()


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is in the checkout only")
def test_the_page_on_questions_has_a_row_for_each_kind() -> None:
    page = (ROOT / "docs/authoring/questions.md").read_text("utf-8").partition("\n\nChoices are shown")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == sorted(["kind", *kinds()])
