"""The figures of a class, held against an independent count of the same documents; what is read, and what is left out."""

from __future__ import annotations

import json
import statistics
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from class_cases import CLASS, LATE, SPOKEN, nucleus, softmax, store
from hypothesis import given, settings
from hypothesis import strategies as st
from report_cases import NAMED, check, result, results

from grader.core.errors import ReportError
from grader.core.result import SUBMISSION, CourseStamp, NamedMistake, Result, Submitted, Verdict
from grader.reports.class_report import wording
from grader.reports.class_report.statistics import ClassFigures, Count, Late, StudentStanding, score_figures
from grader.reports.document import LeftOut, Stored, read_results, result_files


def counted(each: dict[str, Result], roster: Sequence[str] = (), *, is_anonymous: bool = False) -> ClassFigures:
    """Count results."""
    count = Count()
    for student, one in each.items():
        count.add(Stored(student, one, student in LATE, LATE.get(student)))
    return count.figures(roster, is_anonymous=is_anonymous)


def independently(documents: list[dict[str, Any]]) -> dict[str, Any]:
    """Count the same from the documents alone, in the plainest way: a list of everything, filtered again and again."""
    exercises = [(one["student"], each) for one in documents for each in one["exercises"]]
    checks = [(who, each["id"], check) for who, each in exercises for check in each["checks"]]
    return {
        "verdicts": Counter((each["id"], each["status"]) for _, each in exercises),
        "asked": Counter((exercise, check["name"]) for _, exercise, check in checks),
        "passed": Counter((exercise, check["name"]) for _, exercise, check in checks if check["status"] == "pass"),
        "skipped": Counter((exercise, check["name"]) for _, exercise, check in checks if check["status"] == "skipped"),
        "mistakes": {(exercise, check["mistake"]["name"], who) for who, exercise, check in checks if check["mistake"]},
        "not passed": {(each["id"], who) for who, each in exercises if each["status"] != "pass"},
        "shares": sorted(
            100 * one["score"] / one["max_score"]
            for one in documents
            if one["max_score"] and not {each["status"] for each in one["exercises"]} & {"unreadable", "internal"}
        ),
        "seconds": {
            name: [each["seconds"] for _, each in exercises if each["id"] == name]
            for name in {e["id"] for _, e in exercises}
        },
        "ended": {
            (check["status"], who)
            for who, _, check in checks
            if check["status"] not in ("pass", "fail", "skipped", "not-attempted") and not check["obstacle"]
        },
        "hindered": {who for who, _, check in checks if check["obstacle"]},
    }


@pytest.mark.slow
@given(st.lists(results(), max_size=8))
@settings(deadline=None, max_examples=30)
def test_every_figure_is_what_an_independent_count_of_the_documents_finds(drawn: list[Result]) -> None:
    named = {f"student {number}": one for number, one in enumerate(drawn)}
    found = counted(named)
    expected = independently([one._replace(student=student).to_json() for student, one in named.items()])
    exercises = found.exercises
    assert found.results == len(drawn)
    assert expected["verdicts"] == Counter(
        {(each.id, verdict.value): number for each in exercises for verdict, number in each.outcomes.items()}
    )
    for figure in ("asked", "passed", "skipped"):
        numbers = {(e.id, check.name): getattr(check, figure) for e in exercises for check in e.checks}
        assert +Counter(numbers) == expected[figure]
    made = [(each.exercise, each.name, who) for each in found.mistakes for who in each.who.listed]
    assert (set(made), len(made)) == (expected["mistakes"], len(expected["mistakes"]))
    assert [each.who.size for each in found.mistakes] == sorted(
        (each.who.size for each in found.mistakes), reverse=True
    )
    helped = [(each.id, who) for each in exercises for group in each.groups for who in group.who.listed]
    assert (set(helped), len(helped)) == (expected["not passed"], len(expected["not passed"]))  # each in one group
    assert {(verdict.value, who) for verdict, each in found.ended for who in each.listed} == expected["ended"]
    hindered = {student for student, _ in found.unusable.listed}
    assert (hindered, found.unusable.size) == (expected["hindered"], len(expected["hindered"]))
    shares = expected["shares"]
    assert (found.scores.counted, sum(found.scores.bins)) == (len(shares), len(shares))
    assert [sum(low <= share < low + 10 for share in shares) for low in range(0, 110, 10)] == list(found.scores.bins)
    if shares:
        assert found.scores.median_percent == pytest.approx(statistics.median(shares))
    for each in exercises:
        seconds = expected["seconds"][each.id]
        told = (each.seconds.median, each.seconds.slowest) if each.seconds else (0, 0)
        assert told == ((statistics.median(seconds), max(seconds)) if any(seconds) else (0, 0))


