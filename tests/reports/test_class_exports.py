"""Tables of a class: what is in them, how Canvas and Moodle read them, and who is left out."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_cases import ONE, SEVERAL, check, exercise, result

from grader.core.errors import ReportError
from grader.core.result import Verdict
from grader.reports import Export, export_class
from grader.reports.gradebook import Entry, Gradebook

ADA = Entry("ada", SEVERAL, "Ada Lovelace", "ada@example.org", "alovelace", late="1 day 8 hours late")
BO = Entry("bo", ONE, "=1+1", "bo@example.org", "+bo", late="no")
CY = Entry("cy", None, "Cy, the “third”", "cy@example.org", "cy")
STRANGER = Entry("aaa", ONE, is_on_roster=False)


def rows_of(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))


def write(format_name: str, entries: list[Entry]) -> str:
    return export_class(format_name, entries).content.decode()


def fill(gradebook: str, entries: list[Entry], column: str) -> Export:
    """Fill in Canvas's gradebook, twice with the same bytes."""
    export = export_class("canvas", entries, Gradebook(gradebook.encode(), column))
    assert export_class("canvas", entries, Gradebook(export.content, column)).content == export.content
    return export


def filled(gradebook: str, entries: list[Entry], column: str) -> str:
    """Return the gradebook with everybody in it."""
    export = fill(gradebook, entries, column)
    assert export.left_out == ()
    return export.content.decode()


# --- csv ----------------------------------------------------------------------------------------


def test_csv_has_a_line_for_each_student_and_a_column_for_each_exercise_strangers_last() -> None:
    assert write("csv", [CY, STRANGER, BO, ADA]) == (
        "student,name,score,max_score,status,late,note,picking/softmax,picking/scale,picking/nucleus\r\n"
        "ada,Ada Lovelace,8,18,fail,1 day 8 hours late,nucleus: The token that crosses top_p is dropped.,2,0,6\r\n"
        "bo,'=1+1,6,15,fail,no,nucleus: The token that crosses top_p is dropped.,,,6\r\n"
        'cy,"Cy, the “third”",,,missing,,,,,\r\n'
        "aaa,,6,15,fail,,nucleus: The token that crosses top_p is dropped.,,,6\r\n"
    )


@pytest.mark.parametrize("format_name", ["csv", "moodle"])
@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([ADA, BO, ADA], "there are two results of the student 'ada'; keep one of them"),
        ([Entry("", ONE)], "a result does not say whose it is; grade it with its class"),
    ],
)
def test_a_student_must_be_known_and_have_one_result(format_name: str, entries: list[Entry], message: str) -> None:
    with pytest.raises(ReportError) as caught:
        write(format_name, entries)
    assert str(caught.value) == message


# --- points of the platform ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "most", "out_of", "grade"),
    [
        (8, 12, 100, "66.67"), (1, 16, 100, "6.25"), (1, 32, 100, "3.13"), (5, 10, 100, "50"), (1, 8, 10, "1.25"),
        (3, 20, 2, "0.3"), (0, 7, 100, "0"), (7, 7, 100, "100"), (444, 445, 1, "0.99"), (1, 445, 1, "0.01"),
    ],
)  # fmt: skip
def test_points_are_scaled_and_rounded_half_up(score: int, most: int, out_of: int, grade: str) -> None:
    earned = [check(points=score)] if score else []
    lost = [check(Verdict.FAIL, points=most - score)] if most > score else []
    assert Entry("ada", result(exercise(*earned, *lost)), out_of=out_of).grade == grade


@given(st.integers(1, 500), st.integers(1, 1000), st.integers(1, 1000))
def test_scaled_points_are_within_half_a_hundredth_and_keep_their_order(most: int, out_of: int, other: int) -> None:
    scores = sorted({0, most, other % (most + 1), (other + 1) % (most + 1)})
    grades = []
    for score in scores:
        checks = check(points=score), check(Verdict.FAIL, points=most - score)
        grades.append(Fraction(Entry("ada", result(exercise(*checks)), out_of=out_of).grade))
        exact = Fraction(score * out_of, most)
        assert abs(grades[-1] - exact) <= Fraction(1, 100 if min(exact, out_of - exact) < Fraction(1, 100) else 200)
        assert ((grades[-1] == 0) == (score == 0), (grades[-1] == out_of) == (score == most)) == (True, True)
    assert grades == sorted(grades)


