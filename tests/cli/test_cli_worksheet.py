"""`learn print worksheet`: what is written where, what is refused, and marking one's own answers."""

from __future__ import annotations

import html
import re
import shutil
import sys
from pathlib import Path

import pdfs
import pytest
from places import COURSE, DATA, ROOT
from systems import linux_only, posix_only
from workplace import TINY, Workplace

from flashcards import pdf
from grader.course import find
from grader.files import extras
from grader.questions.worksheet import answer_file
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.sheet import Variant, draw, minus, open_sheet

pytestmark = pytest.mark.slow

NEEDS_PDF = pytest.mark.skipif(not pdf.is_available(), reason='the extra is missing: pip install -e ".[pdf]"')
USAGE = " (see `learn print worksheet --help`)"
PRACTICE = "These numbers are for practice: without --seed, everybody can write the key.\n"
OPENED = open_sheet(COURSE, "five_tokens")
OWN = draw(OPENED, "")
ROSTER = "id,name,section\nada,Ada Lovelace,1\nbo,<script>alert(1)</script>,2\n=1+1,,1\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files_in(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def answers_of(variant: Variant, **others: str) -> str:
    """Return a file with the right answers, but for some."""
    right = {each.name: each.shown(each.answer(variant.numbers)) for each in variant.questions}
    return "".join(f"{name}: {answer}\n" for name, answer in {**right, **others}.items())


def test_a_sheet_a_key_and_a_file_for_answers_are_written(place: Workplace) -> None:
    ran = place.learn("print", "worksheet", "five_tokens", "--key", "key.html", "--answers", "answers.yaml")
    assert ran == (
        0,
        f"worksheet.html is written: sheet {OWN.id}. Print it at 100 % on A4.\n"
        "key.html is written: the key.\n"
        "answers.yaml is written: fill it in, and hand it in as five_tokens.yaml.\n" + PRACTICE,
        "",
    )
    assert files_in(place) == ["answers.yaml", "key.html", "worksheet.html"]
    assert (place.folder / "worksheet.html").read_text("utf-8") == worksheet_page.render([OWN], "sheet", "a4")
    assert (place.folder / "key.html").read_text("utf-8") == worksheet_page.render([OWN], "key", "a4")
    assert (place.folder / "answers.yaml").read_text("utf-8") == answer_file.template(OWN)


def test_a_student_has_numbers_of_their_own(place: Workplace) -> None:
    own = draw(OPENED, "my text", "ada")
    ran = place.learn("print", "worksheet", "five_tokens", "--seed", "my text", "--student", "ada", "--paper", "letter")
    assert ran == (0, f"worksheet.html is written: sheet {own.id}. Print it at 100 % on Letter.\n", "")
    text = (place.folder / "worksheet.html").read_text("utf-8")
    assert "Student <b>ada</b>" in text
    assert "my text" not in text
    assert "size: letter portrait" in text


def test_a_class_gets_a_sheet_and_a_key_for_each(place: Workplace) -> None:
    place.write("Klasse 7 b.csv", ROSTER)
    ran = place.learn(
        "print",
        "worksheet",
        "five_tokens",
        "--class",
        "Klasse 7 b.csv",
        "--seed",
        "s",
        "--key",
        "keys.html",
        "--answers",
        "blank.yaml",
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "worksheet.html is written: 3 sheets. Print it at 100 % on A4.\nkeys.html is written: the keys.\n"
        "blank.yaml is written: fill it in, and hand it in as five_tokens.yaml.\n"
    )
    ids = [draw(OPENED, "s", student).id for student in ("ada", "bo", "=1+1")]
    for name in ("worksheet.html", "keys.html"):
        text = (place.folder / name).read_text("utf-8")
        assert re.findall(r'<p class="which">Sheet <b>(\S+)</b>', text) == ids
        assert "<script" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; (bo)" in text
    assert not any(each in (place.folder / "blank.yaml").read_text("utf-8") for each in ids)


def test_a_class_gets_one_table_of_answers_by_sheet(place: Workplace) -> None:
    place.write("class.csv", ROSTER)
    words = ("print", "worksheet", "five_tokens", "--class", "class.csv", "--seed", "s")
    ran = place.learn(*words, "--key-table", "table.html")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\ntable.html is written: all right answers, by sheet.\n")
    text = (place.folder / "table.html").read_text("utf-8")
    variants = sorted((draw(OPENED, "s", student) for student in ("ada", "bo", "=1+1")), key=lambda each: each.id)
    lines = re.findall(r"<tr><th scope=\"row\">.*", html.unescape(text))
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in lines]
    assert [row[0] for row in rows] == [variant.id for variant in variants]
    assert [row[2:] for row in rows] == [
        [minus(each.shown(each.answer(variant.numbers_of(each)))) for each in variant.questions] for variant in variants
    ]
    assert "&lt;script&gt;alert(1)&lt;/script&gt; (bo)" in text


