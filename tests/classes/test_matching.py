"""Whose a submission is: what platforms guarantee decides, what students choose does not."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from grader.classes.discover import find_submissions, unread_names
from grader.classes.matching import Matched, match
from grader.classes.platform_names import PlatformName, parse
from grader.classes.roster import Roster, Student, load_roster

ADA, BO, CY = (
    Student("101", "Lovelace, Ada", "ada@example.org", "ada"),
    Student("102", "Ek, Bo"),
    Student("103", "X, Cy"),
)
CANVAS = Roster([ADA, BO, CY])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def matched(roster: Roster | None, *names: str) -> Matched:
    """Match a class of files and folders with these names; a name without a suffix is a folder with an exercise in it."""
    for name in names:
        path = Path("class") / name
        path.parent.mkdir(exist_ok=True)
        if path.suffix:
            path.write_text("")
        else:
            path.mkdir()
            (path / "total.py").write_text("")
    found = find_submissions([Path("class")], ["small/total"], is_class=roster is not None)
    return match(found, roster, unread_names([Path("class")]))


def ids(of: Matched) -> list[str]:
    return sorted(student.id for student, found in of.submissions if not found.obstacle)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("ekbo_102_9002_x_101_assignsubmission_file_total.py",
         PlatformName("ekbo", "102", "x_101_assignsubmission_file_total.py", "canvas")),
        ("Bo Ek_12_assignsubmission_file_x_101_9001_total.py",
         PlatformName("Bo Ek", "12", "x_101_9001_total.py", "moodle")),
        ("Bo Ek_12_assignsubmission_onlinetext_", PlatformName("Bo Ek", "12", "", "moodle")),
        ("ekbo_LATE_102_9002_total-1.py", PlatformName("ekbo", "102", "total.py", "canvas", is_late=True)),
        ("bo_late_102_9002_total.py", PlatformName("bo_late", "102", "total.py", "canvas")),
        ("x_101_102_9002_total.py", PlatformName("x", "101", "9002_total.py", "canvas", other_number="102")),
        ("ekbo_102_text.html", PlatformName("ekbo", "102", "text.html", "canvas")),
        ("anon_aB3dE_9002_total.py", PlatformName("anon_aB3dE", "anon_aB3dE", "total.py", "canvas")),
        ("submission_31", PlatformName("submission_31", "31", "", "gradescope")),
        ("autumn-ada", PlatformName("autumn-ada")),
    ],
)  # fmt: skip
def test_names_of_platforms_are_read_in_one_way(name: str, parts: PlatformName) -> None:
    assert parse(name) == parts


@pytest.mark.parametrize(
    "name",
    [
        "ekbo_102_9002_x_101_assignsubmission_file_total.py",  # as Moodle would name a file of Ada's
        "lovelaceada_102_9002_total.py",  # under Ada's name
        "101_102_9002_total.py",  # under Ada's number as a name
        "ekbo_102_9002_x_101_9001_total.py",
    ],
)
def test_canvas_s_number_decides_and_not_what_the_student_chose(place: Path, name: str) -> None:
    assert ids(matched(CANVAS, name, "xcy_103_9004_total.py")) == ["102", "103"]


def test_where_canvas_s_numbers_are_known_a_name_gives_nobody_s_work_to_another(place: Path) -> None:
    found = matched(CANVAS, "lovelaceada_999_9001_total.py", "xcy_103_9004_total.py")
    assert (ids(found), found.unknown) == (["103", "lovelaceada_999"], ("lovelaceada_999",))
    assert [student.id for student in found.missing] == ["101", "102"]


def test_a_name_that_can_be_read_in_two_ways_is_nobody_s(place: Path) -> None:
    found = matched(CANVAS, "x_101_102_9002_total.py", "xcy_103_9004_total.py")
    assert ids(found) == ["103", "x_101"]
    assert found.perhaps == dict.fromkeys(["101", "102"], "class/x_101_102_9002_total.py")


def test_a_stranger_whose_id_would_be_a_student_s_is_no_student(place: Path) -> None:
    roster = Roster([Student("eve_9"), Student("eve_9~")])
    found = matched(roster, "eve_9_1234_total.py")
    assert (ids(found), found.unknown) == (["eve_9~~"], ("eve_9~~",))
    assert [student.id for student in found.missing] == ["eve_9", "eve_9~"]


def test_canvas_s_names_are_found_without_its_numbers(place: Path) -> None:
    roster = Roster([Student("s1", "Ada Lovelace"), Student("s2", "Vincent van Gogh"), Student("s3", "Große, Jürgen")])
    names = ["lovelaceada_7_1_total.py", "vangoghvincent_8_2_total.py", "großejürgen_9_3_total.py"]
    assert ids(matched(roster, *names)) == ["s1", "s2", "s3"]


def test_without_a_roster_canvas_s_numbers_are_the_ids(place: Path) -> None:
    assert ids(matched(None, "ekbo_102_1_total.py", "ekbo_103_2_total.py")) == ["102", "103"]


MOODLE = Roster([Student("s1", "Ada Lovelace"), Student("12", "Bo Ek"), Student("s3", "Cy X"), Student("s4", "Cy X")])


def test_moodle_s_name_decides_unless_its_number_is_another_s_id(place: Path) -> None:
    found = matched(
        MOODLE, "Ada Lovelace_11_assignsubmission_file_", "Lovelace Ada_12_assignsubmission_file_",
        "s3_13_assignsubmission_file_", "Cy X_14_assignsubmission_file_",
    )  # fmt: skip
    assert ids(found) == ["Cy X_14", "Lovelace Ada_12", "s1", "s3_13"]
    assert {key: text.partition("/")[2] for key, text in found.perhaps.items()} == {
        "12": "Lovelace Ada_12_assignsubmission_file_",
        "s3": "Cy X_14_assignsubmission_file_",
        "s4": "Cy X_14_assignsubmission_file_",
    }


def test_moodle_s_two_folders_of_one_person_are_one_submission(place: Path) -> None:
    found = matched(MOODLE, "Bo Ek_21_assignsubmission_file_", "Bo Ek_21_assignsubmission_onlinetext_")
    ((student, submission),) = found.submissions
    assert student.id == "12"
    assert submission.files == (
        ("Bo Ek_21_assignsubmission_file_", "Bo Ek_21_assignsubmission_file_"),
        ("Bo Ek_21_assignsubmission_onlinetext_", "Bo Ek_21_assignsubmission_onlinetext_"),
    )


def test_two_people_of_one_name_are_both_set_aside_and_the_others_graded(place: Path) -> None:
    names = [f"Bo Ek_{number}_assignsubmission_file_" for number in (21, 22)]
    found = matched(MOODLE, *names, "Ada Lovelace_23_assignsubmission_file_")
    assert ids(found) == ["s1"]
    (obstacle,) = (submission.obstacle for _, submission in found.submissions if submission.obstacle)
    assert obstacle == f"class/{names[0]} and class/{names[1]} are both of this student; take out all but one"
    assert "12" not in [student.id for student in found.missing]


CLONES = Roster([Student("ada"), Student("bo"), Student("di-x", username="dix"), Student("eve")])


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["autumn-ada", "autumn-bo", "autumn-dix"], ["ada", "bo", "di-x"]),
        (["ada_final", "bo_final"], ["ada", "bo"]),
        (["hw1-ada", "homework_bo", "di-x done"], ["ada", "bo", "di-x"]),
        (["ADA", "Bo"], ["ada", "bo"]),
        (["autumn-evil-ada", "autumn-bo", "autumn-eve"], ["autumn-evil-ada", "bo", "eve"]),
        (["ada-evil-final", "bo-final", "eve-final"], ["ada-evil-final", "bo", "eve"]),
        (["autumn-evil-ada", "autumn-ada", "autumn-bo"], ["ada", "autumn-evil-ada", "bo"]),
        (["hw-bo-ada"], ["ada"]),
        (["ada-bo"], ["ada-bo"]),
        (["autumn-adabo", "autumn-eve"], ["autumn-adabo", "eve"]),
    ],
)
def test_a_clone_is_of_whom_its_name_ends_with_after_what_all_have(
    place: Path, names: list[str], found: list[str]
) -> None:
    assert ids(matched(CLONES, *names)) == found


def test_what_lies_loose_or_is_a_link_is_named_for_a_missing_student(place: Path) -> None:
    (place / "class").mkdir()
    (place / "class/eve").symlink_to(place)
    found = matched(CLONES, "ada", "hw1-bo.docx", "notes.txt")
    assert found.perhaps == {"bo": "hw1-bo.docx", "eve": "eve"}


def test_a_name_that_macos_has_written_is_the_roster_s(place: Path) -> None:
    roster = Roster([Student("m8", "Jürgen Größe"), Student("Zoë")])
    names = ["Jürgen Größe_8_assignsubmission_file_", "hw-Zoë"]
    assert ids(matched(roster, *(unicodedata.normalize("NFD", name) for name in names))) == ["Zoë", "m8"]


def test_escape_codes_in_names_of_files_are_not_said(place: Path) -> None:
    found = matched(CLONES, "\x1b[2Jx-ada", "\x1b[31my-ada")
    assert found.submissions[0][1].obstacle.startswith("class/\\x1b[2Jx-ada and class/\\x1b[31my-ada are both")


@pytest.mark.parametrize(
    ("table", "students"),
    [
        ('"First name",Surname,"ID number","Email address",Groups\nAda,Lovelace,s1,ada@x.org,A\nBo,Ek,,bo@x.org,\n',
         [Student("s1", "Ada Lovelace", "ada@x.org"), Student("bo@x.org", "Bo Ek", "bo@x.org")]),
        ("username,first_name,last_name,email,section,github_id\nada-l,Ada,Lovelace,ada@x.org,1,583231\n",
         [Student("ada-l", "Ada Lovelace", "ada@x.org", "ada-l")]),
        ('Student,ID,SIS User ID,SIS Login ID,Section,Essay (11)\n    Points Possible,,,,,5\n"Lovelace, Ada",101,S1,ada,One,'
         '\n"Student, Test",104,,f2,One,\n',
         [Student("101", "Lovelace, Ada", username="ada")]),
        ('"identifier","github_username","github_id","name"\n"s1","ada-l","1","Ada"\n',
         [Student("s1", "Ada", username="ada-l")]),
        ("First Name,Last Name,SID,Email\nAda,Lovelace,7,a@x.org\n", [Student("7", "Ada Lovelace", "a@x.org")]),
    ],
    ids=["Moodle", "Classroom 50", "Canvas", "GitHub Classroom", "Gradescope"],
)  # fmt: skip
def test_the_lists_of_platforms_are_rosters(place: Path, table: str, students: list[Student]) -> None:
    (place / "class.csv").write_text(table, "utf-8")
    assert list(load_roster(place / "class.csv").students) == students


@pytest.mark.parametrize(
    "data",
    [
        "sep=;\r\nid;name\r\nada;Zoë\r\n".encode("utf-8-sig"),
        "id\tname\r\nada\tZoë\r\n".encode("utf-16"),
        "id;name\r\nada;Zoë\r\n".encode("cp1252"),
        unicodedata.normalize("NFD", "id,name\nada,Zoë\n").encode(),
    ],
    ids=["Excel's separator", "UTF-16", "cp1252", "NFD"],
)
def test_tables_of_excel_are_rosters(place: Path, data: bytes) -> None:
    (place / "class.csv").write_bytes(data)
    assert list(load_roster(place / "class.csv").students) == [Student("ada", "Zoë")]
