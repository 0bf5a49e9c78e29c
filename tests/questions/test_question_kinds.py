"""The kinds of questions: each is one file, with a form and a marker on the page."""

from __future__ import annotations

import re
import typing

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