@pdfs.NEEDED
@NEEDS_PDF
def test_names_that_end_with_pdf_make_pdfs(place: Workplace) -> None:
    place.write("class.csv", ROSTER)
    ran = place.learn(
        "print",
        "worksheet",
        "five_tokens",
        "--class",
        "class.csv",
        "--seed",
        "s",
        "--out",
        "mes feuilles.PDF",
        "--key",
        "k.pdf",
    )
    assert (ran.code, files_in(place)) == (0, ["class.csv", "k.pdf", "mes feuilles.PDF"])
    for name in ("mes feuilles.PDF", "k.pdf"):
        assert (place.folder / name).read_bytes().startswith(b"%PDF-1.7\n")


def test_without_the_extra_there_is_one_sentence_and_no_file(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    ran = place.learn("print", "worksheet", "five_tokens", "--key", "key.pdf")
    assert (ran.code, ran.out, files_in(place)) == (3, "", [])
    assert ran.err.startswith("learn: PDF files need ")
    assert extras.install_command("pdf") in ran.err
    assert ran.err.count("\n") == 1


def test_without_a_name_the_worksheets_are_named(place: Workplace) -> None:
    told = "learn: there are 3 worksheets; name one of five_tokens, one_call, two_models"
    assert place.learn("print", "worksheet") == (2, "", f"{told}{USAGE}\n")


REFUSED = [
    (["five_token"], "unknown worksheet `five_token`; did you mean `five_tokens`?"),
    (["--class", "class.csv"], "without --seed everybody could write the keys; give --seed a text that only you know"),
    (["--class", "class.csv", "--seed", "s", "--student", "a"],
     "--class has the ids of all students; leave out --student"),
    (["--out", "sheet.doc"], "'sheet.doc' ends with none of .html, .htm, .pdf; name the file so"),
    (["--key", "key"], "'key' ends with none of .html, .htm, .pdf; name the file so"),
    (["--key", "./worksheet.html"], "two of --out, --key, --key-table and --answers are the same file; give each a name of its own"),
    (["--key", "gone/key.html"], "there is no folder 'gone'; make it first"),
    (["--student", ""], "the id after --student is empty, too long, or has signs that cannot be printed"),
    (["--student", "a\x1b[31m"], "the id after --student is empty, too long, or has signs that cannot be printed"),
    (["--student", "x" * 201], "the id after --student is empty, too long, or has signs that cannot be printed"),
    (["--check", "class.csv", "--key", "k.html"],
     "--check marks one file and writes none; leave out --class, --key, --key-table and --answers"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "told"), REFUSED, ids=[" ".join(each)[:40] for each, _ in REFUSED])
def test_what_cannot_be_meant_is_refused(place: Workplace, arguments: list[str], told: str) -> None:
    place.write("class.csv", ROSTER)
    named = [] if arguments[0] == "five_token" else ["five_tokens"]
    assert place.learn("print", "worksheet", *named, *arguments) == (2, "", f"learn: {told}{USAGE}\n")
    assert files_in(place) == ["class.csv"]


def test_a_roster_that_is_wrong_is_told_at_its_line(place: Workplace) -> None:
    place.write("class.csv", "id\nada\nADA\n")
    ran = place.learn("print", "worksheet", "five_tokens", "--class", "class.csv", "--seed", "s")
    assert (ran.code, ran.out, files_in(place)) == (3, "", ["class.csv"])
    assert ran.err == "learn: class.csv:3: the id 'ADA' is that of class.csv:2, too; keep one of the lines\n"


def test_files_are_replaced_only_when_that_is_wanted(place: Workplace) -> None:
    place.write("key.html", "mine")
    told = "learn: 'key.html' is there already; use --force to replace it, or another name with --out"
    assert place.learn("print", "worksheet", "five_tokens", "--key", "key.html") == (2, "", f"{told}{USAGE}\n")
    assert (files_in(place), (place.folder / "key.html").read_text("utf-8")) == (["key.html"], "mine")
    assert place.learn("print", "worksheet", "five_tokens", "--key", "key.html", "--force").code == 0
    assert (place.folder / "key.html").read_text("utf-8").startswith("<!doctype html>\n")


@linux_only("/proc is a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_named(place: Workplace) -> None:
    ran = place.learn("print", "worksheet", "five_tokens", "--out", "/proc/self/sheet.html")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: '/proc/self/sheet.html' cannot be written: ")


def test_a_course_without_worksheets_says_so(place: Workplace) -> None:
    told = "learn: this course has no worksheets; they are in the folder exercises/worksheets\n"
    assert place.learn("print", "worksheet", "--course", str(TINY)) == (3, "", told)


def test_another_course_has_worksheets_of_its_own(place: Workplace) -> None:
    course = place.folder / "Kurs"
    for name in ("exercises", "solutions"):
        shutil.copytree(TINY / name, course / name)
    broken = DATA / "broken_worksheets"
    shutil.copytree(broken / "solutions/numeric", course / "solutions/numeric")
    text = "intro: Go.\nsteps:\n  - {question: shares, title: Shares, text: Divide., points: 2}\n"
    place.write("Kurs/exercises/worksheets/mine.yaml", f"id: mine\ntitle: My sheet\n{text}")
    ran = place.learn("print", "worksheet", "--course", "Kurs")
    assert ran.code == 0
    assert "<h1>My sheet</h1>" in (place.folder / "worksheet.html").read_text("utf-8")
    place.write("Kurs/exercises/worksheets/more.yaml", f"id: more\ntitel: More\n{text}")
    told = f"learn: there are 2 worksheets; name one of mine, more{USAGE}\n"
    assert place.learn("print", "worksheet", "--course", "Kurs") == (2, "", told)
    ran = place.learn("print", "worksheet", "more", "--course", "Kurs")
    assert ran == (
        3, "", "learn: Kurs/exercises/worksheets/more.yaml:2:1: unknown key `titel`; did you mean `title`?\n",
    )  # fmt: skip


# --- marking one's own ------------------------------------------------------------------------


def test_right_answers_are_told_and_pass(place: Workplace) -> None:
    place.write("mine.yaml", answers_of(OWN))
    ran = place.learn("print", "worksheet", "five_tokens", "--check", "mine.yaml")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Five tokens by hand: 15 of 15 points\n\npass          Exponentials ")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert files_in(place) == ["mine.yaml"]


def test_the_first_wrong_answer_is_explained(place: Workplace) -> None:
    place.write("mine.yaml", answers_of(OWN, greedy_token=OWN.numbers["tokens"][0], top_3_row=""))
    ran = place.learn("print", "worksheet", "five_tokens", "--check", "mine.yaml")
    assert ran.code == 1
    (row,) = re.findall(r"(?m)^fail .*\n(?: +.*\n)+", ran.out)
    assert row == (
        f"{'fail          Greedy':<77}0/1\n"
        f"    gives    {OWN.numbers['tokens'][0]}\n"
        "    Mistake: This is the first token of the list.\n"
        "    The list is in no order. Look for the largest logit.\n"
        "    See mine.yaml:3\n"
    )
    assert "not-attempted Top-3" in ran.out


def test_answers_are_held_against_the_numbers_of_the_seed(place: Workplace) -> None:
    other = draw(OPENED, "s", "ada")
    place.write("mine.yaml", f"sheet: {other.id}\n{answers_of(other)}")
    assert (
        place.learn("print", "worksheet", "five_tokens", "--check", "mine.yaml", "--seed", "s", "--student", "Ada").code
        == 0
    )
    ran = place.learn("print", "worksheet", "five_tokens", "--check", "mine.yaml")
    assert ran.code == 1
    assert f'The file answers sheet "{other.id}"' in " ".join(ran.out.split())


@posix_only("links need rights there")
def test_a_file_that_cannot_be_taken_is_named(place: Workplace) -> None:
    place.write("large.yaml", "x" * (300 << 10))
    ran = place.learn("print", "worksheet", "five_tokens", "--check", "large.yaml")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: large.yaml is larger than ")
    (place.folder / "link.yaml").symlink_to("large.yaml")
    ran = place.learn("print", "worksheet", "five_tokens", "--check", "link.yaml")
    assert (ran.code, ran.err) == (3, "learn: link.yaml is a link; put the file itself there\n")


def test_what_the_documentation_shows_is_what_happens(place: Workplace) -> None:
    path = ROOT / "docs/teaching/worksheets.md"
    if not path.is_file():
        pytest.skip("the documentation is not installed")
    text = path.read_text("utf-8")
    session = text.partition("$ learn print worksheet five_tokens --key key.html\n")[2].partition("```")[0]
    assert place.learn("print", "worksheet", "five_tokens", "--key", "key.html").out == session
    place.write("five_tokens.yaml", text.partition("```yaml\n")[2].partition("```")[0])
    ran = place.learn("print", "worksheet", "five_tokens", "--check", "five_tokens.yaml")
    assert (ran.out.partition("\n")[0], "fail " in ran.out) == ("Five tokens by hand: 5 of 15 points", False)
    course = place.folder / "course"
    shutil.copytree(find().exercises, course / "exercises")
    shutil.copytree(find().solutions, course / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    own = course / "exercises/worksheets/five_tokens.yaml"
    own.write_text(text.rpartition("```yaml\n")[2].partition("```")[0], "utf-8")
    assert place.learn("print", "worksheet", "five_tokens", "--course", "course", "--force").code == 0