def test_scaled_points_are_in_every_table() -> None:
    scaled = [each._replace(out_of=100) for each in (ADA, BO, CY)]
    assert [row[7:9] for row in rows_of(write("csv", scaled))] == [
        ["grade", "picking/softmax"], ["44.44", "2"], ["40", ""], ["", ""]
    ]  # fmt: skip
    assert [row[3] for row in rows_of(write("moodle", scaled))] == ["grade", "44.44", "40"]
    gradebook = "Student,ID,Section,Essay (9)\n    Points Possible,,,100\nAda,ada,,\nBo,bo,,\n"
    assert [row[3] for row in rows_of(filled(gradebook, scaled, "Essay"))] == ["Essay (9)", "100", "44.44", "40"]
    with pytest.raises(
        ReportError, match=r"is worth 100 points in Canvas, but .* out of 10; scale with --points 100, or"
    ):
        fill(gradebook, [ADA._replace(out_of=10)], "Essay")


def test_nothing_is_scaled_where_no_points_can_be_earned() -> None:
    with pytest.raises(ReportError, match="the result of 'ada' has no points to earn, so none to scale"):
        write("moodle", [Entry("ada", result(), out_of=100)])


# --- moodle -------------------------------------------------------------------------------------


def test_moodle_gets_all_identifiers_grade_and_feedback() -> None:
    tagged = Entry("di", result(exercise(check(Verdict.FAIL, "a < b & c"), title="<script>")), email="di@example.org")
    assert rows_of(write("moodle", [BO, ADA, CY, tagged])) == [
        ["idnumber", "username", "email", "grade", "feedback", "picking/softmax", "picking/scale", "picking/nucleus"],
        ["ada", "alovelace", "ada@example.org", "8", "8 of 18 points. Scale: 0 of 1. still raises NotImplementedError. "
         "The nucleus: 6 of 15. The token that crosses top_p is dropped.", "2", "0", "6"],
        ["bo", "'+bo", "bo@example.org", "6",
         "6 of 15 points. The nucleus: 6 of 15. The token that crosses top_p is dropped.", "", "", "6"],
        ["di", "", "di@example.org", "0", "0 of 1 points. &lt;script&gt;: 0 of 1. fail: a &lt; b &amp; c.", "", "", "0"],
    ]  # fmt: skip
    assert rows_of(write("moodle", [Entry("ada", ONE)]))[0][:2] == ["idnumber", "grade"]


def test_who_is_not_on_the_roster_would_stop_moodles_import_and_is_left_out() -> None:
    export = export_class("moodle", [STRANGER, BO])
    assert [row[0] for row in rows_of(export.content.decode())] == ["idnumber", "bo"]
    assert export.left_out == (("aaa", "nobody on the roster"),)


WORKSHEET = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    '"Last modified (submission)","Last modified (grade)","Feedback comments"\n'
    'Participant 8070,Kim Lee,kim@x,Submitted for grading,,15.00,Yes,"Friday, 20 November 2026, 11:59 PM",-,\n'
    'Participant 8071,Kim Lee,lee@x,Submitted for grading,3.00,15.00,Yes,"Friday, 20 November 2026, 9:00 AM",-,old\n'
    "Participant 8072,Ada,ada@x,No submission,,15.00,No,-,-,\n"
    "Participant 8073,Cy,cy@x,No submission,,15.00,Yes,-,-,\n"
)


def fill_worksheet(entries: list[Entry]) -> Export:
    """Fill in Moodle's worksheet, twice with the same bytes."""
    export = export_class("moodle", entries, Gradebook(WORKSHEET.encode()))
    assert export_class("moodle", entries, Gradebook(export.content)) == export
    return export


def test_moodles_worksheet_is_filled_in_by_its_numbers_and_everything_else_stays() -> None:
    one = Entry("Kim Lee_8070", ONE, number="8070")
    other = Entry("k2", ONE, email="LEE@x")
    export = fill_worksheet([one, other, Entry("ada", ONE, number="8072"), Entry("zoe", ONE), Entry("cy", None)])
    before, after = rows_of(WORKSHEET), rows_of(export.content.decode())
    feedback = "6 of 15 points. The nucleus: 6 of 15. The token that crosses top_p is dropped."
    for row in before[1:3]:
        row[4], row[9] = "6", feedback
    assert after == before
    assert export.left_out == (
        ("zoe", "the worksheet does not have them"),
        ("ada", "Moodle does not let this grade be changed"),
    )


def test_without_a_number_the_worksheet_has_the_reason_and_keeps_its_grade() -> None:
    unread = result(exercise(check(Verdict.UNREADABLE, message="nucleus.py is a link", obstacle="is a link")))
    export = fill_worksheet([Entry("k", unread, number="8071")])
    row = rows_of(export.content.decode())[2]
    assert (row[4], row[9]) == (
        "3.00",
        "No grade: not all of it was graded. The nucleus: not graded. nucleus.py is a link.",
    )


