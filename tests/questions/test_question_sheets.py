"""`learn grade --questions`: a sheet for each student, its key stored, answers marked, and what the report says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from executors import Forgetful
from places import COURSE, ROOT
from systems import posix_only
from workplace import Workplace

from grader.classes.grade_one import Grader
from grader.classes.job import Job, PlannedSubmission
from grader.classes.matching import Matched
from grader.classes.question_sheets import draw_sheets
from grader.classes.store import Store
from grader.cli.grade_options import GradeOptions
from grader.cli.grade_questions import Drawn, write_questions
from grader.core.result import Verdict
from grader.grading.submission.files import QUESTIONS_ID
from grader.grading.submission.folder import Submission
from grader.questions.own_code.page import chunks
from grader.questions.own_code.sheet import (
    FORM,
    STEPS,
    QuestionSheet,
    QuestionSheets,
    load_sheet,
    load_sheets,
    seed_hash,
)

SOLUTIONS = ROOT / "solutions"
SOLVER = ROOT / "tests/support/own_code_answers.py"
ONLY = ("--exercise", "greedy_pick", "--exercise", "entropy", "--confine", "none", "--seed", "1")
DRAW = ("--questions", "sheets.html", "--questions-seed", "mine")
JOB = Job(("picking/greedy_pick", "scores/entropy"), "none", COURSE.sha256)
MARK = ("--worksheet", "results/questions", "--exercise", "questions")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the sheets of a class were drawn once: ada has two functions, bo one, cy none."""
    folder = tmp_path_factory.mktemp("drawn")
    for student, names in {"ada": ("picking/greedy_pick", "scores/entropy"), "bo": ("picking/greedy_pick",)}.items():
        (folder / "in" / student).mkdir(parents=True)
        for name in names:
            source = SOLUTIONS.joinpath(f"{name}.py").read_text("utf-8")
            (folder / "in" / student / f"{name.rpartition('/')[2]}.py").write_text(source, "utf-8")
    (folder / "in/cy").mkdir()
    (folder / "in/cy/greedy_pick.py").write_text("def greedy(logits):\n    return 0\n", "utf-8")
    (folder / "class.csv").write_text("id,name\nada,Ada Lovelace\nbo,Bo Ek\ncy,Cy Young\n", "utf-8")
    command = [sys.executable, "-m", "grader", "grade", "in", "--roster", "class.csv", "--out", "results", *ONLY, *DRAW]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=300)
    (folder / "said.txt").write_text(ran.stdout, "utf-8")
    return folder


