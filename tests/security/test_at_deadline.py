"""A clone is graded as it was at the deadline, and nothing in it can put other work, or other times, in that place."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clones import commit, commit_tree, entry, git, loose, put
from small_class import patient_course
from systems import needs_program, posix_only
from workplace import TINY, Workplace

from grader.classes.at_deadline import version_of
from grader.classes.deadlines import read_time
from grader.classes.job import BY_DATE
from grader.classes.read_apart import QuizCount, handed_in_quizzes
from grader.files.regular_file import UnreadableError
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.quiz.progress import QuizProgress, WorkspaceQuizzes, save
from grader.reports.document import settings_of_run

pytestmark = needs_program("git")

RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
WRONG = "def total(values):\n    return 0.5\n"
DUE = read_time("2026-11-20T23:59:00Z", "here")
IN_TIME, LATE = "2026-11-20T20:00:00Z", "2026-11-21T20:00:00Z"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone with a wrong file in time, and a right one that came late."""
    commit(tmp_path / "class/ada", IN_TIME, total=WRONG)
    commit(tmp_path / "class/ada", LATE, total=RIGHT)
    return tmp_path / "class/ada"


def files(clone: Path, wanted: str = BY_DATE) -> dict[str, str]:
    """Return the files of a version of a clone, or the sentence why one cannot be read."""
    version = version_of(clone, wanted, DUE, lambda name: name.endswith(".py"))
    assert version is not None
    return {file.name: _content(file.read) for file in version.files.files}


def _content(read: Callable[[], bytes]) -> str:
    try:
        return read().decode()
    except UnreadableError as error:
        return str(error)


# --- which version ----------------------------------------------------------------------------