def test_a_student_counts_once_for_a_mistake_that_many_checks_show() -> None:
    (first, second) = counted(CLASS).mistakes
    assert (first.title, first.who.listed) == ("The token that crosses top_p is dropped.", ("Bo", "cy"))
    assert (second.title, second.who.listed) == ("One token too many.", ("dora",))


def test_a_mistake_beside_others_is_counted_as_that_and_lends_no_call() -> None:
    assert NAMED.mistake
    partial = NAMED._replace(mistake=NAMED.mistake._replace(is_partial=True), call="f(1)", got="2", expected="3")
    whole = partial._replace(mistake=NAMED.mistake, call="f(1, 2, 3)")
    class_of = {"ada": result(nucleus(partial)), "Bo": result(nucleus(whole)), "cy": result(nucleus(partial))}
    for students, call in (("ada Bo cy", "f(1, 2, 3)"), ("ada cy", "")):
        found = counted({student: class_of[student] for student in students.split()})
        assert (found.mistakes[0].beside_others, found.mistakes[0].call) == (2, call)
    title = "The token that crosses top_p is dropped."
    assert wording.mistake(counted(class_of).mistakes[0]) == f"{title} (2 of 3 with others)"
    (exercise,) = counted(class_of).exercises
    assert {wording.trouble(group): group.who.listed for group in exercise.groups} == {
        f"One of the mistakes here: {title}": ("ada", "cy"),
        title: ("Bo",),
    }


def test_those_who_have_not_passed_are_grouped_by_what_they_need() -> None:
    softmax_groups, nucleus_groups = (exercise.groups for exercise in counted(CLASS).exercises)
    told = [
        (group.trouble.verdict.value, group.trouble.check, group.title, group.who.listed) for group in nucleus_groups
    ]
    assert told == [
        ("fail", "", "The token that crosses top_p is dropped.", ("Bo", "cy")),
        ("fail", "", "One token too many.", ("dora",)),
        ("error", "200 random inputs", "", ("fay",)),
        ("fail", "small cases", "", ("emil",)),
    ]
    assert [(group.trouble.verdict.value, group.who.listed) for group in softmax_groups] == [
        ("not-attempted", ("emil",)),
        ("timeout", ("cy",)),
    ]


def test_the_latest_come_first_and_the_lowest_scores_are_told_with_what_is_passed() -> None:
    found = counted(CLASS)
    assert found.late == (2, (Late("Bo", 90000), Late("fay", None)))
    assert found.lowest.listed[:2] == (StudentStanding("cy", 0, 6, 0, 2), StudentStanding("emil", 0, 6, 0, 2))
    assert "ada" not in [standing.student for standing in found.lowest.listed]


def test_whoever_is_on_the_roster_and_has_no_result_is_missing_in_whatever_letters() -> None:
    assert counted(CLASS, ["Ada", "BO", "zoe", "Cy", "yan"]).missing.listed == ("yan", "zoe")


def test_an_anonymous_report_has_the_same_numbers_and_nobody_in_it() -> None:
    named, nameless = counted(CLASS, ["zoe"]), counted(CLASS, ["zoe"], is_anonymous=True)
    assert [each.who.size for each in nameless.mistakes] == [each.who.size for each in named.mistakes]
    assert (nameless.missing.size, nameless.late.size, nameless.scores) == (1, 2, named.scores)
    assert not [student for student in [*CLASS, "zoe"] if f"'{student}'" in repr(nameless)]