@pytest.fixture
def place(
    drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Workplace:
    """Return a copy of that folder."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    shutil.copytree(drawn, tmp_path / "class")
    return Workplace(tmp_path / "class", monkeypatch, capsys, course=None)


def sheet_of(folder: Path, student: str) -> QuestionSheet:
    """Return the stored sheet of a student."""
    (sheet,) = [sheet for sheet in load_sheets(folder / "results/questions") if sheet.student == student]
    return sheet


def answers(sheet: QuestionSheet, *texts: str, sheet_id: str | None = None) -> str:
    """Return a filled-in form."""
    text = FORM.replace("sheet:", f"sheet: {sheet.id if sheet_id is None else sheet_id}", 1)
    for step, answer in zip(STEPS, texts, strict=False):
        text = text.replace(f"{step}:", f"{step}: {answer}")
    return text


def key(sheet: QuestionSheet) -> list[str]:
    return [question.answer for question in sheet.questions]


def wrong(sheet: QuestionSheet) -> list[str]:
    """Return an answer to each question that is not right."""
    return [("b" if answer == "a" else "a") if answer.isalpha() else f"{int(answer) + 1}" for answer in key(sheet)]


# --- drawing ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_student_with_a_function_that_passes_gets_three_questions(drawn: Path) -> None:
    said = (drawn / "said.txt").read_text("utf-8").splitlines()
    assert said[-3:-1] == [
        "sheets.html is written: 2 sheets of questions; the key is sheets-key.html, the form sheets-form.yaml.",
        "1 student without a sheet: no function of theirs passes and can be asked about.",
    ]
    ada, bo = sheet_of(drawn, "ada"), sheet_of(drawn, "bo")
    assert [len(ada.questions), len(bo.questions)] == [3, 3]
    assert {question.exercise for question in ada.questions} == {"picking/greedy_pick", "scores/entropy"}
    assert {question.exercise for question in bo.questions} == {"picking/greedy_pick"}
    assert min(len({question.kind for question in sheet.questions}) for sheet in (ada, bo)) >= 2


@pytest.mark.slow
def test_the_keys_are_right_as_a_program_finds_that_has_the_questions_alone(drawn: Path) -> None:
    for student in ("ada", "bo"):
        sheet = sheet_of(drawn, student)
        text = json.dumps([question.to_json(has_key=False) for question in sheet.questions])
        ran = subprocess.run(
            [sys.executable, SOLVER], input=text, capture_output=True, text=True, check=True, timeout=300, cwd=ROOT
        )
        assert ran.stdout.splitlines() == key(sheet)


@posix_only("it has other permissions")
def test_stored_keys_are_their_owners_alone(drawn: Path) -> None:

    folder = drawn / "results/questions"
    assert folder.stat().st_mode & 0o077 == 0
    assert [path.stat().st_mode & 0o077 for path in folder.iterdir()] == [0, 0]


def test_the_printed_sheet_has_the_questions_and_nothing_of_the_key(drawn: Path) -> None:
    page, printed_key = ((drawn / name).read_text("utf-8") for name in ("sheets.html", "sheets-key.html"))
    for student in ("ada", "bo"):
        sheet = sheet_of(drawn, student)
        assert f"Sheet <b>{sheet.id}</b>" in page
        assert f"Sheet <b>{sheet.id}</b>" in printed_key
        altered = [
            question.to_json(has_key=True) | {"answer": answer}
            for question, answer in zip(sheet.questions, wrong(sheet), strict=True)
        ]
        other = load_sheet(sheet.to_json() | {"questions": altered})
        assert list(chunks([sheet], {}, "sheet", "a4")) == list(chunks([other], {}, "sheet", "a4"))
        assert list(chunks([sheet], {}, "key", "a4")) != list(chunks([other], {}, "key", "a4"))
        assert other.id == sheet.id
    assert "Ada Lovelace (ada)" in page
    asked = "".join(re.findall(r'<p class="asked">.*', page))
    assert "<code>" in asked
    assert "`" not in asked


@pytest.mark.slow
def test_a_seed_draws_the_same_sheets_with_any_number_of_processes(place: Workplace) -> None:
    page = (place.folder / "sheets.html").read_bytes()
    ran = place.learn("grade", "in", "--roster", "class.csv", "--out", "again", *ONLY, *DRAW, "--jobs", "3")
    assert (ran.code, ran.err) == (0, "")
    first, again = (
        {path.name: path.read_bytes() for path in (place.folder / out / "questions").iterdir()}
        for out in ("results", "again")
    )
    assert again == first
    assert (place.folder / "sheets.html").read_bytes() == page


def submissions(folder: Path, **students: str) -> list[PlannedSubmission]:
    """Return what students handed in, by their ids."""
    return [PlannedSubmission(student, 1, str(folder / "in" / name)) for student, name in students.items()]


@pytest.mark.slow
def test_two_who_hand_in_the_same_file_have_sheets_of_their_own(drawn: Path) -> None:
    grader = Grader(JOB)
    planned = submissions(drawn, bo="bo", dora="bo")
    drawn_sheets = [grader.draw_sheet(submission, ["picking/greedy_pick"], "mine") for submission in planned]
    grader.close()
    bo, dora = (load_sheet(json.loads(json.dumps(sheet))) for sheet in drawn_sheets)
    assert bo == sheet_of(drawn, "bo")
    assert dora.student == "dora"
    assert dora._replace(questions=bo.questions).id != bo.id


@pytest.mark.slow
def test_a_sheet_that_is_lost_costs_nobody_else_theirs(place: Workplace) -> None:
    shutil.rmtree(place.folder / "results/questions")
    planned = submissions(place.folder, ada="ada", bo="bo", cy="cy")
    with Forgetful(1) as executor:
        made = [*draw_sheets(JOB, planned, Store(place.folder / "results"), "mine", executor)]
    assert made[:2] == [None, "ada"]
    assert made[2:] == [sheet_of(place.folder, "bo")]
    fields: Any = dict.fromkeys(GradeOptions.__dataclass_fields__) | {"questions": place.folder / "sheets.html"}
    (said,) = write_questions(GradeOptions(**fields), Drawn([], 0, 3, ["ada"]), Matched(()))
    assert said.startswith("ada has no sheet by a fault of ours; please report it")


@pytest.mark.slow
def test_a_resubmission_does_not_change_a_printed_sheet(place: Workplace) -> None:
    before = {path.name: path.read_bytes() for path in (place.folder / "results/questions").iterdir()}
    page = (place.folder / "sheets.html").read_bytes()
    path = place.folder / "in/bo/greedy_pick.py"
    path.write_text(path.read_text("utf-8").replace("a logit is nan", "nan"), "utf-8")
    place.write("results/questions/of-a-killed-run.json.0.tmp", "half of a sh")
    place.write("sheets-form.yaml", "filled in\n")
    ran = place.learn("grade", "in", "--roster", "class.csv", "--out", "results", *ONLY, *DRAW)
    assert ran.err == ""
    assert "2 sheets of questions, 2 of them as before" in ran.out
    assert {path.name: path.read_bytes() for path in (place.folder / "results/questions").iterdir()} == before
    assert (place.folder / "sheets.html").read_bytes() == page
    assert (place.folder / "sheets-form.yaml").read_text() == "filled in\n"


@pytest.mark.slow
def test_another_seed_draws_other_sheets_and_keeps_the_first(place: Workplace) -> None:
    first = sheet_of(place.folder, "bo")
    other = ("--questions", "other.html", "--questions-seed", "another")
    assert place.learn("grade", "in", "--roster", "class.csv", "--out", "results", *ONLY, *other).code == 0
    sheets = {
        sheet.drawn_from: sheet for sheet in load_sheets(place.folder / "results/questions") if sheet.student == "bo"
    }
    assert sheets.keys() == {seed_hash("mine"), seed_hash("another")}
    assert sheets[seed_hash("mine")] == first
    assert sheets[seed_hash("another")].questions != first.questions


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--out", "results", "--questions", "sheets.html"),
            "without --questions-seed anybody could draw the same questions; give it a text that only you know",
        ),
        (
            ("--out", "results", "--questions", "sheets.csv", "--questions-seed", "mine"),
            "'sheets.csv' ends with none of .html, .htm, .pdf; name the file so",
        ),
        (DRAW, "--questions is for a class; say with --out where its results go"),
        (
            ("--out", "results", "--worksheet", "in"),
            "in after --worksheet has no sheets of questions; name the folder `questions` of the results of `learn grade "
            "--questions`",
        ),
    ],
)
def test_options_that_cannot_be_meant_are_refused(place: Workplace, options: tuple[str, ...], message: str) -> None:
    assert place.learn("grade", "in/bo", *ONLY, *options) == (2, "", f"learn: {message} (see `learn grade --help`)\n")


def test_a_damaged_sheet_is_named(place: Workplace) -> None:
    path = next((place.folder / "results/questions").iterdir())
    path.write_text("{}", "utf-8")
    ran = place.learn("grade", "in/bo", *ONLY, "--worksheet", "results/questions")
    name = path.relative_to(place.folder)
    message = f"learn: {name} is no sheet of questions (no sheet of questions); bring it back from a copy\n"
    assert (ran.code, ran.out, ran.err) == (3, "", message)


# --- marking ------------------------------------------------------------------------------------


def marked(folder: Path, student: str, text: str | None) -> Any:
    """Return the checks of a student's answers, and the file that they are in."""
    handed_in = folder / "answers" / student
    handed_in.mkdir(parents=True, exist_ok=True)
    if text is not None:
        (handed_in / "questions.yaml").write_text(text, "utf-8")
    return QuestionSheets(folder / "results/questions").mark(Submission(handed_in), student)


def verdicts(folder: Path, student: str, text: str | None) -> list[Verdict]:
    (result,) = marked(folder, student, text)
    assert result.id == QUESTIONS_ID
    return [check.verdict for check in result.checks]


def test_right_answers_pass_however_they_are_typed(place: Workplace) -> None:
    ada = sheet_of(place.folder, "ada")
    assert verdicts(place.folder, "ada", answers(ada, *key(ada))) == [Verdict.PASS] * 3
    typed = [f'"{answer.upper()})"' if answer.isalpha() else answer for answer in key(ada)]
    assert verdicts(place.folder, "ADA", answers(ada, *typed, sheet_id=ada.id.upper())) == [Verdict.PASS] * 3
    assert verdicts(place.folder, "ada", answers(ada, *key(ada), sheet_id="")) == [Verdict.PASS] * 3


def test_wrong_answers_are_told_without_the_right_ones(place: Workplace) -> None:
    ada = sheet_of(place.folder, "ada")
    (result,) = marked(place.folder, "ada", answers(ada, *wrong(ada)))
    assert [check.verdict for check in result.checks] == [Verdict.FAIL] * 3
    for check, question in zip(result.checks, ada.questions, strict=True):
        assert check.message.startswith("could not say w")
        assert str(question.line or "typical mistake") in check.message


def test_what_was_not_answered_is_not_wrong(place: Workplace) -> None:
    bo = sheet_of(place.folder, "bo")
    assert verdicts(place.folder, "bo", answers(bo, key(bo)[0])) == [Verdict.PASS, *[Verdict.NOT_ATTEMPTED] * 2]
    (place.folder / "answers/bo/questions.yaml").unlink()
    (result,) = marked(place.folder, "bo", None)
    assert (result.file, result.verdict) == (None, Verdict.NOT_ATTEMPTED)
    assert result.checks[0].message == "there is no file questions.yaml"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("question_1: zz", '"zz" cannot be an answer. Type a letter, a to '),
        ("question_1: \x1b[2J", "cannot be an answer. "),
        ("question_1: a\nquestion_1: b", "This question is answered in lines 2 and 3; keep one of them."),
    ],
)
def test_an_answer_that_cannot_be_one_is_said(place: Workplace, line: str, message: str) -> None:
    bo = sheet_of(place.folder, "bo")
    assert bo.questions[0].options
    (result,) = marked(place.folder, "bo", f"sheet: {bo.id}\n{line}\n")
    assert result.checks[0].verdict is Verdict.FAIL
    assert message in result.checks[0].message
    assert result.checks[0].message.isprintable()