@pytest.fixture
def place(clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class of the clone's owner."""
    made = Workplace(clone.parents[1], monkeypatch, capsys, patient_course())
    made.write("due.csv", "student,due\n*,2026-11-20T23:59:00Z\n")
    made.write("roster.csv", "id\nada\nbo\n")
    return made


def command(*options: str) -> tuple[str, ...]:
    """Return the command that grades the class at the deadline."""
    words = ("grade", "class", "--out", "out", "--exercise", "total", "--confine", "none", "--jobs", "1", "--seed", "1")
    return (*words, "--roster", "roster.csv", "--deadlines", "due.csv", "--at-deadline", *options)


def graded(place: Workplace, *options: str, code: int = 0) -> tuple[str, dict[str, Any]]:
    """Grade the class at the deadline; return ada's line of the exported table, and her result."""
    ran = place.learn(*command(*options), "--export", "csv=class.csv")
    assert (ran.code, ran.err) == (code, "")
    rows = (place.folder / "class.csv").read_text("utf-8").splitlines()
    row = next(row for row in rows if row.startswith("ada"))
    return row, json.loads((place.folder / "out/results/ada.json").read_text("utf-8"))


def pushes(place: Workplace, *rows: tuple[str, str]) -> tuple[str, str]:
    """Write a table of pushes; return the option for it."""
    lines = "".join(f"ada,{time},{one}\n" for time, one in rows)
    place.write("pushes.csv", f"student,submitted,commit\n{lines}")
    return "--submitted", "pushes.csv"


def test_the_last_commit_pushed_in_time_is_graded_and_the_late_one_is_beside_it(place: Workplace) -> None:
    clone = place.folder / "class/ada"
    first, last = git(clone, "rev-parse", "HEAD~", "HEAD").split()
    option = pushes(place, (LATE, last), (IN_TIME, first))
    row, result = graded(place, *option)
    words = f"commit {first[:10]}; as it is now: 2 of 2"
    assert row == f"ada,,0,2,fail,no,{words},0"
    facts = result["submission"]
    assert (facts["commit"], facts["by_own_date"], facts["later"]) == (first, None, "2 of 2")
    assert (facts["submitted"], facts["late"]) == ("2026-11-20T20:00:00+00:00", False)
    again = place.learn(*command(*option)).out
    assert again.splitlines()[1].startswith(
        f"ada                              0/2  total: fail, commit {first[:10]}; as"
    )
    assert "1 of them before" in again
    one = place.learn("report", "out", "--of", "ada").out
    assert f"C{words[1:]}" in one
    repeated = one[one.index("learn grade") :].split()
    assert json.loads(place.learn(*repeated[1:-1], "json").out)["score"] == 0


@pytest.mark.slow
def test_the_report_reads_the_commit_that_was_graded(place: Workplace) -> None:
    clone = place.folder / "class/ada"
    save(clone / ".learn", WorkspaceQuizzes("s", {"numbers": QuizProgress(scores={"one": AnswerJudgement(1, 1)})}))
    commit(clone, LATE, total=RIGHT + "# later\n")
    commit(place.folder / "class/bo", IN_TIME, total=WRONG)
    graded(place, "--trust-commit-dates")
    said = place.learn("report", "out", "--alike").out
    assert "ada, bo: exact copies" in said
    assert "reference solution" not in said
    noted = settings_of_run(place.folder / "out")
    last, first = git(clone, "rev-parse", "HEAD", "HEAD~2").split()
    for graded_commit, counts in ((first, {}), (last, {"ada": QuizCount(1, 1, 1)}), ("0" * 40, {})):
        assert handed_in_quizzes(noted, {"ada": graded_commit}) == counts


@pytest.mark.slow
def test_a_date_is_trusted_only_where_that_is_asked_for_and_the_result_says_so(place: Workplace) -> None:
    row, result = graded(place, "--trust-commit-dates")
    commit_id = git(place.folder / "class/ada", "rev-parse", "HEAD~").strip()
    words = f"commit {commit_id[:10]}, in time by its own date, which the student can set; as it is now: 2 of 2"
    assert row == f'ada,,0,2,fail,no,"{words}",0'
    assert result["submission"]["by_own_date"] is True
    # backdated: with the table of pushes, that is of no use
    backdated = commit(place.folder / "class/ada", IN_TIME, total=RIGHT + "\n")
    assert graded(place, "--trust-commit-dates")[1]["score"] == 2
    row, result = graded(place, *pushes(place, (IN_TIME, commit_id), (LATE, backdated)))
    assert (result["score"], result["submission"]["commit"]) == (0, commit_id)


@pytest.mark.slow
def test_without_a_push_in_time_the_late_work_is_graded_as_late_and_without_any_nothing_is(place: Workplace) -> None:
    last = git(place.folder / "class/ada", "rev-parse", "HEAD").strip()
    row, result = graded(place, *pushes(place, (LATE, last)))
    assert row == "ada,,2,2,pass,yes,,2"
    assert result["submission"]["commit"] is None
    place.write("pushes.csv", f"student,submitted,commit\nbo,{IN_TIME},{last}\n")
    row, _ = graded(place, "--submitted", "pushes.csv", code=3)
    why = "nothing says what was pushed before the deadline; the table of pushes has no line of this student"
    assert row == f"ada,,,,unreadable,no,{why},"


@pytest.mark.slow
def test_work_that_is_no_clone_is_graded_as_it_is_unless_a_commit_of_it_was_pushed(place: Workplace) -> None:
    shutil.rmtree(place.folder / "class/ada/.git")
    assert graded(place, "--trust-commit-dates")[1]["score"] == 2
    row, _ = graded(place, *pushes(place, (IN_TIME, "1" * 40)), code=3)
    assert row == 'ada,,,,unreadable,no,"there is no .git, in which the commit 111111111111 is; hand in the clone",'


@pytest.mark.slow
def test_a_commit_that_is_not_in_the_clone_gives_no_number(place: Workplace) -> None:
    row, _ = graded(place, *pushes(place, (IN_TIME, "1" * 40)), code=3)
    assert row == 'ada,,,,unreadable,no,"git finds no commit 111111111111; the clone is damaged, shallow or partial",'


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--at-deadline",), "--at-deadline needs --deadlines, the file that says when the work was due"),
        (
            ("--at-deadline", "--deadlines", "due.csv"),
            "--at-deadline needs either --submitted with a column `commit`, the platform's table of pushes, or "
            "--trust-commit-dates; students can set the dates of their commits",
        ),
        (("--trust-commit-dates",), "--trust-commit-dates is for --at-deadline"),
        (("--commit", "1" * 40), "--commit is for one submission; for a class there is --at-deadline"),
        (
            ("--at-deadline", "--deadlines", "due.csv", "--submitted", "came.csv"),
            "came.csv: there is no column `commit`, which --at-deadline needs",
        ),
        (("--submitted", "short.csv"), "short.csv:2: '12ab' is not the whole id of a commit, which has 40 digits"),
        (("--submitted", "twice.csv"), "twice.csv:3: 'ada' is there twice; keep one of the lines"),
    ],
)
def test_options_that_do_not_fit_are_refused(place: Workplace, options: tuple[str, ...], message: str) -> None:
    place.write("came.csv", f"student,submitted\nada,{IN_TIME}\n")
    place.write("short.csv", f"student,submitted,commit\nada,{IN_TIME},12ab\n")
    rows = "".join(f"ada,{IN_TIME},{digit * 40}\n" for digit in "12")
    place.write("twice.csv", f"student,submitted,commit\n{rows}")
    ran = place.learn("grade", "class", "--out", "out", "--confine", "none", *options)
    assert ran.code in (2, 3)
    assert ran.err.removeprefix("learn: ").partition(" (see")[0].strip() == message


