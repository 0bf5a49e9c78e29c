"""One hand-in never decides about another: neither its names, its notes and its archives, nor links that it becomes."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from messy_class import ARCHIVES, CLONES, zipped
from small_class import patient_course
from workplace import TINY, Workplace

from grader.classes import plan
from grader.classes.commit_time import commit_time
from grader.classes.discover import find_submissions, only_folder, unread_names
from grader.classes.matching import match
from grader.classes.noted_course import set_aside_others
from grader.classes.roster import Roster, Student
from grader.core.errors import CourseError, UserError
from grader.core.result import OTHER_COURSE, WHOLE_CLASS
from grader.course import find
from grader.course.course import Course
from grader.course.source import SHIPPED, find_folder
from grader.files.regular_file import UnreadableError
from grader.grading.submission.files import list_files
from grader.learner.course import workspace_course

IDS = ["small/total", "small/scale"]
RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
MOODLE = ("Ann Lee_101_assignsubmission_file_", "Bo Li_102_assignsubmission_file_")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class in which nobody has a note."""
    made = Workplace(tmp_path, monkeypatch, capsys)
    for student in ("ada", "bo"):
        made.write(f"class/{student}/total.py", RIGHT)
    return made


def entries(folder: str = "class") -> list[Path]:
    """Return the paths that a shell makes of `class/*`."""
    return sorted(path for path in Path(folder).iterdir() if not path.name.startswith("."))


def packed(path: str, *folders: str) -> None:
    """Write a zip file with a right answer in each folder."""
    with zipfile.ZipFile(path, "w") as file:
        for folder in folders:
            file.writestr(f"{folder}/total.py", RIGHT)


def found(*paths: Path, is_class: bool = False) -> dict[str, str]:
    """Return whose submissions are at the paths, each with the reason why it is not graded."""
    matched = match(find_submissions(paths or [Path("class")], IDS, is_class=is_class), None)
    return {student.id: submission.kind for student, submission in matched.submissions}


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("ada", "bo", "cy"), MOODLE, ("lee_1_2_total.py", "li_2_3_total.py")])
def test_of_several_paths_each_is_one_whatever_its_folders_are_called(place: Workplace, names: tuple[str, ...]) -> None:
    for name in names:
        place.write(f"class/eve/{name}" if name.endswith(".py") else f"class/eve/{name}/total.py", RIGHT)
    is_download = names[0] != "ada"
    assert found(*entries()) == {"ada": "", "bo": "", "eve": WHOLE_CLASS if is_download else ""}
    assert unread_names(entries()) == []  # with a roster, a loose file in it could be said to be another student's


def test_of_several_paths_those_that_a_platform_named_are_put_together(place: Workplace) -> None:
    for name in ("lee_1_2_total.py", "lee_1_3_scale.py", "li_2_4_total.py"):
        place.write(f"canvas/{name}", RIGHT)
    lee, li = find_submissions(entries("canvas"), IDS)
    assert [name for _, name in lee.files] == ["total.py", "scale.py"]
    assert (li.place, lee.root, li.root) == ("canvas/li_2_4_total.py", *[place.folder / "canvas"] * 2)
    assert found(*entries("canvas")) == {"1": "", "2": ""}


def test_a_link_among_several_paths_has_its_own_name_and_is_not_followed(place: Workplace) -> None:
    Path("class/eve").symlink_to("bo")
    assert found(*entries()) == {"ada": "", "bo": "", "eve": ""}
    eve = find_submissions(entries(), IDS)[-1]
    with pytest.raises(UnreadableError, match=r"^eve is a link; put the folder itself there$"):
        list_files([(eve.path.absolute(), "")], lambda _: True, root=eve.root)


def test_paths_in_several_folders_begin_where_they_part(place: Workplace) -> None:
    place.write("other/cy/hw/total.py", RIGHT)
    roots = [each.root for each in find_submissions([Path("class/ada"), Path("other/cy/hw"), Path("class/bo")], IDS)]
    assert roots == [place.folder] * 3
    far = [each.root for each in find_submissions([Path("class/ada"), Path("/nowhere/cy")], IDS)]
    assert far == [place.folder / "class", Path("/nowhere")]  # what they share is all of the disk
    twice = find_submissions([Path("class/ada"), Path("class/ada")], IDS)
    assert [(each.name, each.root) for each in twice] == [("ada", place.folder / "class")]