@pytest.mark.parametrize("student", ["bo", "cy"])
def test_answers_about_anothers_code_get_no_number(place: Workplace, student: str) -> None:
    ada = sheet_of(place.folder, "ada")
    (result,) = marked(place.folder, student, answers(ada, *key(ada)))
    assert [check.verdict for check in result.checks] == [Verdict.UNREADABLE, Verdict.SKIPPED, Verdict.SKIPPED]
    message = f'the file answers sheet "{ada.id}", which asks about another student\'s code; correct the id'
    assert result.checks[0].message == message


def test_answers_to_nobodys_sheet_get_no_number(place: Workplace) -> None:
    ada = sheet_of(place.folder, "ada")
    (result,) = marked(place.folder, "ada", answers(ada, *key(ada), sheet_id="aaaa-aaaa"))
    assert result.verdict is Verdict.UNREADABLE
    assert (
        result.checks[0].message
        == 'the file answers sheet "aaaa-aaaa", which is nobody\'s in this class; correct the id'
    )


def test_a_student_without_a_sheet_is_not_asked(place: Workplace) -> None:
    assert marked(place.folder, "cy", None) == ()
    assert marked(place.folder, "cy", FORM) == ()


@pytest.mark.slow
def test_the_report_says_passed_and_answered_and_accuses_nobody(place: Workplace) -> None:
    ada, bo = sheet_of(place.folder, "ada"), sheet_of(place.folder, "bo")
    place.write("in/ada/questions.yaml", answers(ada, *key(ada)))
    place.write("in/bo/questions.yaml", answers(bo, wrong(bo)[0], key(bo)[1]))
    ran = place.learn("grade", "in", "--roster", "class.csv", "--out", "results", *ONLY, *MARK)
    assert (ran.code, ran.err) == (0, "")
    documents = {
        name: json.loads((place.folder / f"results/results/{name}.json").read_text()) for name in ("ada", "cy")
    }
    assert [documents["ada"]["score"], documents["ada"]["max_score"]] == [23, 23]
    assert QUESTIONS_ID not in {exercise["id"] for exercise in documents["cy"]["exercises"]}
    shown = " ".join(place.learn("report", "results").out.split())
    sentence = (
        "Of 6 questions on functions that pass, 4 were answered rightly, 1 not, and 1 left empty. Talk to these students; "
        "a wrong answer does not say why."
    )
    assert f"{sentence} bo (greedy_pick passed, could not say w" in shown
    assert "1 the file does not answer all questions rightly bo" in shown
    assert re.search(r"3 of 5 pass greedy_pick|2 of 4 pass greedy_pick", shown)
    anonymous = " ".join(place.learn("report", "results", "--anonymous").out.split())
    assert sentence in anonymous
    assert "bo (" not in anonymous
    rows = place.learn("report", "results", "--format", "csv").out.splitlines()
    assert "questions on own code,,answered rightly,4,6,66.7,,," in rows
    assert [row.endswith(",bo,") for row in rows if row.startswith("could not say,,")] == [True]
    again = place.learn("report", "results", "--of", "bo", "questions").out
    assert "learn grade" in again
    assert "--worksheet" in again
    assert "LEARN_WORKSHEET_SEED" not in again