# --- attacks ----------------------------------------------------------------------------------


def neighbor(clone: Path) -> Path:
    """Return the clone of somebody else, whose work is right."""
    other = clone.parent / "bo"
    commit(other, IN_TIME, total=RIGHT)
    return other


def alternates(clone: Path) -> None:
    """Have objects read in the neighbor's clone."""
    (clone / ".git/objects/info/alternates").write_text(f"{neighbor(clone) / '.git/objects'}\n")


def http_alternates(clone: Path) -> None:
    """Have objects fetched from elsewhere."""
    (clone / ".git/objects/info/http-alternates").write_text("http://127.0.0.1:1/objects\n")


def replaced(clone: Path) -> None:
    """Put the late commit for the one in time."""
    git(clone, "replace", "HEAD~", "HEAD")


def packed_replaced(clone: Path) -> None:
    """Do so in the file of packed references."""
    git(clone, "replace", "HEAD~", "HEAD")
    git(clone, "pack-refs", "--all")
    shutil.rmtree(clone / ".git/refs/replace", ignore_errors=True)


def grafted(clone: Path) -> None:
    """Give the late commit no parent."""
    (clone / ".git/info").mkdir(exist_ok=True)
    (clone / ".git/info/grafts").write_text(git(clone, "rev-parse", "HEAD"))


def promised(clone: Path) -> None:
    """Make a pack one whose missing objects are fetched."""
    git(clone, "gc", "-q")
    next((clone / ".git/objects/pack").glob("*.pack")).with_suffix(".promisor").write_text("")


def linked_objects(clone: Path) -> None:
    """Make the folder of objects the neighbor's."""
    shutil.rmtree(clone / ".git/objects")
    (clone / ".git/objects").symlink_to(neighbor(clone) / ".git/objects")


def linked_object(clone: Path) -> None:
    """Make one object a link to the neighbor's file."""
    path = loose(clone, git(clone, "rev-parse", "HEAD~:total.py").strip())
    path.unlink()
    path.symlink_to(loose(neighbor(clone), git(clone, "rev-parse", "HEAD:total.py").strip()))