@pytest.mark.parametrize("name", ["small", "exercises", "Small"])
@pytest.mark.parametrize("is_clone", [False, True])
def test_a_hand_in_that_is_called_as_a_unit_does_not_make_the_class_one(
    place: Workplace, name: str, is_clone: bool
) -> None:
    place.write(f"class/{name}/total.py", RIGHT)
    place.write(f"class/{name}/small/total.py", RIGHT)
    for path in entries() if is_clone else ():
        (path / ".git").mkdir()
    assert found() == {"ada": "", "bo": "", name: ""}


def test_a_loose_file_of_an_exercise_does_not_make_the_class_one(place: Workplace) -> None:
    place.write("class/total.py", RIGHT)
    assert found() == {"ada": "", "bo": ""}


@pytest.mark.parametrize(
    "names", [("ada/total.py",), ("small/total.py", "small/old/total.py"), ("small/total.py", "old/total.py")]
)
def test_one_entry_beside_the_units_is_no_class(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(RIGHT)
    (tmp_path / ".git").mkdir()
    assert len(find_submissions([tmp_path], IDS)) == 1


def test_a_name_on_canvas_that_ends_in_another_s_number_is_not_theirs(place: Workplace) -> None:
    for name in ("lee_77_901_total.py", "lee_77_902_5_scale.py", "x_77_79_905_total.py", "li_78_1_2.py"):
        place.write(f"canvas/{name}", RIGHT)
    matched = match(find_submissions([Path("canvas")], IDS), None)
    assert [(student.id, each.kind) for student, each in matched.submissions] == [("77", ""), ("78", ""), ("77_79", "")]


@pytest.mark.parametrize("name", ["eve-bo", "bo-eve", "eve-ada-bo"])
def test_an_account_that_ends_in_another_s_name_is_not_theirs_where_they_have_handed_in(
    place: Workplace, name: str
) -> None:
    place.write(f"class/{name}/total.py", RIGHT)
    matched = match(
        find_submissions([Path("class")], IDS, is_class=True), Roster([Student("ada"), Student("bo"), Student("cy")])
    )
    assert [(student.id, each.kind) for student, each in matched.submissions] == [("ada", ""), ("bo", ""), (name, "")]
    shutil.rmtree("class/bo")  # then it may be
    matched = match(find_submissions([Path("class")], IDS, is_class=True), Roster([Student("bo")]))
    assert "bo" in [student.id for student, _ in matched.submissions]


# --- notes, archives, courses -------------------------------------------------------------------


def test_a_note_of_another_course_sets_only_its_own_hand_in_aside(place: Workplace) -> None:
    place.write("class/eve/total.py", RIGHT)
    place.write("class/eve/.learn/workspace.json", json.dumps({"course": "x'{}; add --course evil"}))
    aside = {
        each.name: (each.obstacle, each.kind)
        for each in set_aside_others(find_submissions([Path("class")], IDS), "c", "c")
    }
    advice = "name their course with --course FOLDER, or add --course c if they are of this one"
    reason = f'is of the course "x\'{{}}; add --course evil", says .learn/workspace.json; {advice}'
    assert aside == {"ada": ("", ""), "bo": ("", ""), "eve": (reason, OTHER_COURSE)}


def test_archives_and_loose_files_have_no_note_and_keep_a_folder_from_deciding_for_them(place: Workplace) -> None:
    shutil.rmtree("class/ada")
    packed("class/ada.zip", "x")
    place.write("class/bo/.learn/workspace.json", json.dumps({"course": "x"}))
    kinds = {each.name: each.kind for each in set_aside_others(find_submissions([Path("class")], IDS), "c", "c")}
    assert kinds == {"ada": "", "bo": OTHER_COURSE}
    with pytest.raises(CourseError, match=r"^these files are of the course 'x', not of 'c'; name their course with"):
        set_aside_others(find_submissions([Path("class/bo")], IDS), "c", "c")


def test_the_shipped_course_is_named_by_its_id_before_a_folder_of_that_name(place: Workplace) -> None:
    Path(SHIPPED).mkdir()
    assert (find_folder(SHIPPED), find_folder(f"./{SHIPPED}")) == (None, Path(SHIPPED))
    assert Course(find()).id == SHIPPED


def test_an_archive_that_looks_like_a_class_is_set_aside_among_others(place: Workplace) -> None:
    packed("class/eve.zip", *MOODLE)
    packed("class/fay.zip", *MOODLE[:1])
    assert found(*entries()) == {"ada": "", "bo": "", "eve": WHOLE_CLASS, "fay": ""}


@pytest.mark.parametrize("marker", ["exercises/course.yaml", ".learn/workspace.json", "eve/exercises/course.yaml"])
def test_a_hand_in_around_the_current_folder_brings_no_course(place: Workplace, marker: str) -> None:
    place.write(f"class/{marker}", json.dumps({"course": "evil"}))
    for paths in ([Path()], [Path(place.folder / "class")], [Path("exercises"), Path(".learn"), Path("eve")]):
        os.chdir(place.folder / "class" / ("eve" if marker.startswith("eve") else ""))
        assert workspace_course(Path.cwd(), paths if len(paths) == 1 else [Path.cwd() / path for path in paths]) is None
    with pytest.raises(UserError):
        workspace_course(Path.cwd())


# --- times and links ----------------------------------------------------------------------------


@pytest.mark.parametrize("year", [-1, 3000, 30_000])
def test_a_file_s_time_may_be_any(tmp_path: Path, year: int) -> None:
    packed(str(tmp_path / "eve.zip"), "x")
    os.utime(tmp_path / "eve.zip", (year * 31_556_952 - 62_167_219_200,) * 2)
    (found,) = find_submissions([tmp_path / "eve.zip"], IDS)
    plan.plan_submissions(match([found], None), 0)


@pytest.mark.parametrize("part", ["clone", "clone/.git", "clone/.git/HEAD", "clone/.git/refs"])
def test_the_time_of_a_commit_is_not_read_through_links(tmp_path: Path, part: str) -> None:
    (tmp_path / "bo/.git/refs/heads").mkdir(parents=True)
    (tmp_path / "bo/.git/objects").mkdir()
    (tmp_path / "bo/.git/HEAD").write_text("ref: refs/heads/main")
    (tmp_path / "bo/.git/refs/heads/main").write_text("0" * 40)
    shutil.copytree(tmp_path / "bo", tmp_path / "clone")
    (tmp_path / part).rename(tmp_path / "old")
    (tmp_path / part).symlink_to(tmp_path / part.replace("clone", "bo"))
    asked: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("grader.classes.commit_time._read_commit", lambda _, commit: asked.append(commit) or "")
        assert commit_time(tmp_path / "clone", tmp_path) is None
        assert asked == []
        commit_time(tmp_path / "bo", tmp_path)
    assert asked == ["0" * 40]


def test_a_clone_in_which_nothing_is_checked_out_is_still_a_clone(tmp_path: Path) -> None:
    (tmp_path / "ada/hw/.git").mkdir(parents=True)
    assert only_folder(tmp_path / "ada") == tmp_path / "ada/hw"


# --- the command line ---------------------------------------------------------------------------


@pytest.mark.parametrize(("link", "target"), [("gone", "nowhere"), ("loop", "loop"), ("all", "/")])
def test_a_link_that_the_shell_names_refuses_nobody(place: Workplace, link: str, target: str) -> None:
    Path("class", link).symlink_to(target)
    place.environment.pop("LEARN_COURSE")
    ran = place.learn("grade", *map(str, entries()))
    assert (ran.code, ran.err) == (
        2,
        "learn: these are 3 submissions; say with --out where their results go (see `learn grade --help`)\n",
    )


@pytest.mark.parametrize("out", ["class/bo", "class/bo/results", "class/../class/ada/x"])
def test_results_are_not_written_into_a_hand_in(place: Workplace, out: str) -> None:
    ran = place.learn("grade", "class", "--out", out)
    student = "ada" if "ada" in out else "bo"
    assert (ran.code, ran.out) == (2, "")
    assert f"{out} is in the submission class/{student}; give another folder with --out" in ran.err
    assert not Path(out, "results").exists()


# --- a whole class ------------------------------------------------------------------------------


def write_odd_files(eve: Path) -> None:
    """Write FIFOs, a socket's neighbors, links to the others and out, and modes that nobody can read."""
    eve.mkdir()
    for name in ("total.py", "work.zip", "scale.ipynb"):
        os.mkfifo(eve / name)
    for name, target in {"small": "../flat", "up": "..", "all": "/", "loop": "loop", "b.zip": "/dev/zero"}.items():
        (eve / name).symlink_to(target)
    (eve / "closed").mkdir(mode=0)


def write_folders_of_others(eve: Path) -> None:
    """Write folders and archives called as the others, as units and as a platform does."""
    for name in ("flat", "hw1-unit", "small", "exercises", *MOODLE, "lee_1_2_total.py"):
        (eve / name).mkdir(parents=True)
        (eve / name / "total.py").write_text(RIGHT)
    (eve / "exercises/course.yaml").write_text("id: evil")
    packed(str(eve / "flat.zip"), "flat", "unit")


def write_foreign_git(eve: Path) -> None:
    """Write a repository whose references have no end, and whose objects are elsewhere."""
    (eve / ".git/objects/info").mkdir(parents=True)
    (eve / ".git/HEAD").write_text("ref: refs/../../../flat/.git/HEAD")
    with (eve / ".git/packed-refs").open("wb") as file:
        file.truncate(1 << 33)
    (eve / ".git/objects/info/alternates").write_text("/dev/zero\n")


def write_archive_of_no_year(path: Path) -> None:
    """Write an archive with a time that no calendar has, where the system stores such times."""
    packed(str(path), "x")
    os.utime(path, (885_000_000_000, 885_000_000_000))


def write_code(text: str) -> Callable[[Path], None]:
    """Return the function that writes a hand-in of this code."""

    def write(eve: Path) -> None:
        eve.mkdir()
        (eve / "total.py").write_text(text)

    return write


HOSTILE: dict[str, Callable[[Path], object]] = {
    "odd-files": write_odd_files,
    "small": write_folders_of_others,
    "git": write_foreign_git,
    "year.zip": write_archive_of_no_year,
    "class.zip": lambda path: packed(str(path), *MOODLE),
    "bomb.zip": lambda path: path.write_bytes(
        zipped({"total.py": bytes(64 << 20), **dict.fromkeys(map(str, range(5000)), b"")})
    ),
    "linked.zip": lambda path: path.symlink_to("mac.zip"),
    "lee_5_6_total.py": lambda path: path.write_text(RIGHT),
    "gone": lambda path: path.symlink_to("nowhere"),
    "all": lambda path: path.symlink_to("/"),
    "x\n\x1b[2Kflat      0:2": write_code(RIGHT),
    "=1+1": write_code("def total(values):\n    while True:\n        print('x' * 10_000)\n"),
    "w" * 200: write_code("import os\n\n\ndef total(values):\n    os._exit(0)\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("is_class", [True, False])
def test_the_others_have_the_same_bytes_with_and_without_hostile_hand_ins(place: Workplace, is_class: bool) -> None:
    place.environment["LEARN_COURSE"] = str(patient_course())
    shutil.rmtree("class")
    honest = dict(list(CLONES.items())[::3]) | dict(list(ARCHIVES.items())[::4])
    for name, each in honest.items():
        Path("class").mkdir(exist_ok=True)
        each.make(Path("class", name))
        os.utime(Path("class", name), (1.79e9, 1.79e9))
    place.write("due.csv", "student,due\n*,2026-11-20T23:59:00+01:00\n")
    found = []
    for out in ("alone", "beside"):
        paths = ["class"] if is_class else list(map(str, entries()))
        options = ("--exercise", "total", "--confine", "none", "--seed", "1", "--deadlines", "due.csv", "--out", out)
        ran = place.command("grade", *paths, *options)
        assert (ran.code, ran.err) == (3, "")
        results = {
            name: (place.folder / out / f"results/{name.partition('.')[0]}.json").read_bytes() for name in honest
        }
        found.append(results)
        for name, make in HOSTILE.items() if out == "alone" else ():
            make(Path("class", name))
    assert found[0] == found[1]