def test_a_call_is_kept_for_the_cards_unless_it_holds_words_of_a_learner() -> None:
    def shown(*checks: Any) -> tuple[str, str, str]:
        (mistake,) = counted({"ada": result(nucleus(*checks))}).mistakes
        return mistake.call, mistake.got, mistake.expected

    assert shown(SPOKEN) == ("", "", "")
    assert shown(SPOKEN, NAMED) == ("nucleus(np.array([0.5, 0.3, 0.2]), 0.7)", "[0]", "[0, 1]")


def test_a_bin_begins_with_its_ten_percent_and_all_points_are_a_bin_of_their_own() -> None:
    found = score_figures([(0, 7), (1, 10), (19, 100), (2, 10), (99, 100), (7, 7), (0, 0)])
    assert found.bins == (1, 2, 1, 0, 0, 0, 0, 0, 0, 1, 1)
    assert (found.counted, found.median_points, found.max_score) == (6, None, None)
    assert score_figures([(1, 4), (4, 4)]).median_points == 2.5
    assert score_figures([]) == ((0,) * 11, 0, None, None, None)


def test_results_of_several_editions_are_told_apart() -> None:
    newer = CLASS["ada"]._replace(course=CourseStamp("course", 8, "1" * 64))
    editions = counted({**CLASS, "ada": newer}).editions
    assert [(each.course.version, each.results) for each in editions] == [(7, 5), (8, 1)]


# --- reading --------------------------------------------------------------------------------------


def read_all(folder: Path) -> list[Stored | LeftOut]:
    """Read a folder."""
    return list(read_results(result_files(folder)))


def test_results_of_a_class_and_results_that_lie_in_a_folder_are_read(tmp_path: Path) -> None:
    whole = read_all(store(tmp_path / "a class", CLASS, LATE, on_roster=False))
    assert [each.student for each in whole if isinstance(each, Stored)] == list(CLASS)
    assert whole[1] == Stored("Bo", CLASS["Bo"]._replace(student="Bo"), True, 90000, False)
    document = CLASS["ada"]._replace(student=None).to_json()
    (tmp_path / "züri.json").write_text(json.dumps(document), "utf-8")
    assert read_all(tmp_path) == [Stored("züri", CLASS["ada"]._replace(student=None))]


def test_a_students_id_may_have_bytes_that_are_no_text(tmp_path: Path) -> None:
    (each,) = read_all(store(tmp_path, {"x\udcffy": CLASS["ada"]}))
    assert isinstance(each, Stored)
    assert each.student == "x\udcffy"


@pytest.mark.parametrize(
    "text", ['{"picking/nucleus": 1.5}', "", "[]", '{"picking/nucleus": NaN}', '{"picking/nucleus": [1]}']
)
def test_durations_that_lie_beside_the_results_are_put_in_and_damaged_ones_are_not(tmp_path: Path, text: str) -> None:
    store(tmp_path, {"ada": result(nucleus())})
    (tmp_path / "seconds").mkdir()
    (tmp_path / "seconds/0.json").write_text(text, "utf-8")
    (each,) = read_all(tmp_path)
    assert isinstance(each, Stored)
    assert each.result.exercises[0].seconds == (1.5 if text.endswith("1.5}") else 0)


def changed(path: list[str | int], value: Any) -> str:
    """Return a result with one value changed."""
    document: Any = result(softmax(), nucleus(NAMED)).to_json()
    document["submission"] = SUBMISSION.dump(Submitted("0" * 64))
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(document)


def damaged(path: str, why: str = "is of the wrong kind") -> str:
    """Return the sentence about a damaged result."""
    return f"this result is damaged ({path} {why}); grade again"