@pytest.mark.slow
def test_a_folder_with_other_sheets_exports_nothing(place: Workplace) -> None:
    bo = sheet_of(place.folder, "bo")
    place.write("in/bo/questions.yaml", answers(bo, *key(bo), sheet_id="aaaa-aaaa"))
    ran = place.learn("grade", "in", "--out", "results", *ONLY, *MARK, "--export", "csv=grades.csv")
    assert ran.err == (
        "learn: no answers are to a sheet in the folder after --worksheet, so it is not the one that the sheets were printed "
        "from; nothing is exported\n"
    )
    assert not (place.folder / "grades.csv").exists()


@pytest.mark.slow
def test_sheets_are_printed_as_pdf(place: Workplace) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("weasyprint")
    ran = place.learn(
        *("grade", "in", "--roster", "class.csv", "--out", "results", *ONLY),
        *("--questions", "sheets.pdf", "--questions-seed", "mine"),
    )
    assert (ran.code, ran.err) == (0, "")
    sheets, keys = (
        [page.extract_text() for page in pypdf.PdfReader(place.folder / name).pages]
        for name in ("sheets.pdf", "sheets-key.pdf")
    )
    for place_, student in enumerate(("ada", "bo")):
        sheet_id = sheet_of(place.folder, student).id
        assert sheet_id in "".join(sheets)
        assert f"Sheet {sheet_id}" in keys[place_]
    assert len(keys) == 2