def linked_git(clone: Path) -> None:
    """Make `.git` a link to the neighbor's."""
    shutil.rmtree(clone / ".git")
    (clone / ".git").symlink_to(neighbor(clone) / ".git")


def pointing_git(clone: Path) -> None:
    """Make `.git` a file that names the neighbor's."""
    shutil.rmtree(clone / ".git")
    (clone / ".git").write_text(f"gitdir: {neighbor(clone) / '.git'}\n")


def endless(clone: Path) -> None:
    """Put a FIFO among the objects, which nobody writes to."""
    path = loose(clone, git(clone, "rev-parse", "HEAD~:total.py").strip())
    path.unlink()
    os.mkfifo(path)


def leading_out(clone: Path) -> None:
    """Have HEAD name a file elsewhere."""
    (clone / ".git/HEAD").write_text("ref: ../../bo/.git/refs/heads/main\n")


REFUSED = {
    alternates: "alternates, by which objects would be read elsewhere",
    http_alternates: "alternates, by which objects would be read elsewhere",
    replaced: "replace refs, which put one object for another",
    packed_replaced: "replace refs, which put one object for another",
    grafted: "grafts, which put other parents into its history",
    promised: "promisor packs, whose missing objects would be fetched",
    linked_object: "objects that are links or no regular files",
    endless: "objects that are links or no regular files",
}


@posix_only("FIFO and links")
@pytest.mark.parametrize("attack", REFUSED, ids=lambda attack: attack.__name__)
def test_a_clone_whose_objects_may_be_others_is_refused(clone: Path, attack: Callable[[Path], None]) -> None:
    attack(clone)
    with pytest.raises(UnreadableError) as caught:
        files(clone)
    assert str(caught.value) == f"the clone has {REFUSED[attack]}; clone it again with git clone --no-local"


@posix_only("links")
@pytest.mark.parametrize(
    ("attack", "message"),
    [
        (linked_objects, "objects is no folder of its own; clone it again with git clone --no-local"),
        (linked_git, ".git is no folder of its own; clone it again with git clone --no-local"),
        (pointing_git, ".git is no folder of its own; clone it again with git clone --no-local"),
        (leading_out, "its .git says not which commit is checked out; clone it again"),
    ],
)
def test_a_clone_that_leads_elsewhere_is_refused(clone: Path, attack: Callable[[Path], None], message: str) -> None:
    attack(clone)
    with pytest.raises(UnreadableError) as caught:
        files(clone)
    assert str(caught.value) == message


@pytest.mark.parametrize("kind", ["commit", "tree", "blob"])
def test_an_object_forged_under_the_id_of_another_is_found(clone: Path, kind: str) -> None:
    revision = {"commit": "HEAD~", "tree": "HEAD~^{tree}", "blob": "HEAD~:total.py"}[kind]
    wanted, other = git(clone, "rev-parse", revision, revision.replace("~", "")).split()
    first, blob = git(clone, "rev-parse", "HEAD~", "HEAD:total.py").split()
    content = entry("100644", "total.py", blob) if kind == "tree" else git(clone, "cat-file", kind, other).encode()
    put(clone, kind, content, wanted)
    assert git(clone, "cat-file", "-t", wanted).strip() == kind, "git itself takes the forged one"
    sentence = f"the {kind} {wanted[:12]} is not what its id says; the clone is damaged or forged"
    if kind == "blob":
        assert files(clone, first) == {"total.py": sentence}
        return
    with pytest.raises(UnreadableError) as caught:
        files(clone, first)
    assert str(caught.value) == sentence


