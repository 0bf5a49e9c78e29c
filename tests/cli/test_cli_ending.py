"""The end of units and of the course, as `learn check` tells it."""

from __future__ import annotations

import html
import re
import shlex
import shutil
from pathlib import Path

import pytest
from learner_sets import passed_set
from places import COURSE
from workplace import TINY, Workplace

from grader.learner.position import ALL_PASSED

TABLE = """\
id: tiny
title: A tiny course
version: 1
units:
  - id: small
    title: Small things
    exercises: [total, mask]
    then:
      can: Your code adds numbers up.
      command: 'learn generate "one two" --mine'
  - id: more
    title: More of it
    exercises: [scale]
"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of a course with two units, the first with an end of its own."""
    course = tmp_path / "course"
    shutil.copytree(TINY, course, ignore=shutil.ignore_patterns("__pycache__"))
    (course / "exercises/course.yaml").write_text(TABLE, "utf-8")
    for folder, suffix in (
        ("exercises", ".yaml"),
        ("exercises", ".py"),
        ("solutions", ".py"),
        ("solutions", "_checks.py"),
    ):
        (course / folder / "more").mkdir(exist_ok=True)
        shutil.copy(course / folder / f"small/scale{suffix}", course / folder / f"more/scale{suffix}")
    (tmp_path / "work").mkdir()
    place = Workplace(tmp_path / "work", monkeypatch, capsys, course)
    assert place.learn("init").code == 0
    return place


def solve(workspace: Workplace, *names: str) -> None:
    """Write solutions of the course."""
    for name in names:
        unit = "more" if name == "scale" else "small"
        workspace.write(f"exercises/{unit}/{name}.py", (TINY / f"solutions/small/{name}.py").read_text("utf-8"))


END = """\
You have finished “Small things”. Your code adds numbers up.

See it: learn generate "one two" --mine

Next: learn solution mask, to compare; then learn next
"""


def test_the_last_exercise_of_a_unit_says_what_ones_code_can_do(workspace: Workplace) -> None:
    solve(workspace, "total", "mask")
    assert "You have finished" not in workspace.learn("check", "total").out
    assert workspace.learn("check", "mask").out.endswith(f"\n\n{END}")


@pytest.mark.slow
def test_the_last_exercise_leads_to_the_end_and_a_check_of_it_again_to_its_solution(workspace: Workplace) -> None:
    solve(workspace, "total", "mask", "scale")
    workspace.learn("check", "total", "mask")
    assert workspace.learn("check", "scale").out.endswith(f"You have finished “More of it”.\n\n{ALL_PASSED}\n")
    assert workspace.learn("check", "scale").out.endswith(
        "\n\nNext: learn solution scale, to compare; then learn finish\n"
    )
    assert workspace.learn("status").out.endswith(f"\n\n{ALL_PASSED}\n")


# --- learn finish -----------------------------------------------------------------------------


def test_before_the_end_finish_says_what_is_missing(workspace: Workplace) -> None:
    solve(workspace, "total")
    workspace.learn("check", "total")
    assert workspace.learn("finish", "--out", "page.html") == (
        1,
        "A tiny course: 1 of 3 exercises have passed. Still missing: mask, scale.\n\nNext: learn show mask\n",
        "",
    )
    assert not (workspace.folder / "page.html").exists()


@pytest.mark.slow
def test_the_page_has_the_name_and_the_mistakes_that_were_overcome(workspace: Workplace) -> None:
    solve(workspace, "mask", "scale")
    workspace.write(
        "exercises/small/total.py", "def total(values):\n    return float(values.sum() / max(len(values), 1))\n"
    )
    workspace.learn("check", "--all")
    solve(workspace, "total")
    workspace.learn("check", "total")
    ran = workspace.learn("finish", "--out", "my page.html", "--name", "Ada <b>L</b>")
    assert ran == (
        0,
        "A tiny course, finished: 10 points. You have written all of it.\n\n"
        "my page.html is written; keep it, and print it if you like.\n",
        "",
    )
    page = (workspace.folder / "my page.html").read_text("utf-8")
    assert "A tiny course, finished by Ada &lt;b&gt;L&lt;/b&gt; on <time" in page
    assert "<li>The sum is divided by how many there are" in page
    assert "keepsake and no grade" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--out", "page.txt"), "learn: 'page.txt' ends with none of .html, .htm, .pdf; name the file so"),
        (("--out", "gone/page.html"), "learn: there is no folder 'gone'; make it first"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_checked(
    workspace: Workplace, arguments: tuple[str, ...], message: str
) -> None:
    ran = workspace.learn("finish", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(message)


@pytest.mark.slow
def test_the_whole_course_ends_with_a_text_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    passed_set(COURSE, tmp_path, tuple(COURSE.exercise_ids))
    ran = place.learn("finish", "--out", "end.html")
    assert (ran.code, ran.err) == (0, "")
    page = (tmp_path / "end.html").read_text("utf-8")
    assert re.search(r"\b(2\d) parts of the generator were the learner’s own, none the", page)
    assert "<svg" in page
    command = html.unescape(page.partition("<pre>")[2].partition("</pre>")[0])
    again = place.learn(*shlex.split(command)[1:])
    assert again.code == 0
    assert " ".join(again.out.split()) in html.unescape(page)


@pytest.mark.slow
def test_a_sampler_of_ones_own_is_measured_beside_those_that_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    passed_set(COURSE, tmp_path, tuple(COURSE.exercise_ids))
    place.write(
        "exercises/own_sampler.py",
        "import numpy as np\n\ndef probs(logits, ids):\n    return np.eye(len(logits))[np.argmax(logits)]\n",
    )
    ran = place.learn("finish", "--out", "end.html")
    assert (ran.code, ran.err) == (0, "")
    rows = {row.split()[0]: row.split()[-4:] for row in ran.out.splitlines() if row.startswith("   ")}
    assert rows["sampler"] == ["repeated", "distinct", "perplexity", "JSON"]
    assert rows["yours"] == rows["greedy"]  # the largest logit with certainty
    assert rows["top-p"] != rows["greedy"] != rows["min-p"]
    assert float(rows["greedy"][0]) > float(rows["top-p"][0])  # greedy decoding repeats itself more
    assert "A sampler of its own" in (tmp_path / "end.html").read_text("utf-8")
    place.write("exercises/own_sampler.py", "def probs(logits, ids):\n    return logits\n")
    ran = place.learn("finish")
    assert ran.code == 1
    assert "own_sampler.probs returned no probabilities of shape (704,) that add up to 1" in ran.err
