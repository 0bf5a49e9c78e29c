"""Pages to read: found, filled in, and refused with every problem at its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from places import COURSE
from workplace import TINY

from grader.authoring.validate_content import inspect_beside
from grader.course import Content
from grader.course.course import Course
from grader.course.lesson import NoLessonError, open_lesson
from grader.course.lesson_files import lesson_ids
from grader.course.names import find_unit_of
from grader.course.parsed_cache import ParsedCache
from grader.course.picture import open_picture, task_with_picture
from grader.course.rules import Rules
from grader.files.strict_yaml import YamlError

(FEWEST_WORDS, MOST_WORDS), SECTIONS = Rules().page_words, Rules().headings
FIGURES = """def page():
    return {"half": 1 / 2, "word": "two"}


def total():
    return {"sum": 6}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the tiny course with a valid page."""
    shutil.copytree(TINY, tmp_path / "course", dirs_exist_ok=True)
    (tmp_path / "course" / "solutions" / "lessons").mkdir()
    write(tmp_path / "course", page())
    (tmp_path / "course" / "solutions" / "lessons" / "small.py").write_text(FIGURES, "utf-8")
    return tmp_path / "course"


def title() -> str:
    """Return the title of the tiny course's unit."""
    return Course(Content(TINY / "exercises", TINY / "solutions")).units[0].title


def page(**changed: str) -> str:
    """Return a page with some of its parts changed."""
    parts = {
        "title": f"# {title()}",
        "lead": "Half is {{ half }}, in words {{ word }}: see [the sum](total.yaml) and $x^2$.\n\n"
        + "word " * FEWEST_WORDS,
        **{name: f"## {name}\n\nText." for name in SECTIONS},
        "answers": "## Try it by hand\n\n### total\n\nIt is {{ sum }}.",
        **changed,
    }
    return "\n\n".join(parts.values()) + "\n"


def write(folder: Path, text: str) -> None:
    """Write the page of the tiny course's unit."""
    (folder / "exercises" / "small" / "lesson.md").write_text(text, "utf-8")


def course(folder: Path, cache: Path | None = None) -> Course:
    """Return the course in a folder."""
    return Course(Content(folder / "exercises", folder / "solutions"), ParsedCache(cache) if cache else None)


def problems(folder: Path) -> list[str]:
    """Return the problems of the page, each from its line on."""
    with pytest.raises(YamlError) as caught:
        open_lesson(course(folder), "small")
    return [str(each).partition("lesson.md:")[2] for each in caught.value.problems]


def test_a_course_without_pages_has_none() -> None:
    tiny = course(TINY)
    assert lesson_ids(tiny) == []
    with pytest.raises(NoLessonError, match="this course has no page for it"):
        open_lesson(tiny, "small")


def test_figures_links_and_formulas_are_filled_in(folder: Path) -> None:
    found = open_lesson(course(folder), "small")
    assert found.title == title()
    assert found.shown.startswith("Half is 0.5, in words two: see the sum (`learn show total`) and x^2.")
    assert found.text.startswith("Half is 0.5, in words two: see [the sum](exercise:small/total) and $x^2$.")
    assert found.answers == {"total": "It is 6."}


def test_a_cached_page_is_computed_again_after_a_change_of_its_figures(folder: Path, tmp_path: Path) -> None:
    assert open_lesson(course(folder, tmp_path / "cache"), "small").answers == {"total": "It is 6."}
    (folder / "solutions" / "lessons" / "small.py").write_text(FIGURES.replace("6", "7"), "utf-8")
    shutil.rmtree(folder / "solutions" / "lessons" / "__pycache__", ignore_errors=True)
    other = folder.rename(tmp_path / "other")  # modules are imported once for each folder
    assert open_lesson(course(other, tmp_path / "cache"), "small").answers == {"total": "It is 7."}


HALF = '<svg class="picture"><title>A half</title><desc>One &lt;bar&gt;.</desc><rect class="full" width="9"/></svg>'
DRAW = f"def drawings():\n    return {{'small/half': '''{HALF}\\n'''}}\n"
PICTURES = {
    "half": HALF,
    "broken": HALF.replace("</desc>", ""),
    "mute": HALF.replace("One &lt;bar&gt;.", " "),
    "busy": HALF.replace("<rect", "<script/><rect"),
}