def test_nothing_that_the_clone_configures_is_run_and_no_filter_changes_a_file(clone: Path, tmp_path: Path) -> None:
    trap, first = tmp_path / "trap", git(clone, "rev-parse", "HEAD~").strip()
    (clone / ".gitattributes").write_text("*.py filter=trap export-ignore export-subst text eol=crlf\n")
    after = commit(clone, IN_TIME, total="# $Format:%H$\n")
    (clone / ".git/config").write_text(
        f'[core]\n\tfsmonitor = "touch {trap}; false"\n\tpager = "touch {trap}"\n\thooksPath = "{clone}"\n'
        f'\trepositoryformatversion = 1\n\talternateRefsCommand = "touch {trap}"\n\tautocrlf = true\n'
        f'[filter "trap"]\n\tsmudge = "touch {trap}"\n\tclean = "touch {trap}"\n\tprocess = "touch {trap}"\n'
        f'[alias]\n\tcat-file = "!touch {trap}"\n[include]\n\tpath = "{clone}/more"\n[extensions]\n\tpartialClone = origin\n'
        f'[remote "origin"]\n\tpromisor = true\n\turl = "ext::sh -c touch% {trap}"\n'
    )
    assert files(clone, after)["total.py"] == "# $Format:%H$\n"
    loose(clone, "".join(put(clone, "blob", b"gone"))).unlink()
    assert files(clone, first)["total.py"] == WRONG
    with pytest.raises(UnreadableError):
        files(clone, "2" * 40)
    assert not trap.exists()


def test_names_of_a_tree_lead_nowhere_and_links_are_refused_by_name(clone: Path) -> None:
    blob = put(clone, "blob", RIGHT.encode())
    link = put(clone, "blob", b"../bo/total.py")
    inner = put(clone, "tree", entry("100644", "x.py", blob))
    names = b"".join([
        entry("100644", "../total.py", blob), entry("100644", "a/b.py", blob), entry("40000", "..", inner),
        entry("40000", ".git", inner), entry("120000", "total.py", link), entry("160000", "module", "3" * 40),
        entry("100644", "good.py", blob),
    ])  # fmt: skip
    first = commit_tree(clone, put(clone, "tree", names))
    assert files(clone, first) == {"good.py": RIGHT, "total.py": "is a link; put the file itself there"}


@pytest.mark.slow
def test_a_tree_that_holds_itself_a_thousandfold_and_a_bomb_cost_a_sentence_only(clone: Path) -> None:
    blob = put(clone, "blob", b"#" * (50 << 20))  # 50 kB as it is stored
    tree = put(clone, "tree", entry("100644", "total.py", blob))
    for _ in range(15):
        tree = put(clone, "tree", b"".join(entry("40000", f"f{number:03}", tree) for number in range(200)))
    version = version_of(clone, commit_tree(clone, tree), DUE, lambda name: name.endswith(".py"))
    assert version is not None
    assert version.files.unopened == ("there are more than 20000 files; only the first ones were looked at",)
    first = commit_tree(clone, put(clone, "tree", entry("100644", "total.py", blob)))
    assert files(clone, first) == {"total.py": "is larger than 256 KiB; hand in the code only"}
    damaged = commit_tree(clone, put(clone, "tree", b"100644 total.py"))
    with pytest.raises(UnreadableError, match="cannot be read; the clone is damaged"):
        files(clone, damaged)


@pytest.mark.slow
@posix_only("links")
def test_an_attack_costs_its_student_the_number_and_nobody_else_anything(place: Workplace) -> None:
    clone = place.folder / "class/ada"
    alternates(clone)
    first = git(clone, "rev-parse", "HEAD~").strip()
    option = pushes(place, (IN_TIME, first))
    bo = git(place.folder / "class/bo", "rev-parse", "HEAD").strip()
    with (place.folder / "pushes.csv").open("a", encoding="utf-8") as file:
        file.write(f"bo,{IN_TIME},{bo}\n")
    row, _ = graded(place, *option, code=3)
    assert row.startswith('ada,,,,unreadable,no,"the clone has alternates, by which objects would be read elsewhere;')
    assert json.loads((place.folder / "out/results/bo.json").read_text("utf-8"))["score"] == 2