BROKEN = {
    "empty": ("", "it is not JSON"),
    "cut short": (changed(["seed"], 1)[:-9], "it is not JSON"),
    "deep": ("[" * 100_000, "it is not JSON"),
    "a long number": ('{"schema": ' + "9" * 5000 + "}", "it is not JSON"),
    "a list": ("[]", "it is not a result"),
    "of something else": ('{"name": "x"}', "this is no result: its schema is None, not 'learn/result/v1'"),
    "without a course": (
        '{"schema": "learn/result/v1", "tool": {"version": "1"}}',
        damaged("tool.name", "is missing"),
    ),
    "an unknown verdict": (
        changed(["exercises", 0, "checks", 0, "status"], "great"),
        damaged("exercises.0.checks.0.status"),
    ),
    "points that were not earned": (
        changed(["exercises", 1, "checks", 0, "score"], 2),
        damaged("exercises.1.checks.0.score", "is not what the rest comes to"),
    ),
    "a number as name": (changed(["exercises", 0, "checks", 0, "name"], 7), damaged("exercises.0.checks.0.name")),
    "a list as title": (changed(["exercises", 0, "title"], ["x"]), damaged("exercises.0.title")),
    "a version in words": (changed(["course", "version"], "two"), damaged("course.version")),
    "a student who is a number": (changed(["student"], 12), damaged("student")),
    "a mistake without words": (
        changed(["exercises", 1, "checks", 0, "mistake", "words"], None),
        damaged("exercises.1.checks.0.mistake.words"),
    ),
    "seconds without end": (changed(["exercises", 0, "seconds"], float("inf")), damaged("exercises.0.seconds")),
    "seconds that are none": (changed(["exercises", 0, "seconds"], float("nan")), damaged("exercises.0.seconds")),
    "negative points": (
        changed(["exercises", 1, "checks", 0, "max_score"], -1),
        damaged("exercises.1.checks.0.max_score"),
    ),
    "more points than a number is exact for": (
        changed(["exercises", 1, "checks", 0, "max_score"], 10**400),
        damaged("exercises.1.checks.0.max_score"),
    ),
    "seconds beyond all numbers": (changed(["exercises", 0, "seconds"], 10**400), damaged("exercises.0.seconds")),
    "a total of its own": (changed(["max_score"], 7), damaged("max_score", "is not what the rest comes to")),
    "late by a word": (
        changed(["submission", "late_seconds"], "very"),
        damaged("submission.late_seconds"),
    ),
    "a submission that is a list": (
        changed(["submission"], [1]),
        damaged("submission"),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_result_is_left_out_with_a_sentence(tmp_path: Path, name: str) -> None:
    text, why = BROKEN[name]
    (tmp_path / "x.json").write_text(text, "utf-8")
    assert list(map(str, read_all(tmp_path))) == [f"x.json is left out: {why}."]


def test_a_folder_and_a_second_result_of_a_student_are_left_out(tmp_path: Path) -> None:
    store(tmp_path, {"ada": CLASS["ada"], "ADA": CLASS["Bo"]})
    (tmp_path / "results/folder.json").mkdir()
    left_out = [str(each) for each in read_all(tmp_path) if isinstance(each, LeftOut)]
    assert left_out == [
        "1.json is left out: 0.json is of the same student, 'ADA'.",
        "folder.json is left out: it is not a file.",
    ]


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}", "utf-8")
    (tmp_path / ".lock.json").write_text("", "utf-8")
    (tmp_path / "notes.txt").write_text("", "utf-8")
    with pytest.raises(ReportError) as caught:
        result_files(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: there are no results here; `learn grade PATH... --out DIR` writes them into DIR"
    )


@pytest.mark.slow
def test_what_is_kept_of_many_results_is_little_more_than_of_few(tmp_path: Path) -> None:
    mistake = NamedMistake("long", "A long one.", "words " * 1000)
    each = result(
        *(nucleus(check(Verdict.FAIL, "c", mistake=mistake, stdout="x" * 4000))._replace(id=f"e/{n}") for n in range(4))
    )
    store(tmp_path, {f"student {number}": each for number in range(400)})
    files = result_files(tmp_path)

    def peak(count: int) -> int:
        counting = Count()
        tracemalloc.start()
        for one in read_results(files[:count]):
            counting.add(one)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(10)
    # 2 kB for each student: results by exercise, the name, why a file cannot be used; the documents have 50 kB each.
    assert peak(400) - peak(100) < 300 * 2000