def test_a_number_of_moodle_is_nobodys_id() -> None:
    export = fill_worksheet([Entry("8070", ONE)])
    assert export.left_out == (("8070", "the worksheet does not have them"),)


@pytest.mark.parametrize(
    ("content", "entry", "message"),
    [
        ("Student,ID\n", Entry("ada", ONE), "this is not a grading worksheet of Moodle: it has no columns Identifier and "
         "Grade; download it in English from the assignment, with Download grading worksheet"),
        (WORKSHEET, Entry("ada", ONE, number="8070", out_of=10), "'the assignment' is worth 15 points in Moodle, but the "
         "result of 'ada' is out of 10; scale with --points 15, or set the assignment's points to 10, then export again"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_the_worksheet_is_refused(content: str, entry: Entry, message: str) -> None:
    with pytest.raises(ReportError) as caught:
        export_class("moodle", [entry], Gradebook(content.encode()))
    assert str(caught.value) == message


# --- canvas -------------------------------------------------------------------------------------

GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (11),Decoding (12),Decoding (13),Total Current Score\r\n"
    "    Points Possible,,,,,5.00,15.00,15.00,(read only)\r\n"
    ",,,,,,Manual Posting,,\r\n"
    '"Lovelace, Ada",101,S1,ada,"One and ""Two""",5.00,,3.00,40.0\r\n'
    '"Babbage, Bo",102,S2,Bo@example.org,One,4.50,EX,,\r\n'
    '"Noether, Cy",103,S3,cy,"Two\r\nlines",,"1.00",2.00,\r\n'
    '"Student, Test",104,,f2f0,One,,,,\r\n'
)


def import_by_canvas(text: str) -> dict[str, dict[str, str]]:
    """Do what Canvas' importer does, as far as this file goes: each student's points by the numbers of assignments.

    Written from the rules in lib/gradebook_importer.rb of instructure/canvas-lms.
    """
    text = text.removeprefix("\ufeff")
    first = text.splitlines()[:3]
    fields = {each: {len(next(csv.reader([line], delimiter=each), [])) for line in first} for each in ";,"}
    width = {each: min(found) if len(found) == 1 else 0 for each, found in fields.items()}
    heading, *rows = rows_of(text, ";" if width[";"] > width[","] else ",")
    assert "Student" in heading[0]
    assert "ID" in heading[1]
    assert heading[2 + sum(name in heading for name in ("SIS User ID", "SIS Login ID"))] == "Section"
    numbers = {place: found[1] for place, name in enumerate(heading) if (found := re.search(r"\((\d+)\)$", name))}
    students = {}
    for row in rows:
        if "Points Possible" in row[0] or all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", each) for each in row):
            continue
        points = {number: row[place].replace(",", ".").strip() for place, number in numbers.items()}
        students[row[1]] = points
    return students


def test_canvas_finds_the_new_points_and_everything_else_as_it_was() -> None:
    text = filled(GRADEBOOK, [Entry("ada", ONE), Entry("103", ONE)], "Decoding (12)")
    before, after = import_by_canvas(GRADEBOOK), import_by_canvas(text)
    assert after == {**before, "101": {**before["101"], "12": "6"}, "103": {**before["103"], "12": "6"}}
    assert text == GRADEBOOK.replace("5.00,,3.00,40.0", "5.00,6,3.00,40.0").replace('"1.00",2.00', "6,2.00")


def test_nobody_graded_changes_no_cell_and_no_line_end() -> None:
    unquoted = GRADEBOOK.replace('"1.00"', "1.00")
    for text in (unquoted, "\ufeff" + unquoted, unquoted.replace("\r\n", "\n")):
        assert filled(text, [], "12") == text
        assert filled(text, [CY], "12") == text
    assert filled(GRADEBOOK.removesuffix("\r\n"), [], "12") == unquoted


def test_who_has_no_certain_place_is_left_out_and_the_others_are_written() -> None:
    twice = GRADEBOOK.replace("103", "101")
    cases = [
        (GRADEBOOK, [Entry("zoe", ONE)], [("zoe", "the gradebook does not have them")]),
        (GRADEBOOK, [Entry("S2", ONE)], [("S2", "excused in Canvas")]),
        (GRADEBOOK, [Entry("ada", ONE), Entry("101", ONE)],
         [("101", "line 4 of the gradebook is that of 101 and ada"), ("ada", "line 4 of the gradebook is that of 101 and ada")]),
        (twice, [Entry("101", ONE)], [("101", "the lines 4 and 6 of the gradebook are both theirs")]),
    ]  # fmt: skip
    for gradebook, entries, left_out in cases:
        export = fill(gradebook, [*entries, Entry("cy", ONE)], "12")
        assert list(export.left_out) == left_out
        before, after = (rows_of(text) for text in (gradebook, export.content.decode()))
        before[5][6] = "6"
        assert after == before


def test_names_that_look_like_formulas_stay_those_that_canvas_knows() -> None:
    text = GRADEBOOK.replace('"Lovelace, Ada"', '"=1+1, Ada"').replace(",S1,", ",+S1,")
    after = filled(text, [Entry("+S1", ONE)], "12")
    assert rows_of(after)[3][:3] == ["=1+1, Ada", "101", "+S1"]
    assert import_by_canvas(after)["101"]["12"] == "6"


def test_a_students_login_may_be_their_username_or_address_on_the_roster() -> None:
    for entry in (Entry("x", ONE, username="BO@example.org"), Entry("x", ONE, email="bo@example.org")):
        assert import_by_canvas(filled(GRADEBOOK, [entry], "13"))["102"] == {"11": "4.50", "12": "EX", "13": "6"}


def test_semicolons_decimal_commas_and_a_byte_order_mark_stay() -> None:
    text = (
        "\ufeffStudent;ID;SIS Login ID;Section;Décodage, un (7)\n    Points Possible;;;;15,00\n"
        '"Lovelace; Ada";101;ada;Un;2,50\n'
    )
    after = filled(text, [Entry("ada", ONE)], "Décodage, un")
    assert after == text.replace("2,50", "6")
    assert import_by_canvas(after) == {"101": {"7": "6"}}


@pytest.mark.parametrize(
    ("gradebook", "entries", "column", "message"),
    [
        (GRADEBOOK, [Entry("ada", ONE)], "Decoding",
         "2 assignments in the gradebook are called 'Decoding'; say which by number: 12 or 13"),
        (GRADEBOOK, [Entry("ada", ONE)], "Esay",
         "the gradebook has no assignment 'Esay'; did you mean 'Essay'?"),
        (GRADEBOOK, [Entry("ada", ONE)], "11",
         "'Essay' is worth 5 points in Canvas, but the result of 'ada' is out of 15; scale with --points 5, or set the assignment's points to 15, "
         "then export again"),
        (GRADEBOOK.replace("5.00,15.00", "(read only),15.00"), [Entry("ada", ONE)], "11",
         "Canvas computes the column 'Essay' itself; choose the one of an assignment"),
        (GRADEBOOK.replace(",5.00,,3.00,40.0", ""), [Entry("ada", ONE)], "12",
         "line 4 of the gradebook is shorter than its heading; export it again"),
        (GRADEBOOK, [Entry("ada", ONE), Entry("ada", ONE)], "12",
         "there are two results of the student 'ada'; keep one of them"),
        ("", [Entry("ada", ONE)], "12",
         "this is not a gradebook of Canvas: its first line does not begin with Student and ID"),
        ('Student,ID,Section,A (1)\n"Ada,1,One,\n', [Entry("1", ONE)], "1",
         "line 2 of the gradebook cannot be read as CSV (unexpected end of data); export it again"),
    ],
)  # fmt: skip
def test_a_gradebook_that_cannot_be_filled_in_is_refused_in_one_sentence(
    gradebook: str, entries: list[Entry], column: str, message: str
) -> None:
    with pytest.raises(ReportError) as caught:
        fill(gradebook, entries, column)
    assert str(caught.value) == message


def test_a_gradebook_that_a_spreadsheet_saved_in_latin_1_is_refused() -> None:
    with pytest.raises(ReportError, match="not in UTF-8; export it again, and do not save it in a spreadsheet"):
        export_class("canvas", [], Gradebook(GRADEBOOK.replace("Ada", "Adä").encode("latin-1"), "12"))


CELLS = st.text(st.sampled_from('ab,;"\r\nü '), max_size=6)


@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=5), end=st.sampled_from(["\n", "\r\n"]))
@settings(deadline=None)
def test_cells_stay_whatever_is_in_them(rows: list[list[str]], end: str) -> None:
    written = io.StringIO(newline="")
    table = [["Student", "ID", "Section", "Decoding (12)"], *rows]
    csv.writer(written, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(table)
    assert rows_of(filled(written.getvalue(), [], "12")) == table