@pytest.fixture
def with_pictures(folder: Path) -> Path:
    """Return the folder with pictures of which one is drawn by code, and three are wrong."""
    pictures = folder / "exercises" / "pictures" / "small"
    pictures.mkdir(parents=True)
    for name, svg in PICTURES.items():
        (pictures / f"{name}.svg").write_text(f"{svg}\n", "utf-8")
    (folder / "solutions" / "pictures").mkdir()
    (folder / "solutions" / "pictures" / "draw.py").write_text(DRAW, "utf-8")
    return folder


def with_picture(name: str) -> str:
    """Return a page that shows a picture."""
    marked = "{{ picture: NAME }}".replace("NAME", name)
    return page(lead="{{ half }} {{ word }}\n\n" + marked + "\n\n" + "w " * FEWEST_WORDS)


def test_a_picture_is_described_in_a_terminal_and_stays_a_marker_for_pages(with_pictures: Path, tmp_path: Path) -> None:
    write(with_pictures, with_picture("small/half"))
    found = open_lesson(course(with_pictures, tmp_path / "cache"), "small")
    assert "two\n\nA half: One <bar>.\n\nw w" in found.shown
    assert "\n\n{{ picture: small/half }}\n\n" in found.text
    made = open_picture(course(with_pictures), "small/half")
    assert made == ("A half", "One <bar>.", HALF)
    assert made.unnamed == HALF.replace("A half", "Picture")
    file = with_pictures / "exercises" / "pictures" / "small" / "half.svg"
    file.write_text(HALF.replace("One", "Another"), "utf-8")
    assert "A half: Another <bar>." in open_lesson(course(with_pictures, tmp_path / "cache"), "small").shown


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("small/hafl", "unknown picture `small/hafl`; did you mean `small/half`?"),
        ("small/broken", "broken.svg: is not valid XML: mismatched tag: line 1, column 96"),
        ("small/mute", "mute.svg: begin it with `<svg`, and write in it `<title>` and `<desc>`"),
        ("small/busy", "busy.svg: has `<script`, which pages do not allow; take it out"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_a_problem_of_its_line(with_pictures: Path, name: str, message: str) -> None:
    write(with_pictures, with_picture(name))
    (problem,) = problems(with_pictures)
    assert re.sub(r" \S+/small/", " ", problem) == f"5:1: {message}"


def test_figures_and_pictures_of_chance_are_problems(with_pictures: Path) -> None:
    write(with_pictures, with_picture("small/half"))
    solutions = with_pictures / "solutions"
    (solutions / "lessons/small.py").write_text(f"from random import random\n\n\n{FIGURES.replace('6', 'random()')}")
    drawn = DRAW.replace("'''<", "f'''<").replace('"9"', '"{random()}"')
    (solutions / "pictures/draw.py").write_text(f"from random import random\n\n\n{drawn}")
    found = [each.rpartition("/solutions/")[2] for each in inspect_beside(course(with_pictures)).problems]
    assert "pictures/draw.py: draws `small/half` anew each time; give its random numbers a seed" in found
    assert "lessons/small.py: computes other figures each time; give its random numbers a seed" in found


def test_the_gate_compares_drawn_pictures_with_their_files_and_names_those_that_nothing_shows(
    with_pictures: Path,
) -> None:
    write(with_pictures, with_picture("small/half"))
    pictures = with_pictures / "exercises" / "pictures" / "small"
    for name in ("broken", "mute", "busy"):
        (pictures / f"{name}.svg").unlink()

    def found() -> list[str]:
        found = inspect_beside(course(with_pictures)).problems
        return [each.rpartition("/pictures/")[2] for each in found if "/pictures/small" in each]

    assert found() == []
    (pictures / "half.svg").write_text(HALF.replace("9", "8"), "utf-8")
    (pictures / "other.svg").write_text(HALF, "utf-8")
    assert found() == [
        "small/other.svg: nothing shows it; write `{{ picture: small/other }}` on a page, or remove it",
        "small/half.svg: is not what its code draws; run `python -m solutions.pictures.draw`",
    ]


def test_a_task_can_have_a_picture(with_pictures: Path) -> None:
    task = with_pictures / "exercises" / "small" / "total.yaml"
    text = task.read_text("utf-8")
    task.write_text(text.replace("points:", "picture: small/half\npoints:", 1), "utf-8")
    ours = course(with_pictures)
    assert task_with_picture(ours, ours.words("small/total")).endswith("\n\nA half: One <bar>.")
    assert task_with_picture(ours, ours.words("small/scale")) == ours.words("small/scale").task
    assert not [each for each in inspect_beside(ours).problems if "half.svg" in each]
    task.write_text(text.replace("points:", "picture: small/hafl\npoints:", 1), "utf-8")
    (found,) = [each for each in inspect_beside(course(with_pictures)).problems if "hafl" in each]
    assert found.endswith("unknown picture `small/hafl`; did you mean `small/half`?")


BROKEN = [
    ({"title": "# Other"}, "1:3: the unit's title in course.yaml is"),
    ({"title": "No title"}, "1:1: the first line is no title; write `# ` and the title"),
    ({"lead": "{{ hafl }} {{ word }} {{ half }}" + " w" * 400}, "3:1: `page` does not compute `hafl`; did you mean `half`?"),
    ({"lead": "{{ half }}" + " w" * 400}, "1:1: `page` computes `word`, which the page does not show"),
    ({"lead": "{{ half }} {{ word" + " w" * 400}, "3:12: `{{` begins a figure that never ends; close it with `}}`"),
    ({"lead": "{{ half }} {{ word }}"}, f"write {FEWEST_WORDS} to {MOST_WORDS}"),
    ({"lead": "{{ half }} {{ word }}" + " w" * 800}, f"write {FEWEST_WORDS} to {MOST_WORDS}"),
    ({"lead": "{{ half }} {{ word }} [a](totl.yaml)" + " w" * 400}, "3:27: unknown exercise `small/totl`; did you mean"),
    ({"lead": "{{ half }} {{ word }} [a](../big/lesson.md)" + " w" * 400}, "3:27: unknown page `big`"),
    ({"lead": "{{ half }} {{ word }} [a](http://x.org)" + " w" * 400}, "3:27: the link `http://x.org` leads nowhere"),
    ({"lead": "{{ half }} {{ word }} ![a](https://x.org/a.png)" + " w" * 400}, "3:23: this is an image file"),
    ({"lead": "{{ half }} {{ word }} $x^{$" + " w" * 400}, "3:1: the formula `$x^{$`"),
    ({SECTIONS[0]: "Nothing."}, f"1:1: the heading `## {SECTIONS[0]}` is there 0 times; write it once"),
    ({SECTIONS[1]: f"## {SECTIONS[0]}"}, f"1:1: the heading `## {SECTIONS[0]}` is there 2 times; write it once"),
    ({"answers": "## Try it by hand\n\n### totla\n\n6"}, "unknown exercise of this unit `totla`; did you mean `total`?"),
    ({"answers": "## Try it by hand\n\n### total\n\n"}, "the answer to `total` is empty; write it"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), BROKEN, ids=[message[:40] for _, message in BROKEN])
def test_every_problem_is_named_at_its_line(folder: Path, changed: dict[str, str], message: str) -> None:
    write(folder, page(**changed))
    assert any(message in each for each in problems(folder)), problems(folder)


@pytest.mark.parametrize("content", [b"\xff", b"", b"x" * (1 << 19)])
def test_what_is_no_page_is_refused_in_a_sentence(folder: Path, content: bytes) -> None:
    (folder / "exercises" / "small" / "lesson.md").write_bytes(content)
    assert problems(folder)[0].startswith("1:1: ")


def test_the_gate_wants_an_answer_for_each_task_that_asks_to_try_by_hand(folder: Path) -> None:
    task = folder / "exercises" / "small" / "scale.yaml"
    text = task.read_text("utf-8")
    task.write_text(text.replace("task: |\n", "task: |\n  Try it by hand first.\n\n", 1), "utf-8")
    assert "Try it by hand" in task.read_text("utf-8")
    asking, found = [each for each in inspect_beside(course(folder)).problems if "by hand" in each]
    assert "the task says “Try it by hand first”; write `by_hand:` with a check and its case" in asking
    assert found.endswith("has no answer to what `scale` asks to try by hand; write `### scale` and it")


@pytest.mark.parametrize(
    ("name", "unit"),
    [("Cache", "cache"), ("6", "cache"), ("the kv cache", "cache"), ("kv_cache", "cache"), ("verify", "speculative")],
)
def test_a_unit_has_many_names(name: str, unit: str) -> None:
    assert find_unit_of(COURSE, name).id == unit
