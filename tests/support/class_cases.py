"""Results of classes, made by hand: an ordinary class, and one in which every name and text is hostile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from report_cases import HOSTILE, HOSTILE_RESULT, NAMED, RAISED, SKIPPED, check, exercise, result

from grader.core.result import SUBMISSION, ExerciseResult, NamedMistake, Result, Submitted, Verdict

OTHER = check(
    Verdict.FAIL, "the worked example", 2, mistake=NamedMistake("keeps_one_more", "One token too many.", "Count them.")
)
SPOKEN = NAMED._replace(got="raised ValueError: words of a learner", expected="[0]")


def softmax(verdict: Verdict = Verdict.PASS, seconds: float = 0.0) -> ExerciseResult:
    """Make the result of an exercise with one check."""
    return exercise(check(verdict, points=2), name="softmax", title="Softmax by hand")._replace(seconds=seconds)


def nucleus(*checks: Any, seconds: float = 0.0) -> ExerciseResult:
    """Make the result of an exercise with as many checks as are given; without any it passes."""
    return exercise(*(checks or (check(name="the worked example", points=2),)))._replace(seconds=seconds)


CLASS: dict[str, Result] = {
    "ada": result(softmax(seconds=0.5), nucleus(seconds=2)),
    "Bo": result(softmax(seconds=1.5), nucleus(NAMED, SKIPPED, seconds=4)),
    "cy": result(softmax(Verdict.TIMEOUT, seconds=12), nucleus(NAMED, NAMED, seconds=1)),
    "dora": result(softmax(seconds=0.25), nucleus(OTHER, seconds=1)),
    "emil": result(softmax(Verdict.NOT_ATTEMPTED), nucleus(check(Verdict.FAIL, "small cases"), RAISED, seconds=1)),
    "fay": result(softmax(seconds=1), nucleus(RAISED, seconds=1)),
}
LATE = {"Bo": 90000, "fay": None}


def store(folder: Path, results: dict[str, Result], late: dict[str, int | None] | None = None, **about: Any) -> Path:
    """Write results as `learn grade --out` does; return the folder."""
    (folder / "results").mkdir(parents=True)
    for place, (student, each) in enumerate(results.items()):
        document = each._replace(student=student).to_json()
        is_late = student in (late or {})
        submitted = Submitted("0" * 64, late_seconds=(late or {}).get(student), is_late=is_late)
        document["submission"] = {**SUBMISSION.dump(submitted), **about}
        text = json.dumps(document, ensure_ascii=False)
        (folder / f"results/{place}.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    return folder


def hostile_class() -> dict[str, Result]:
    """Return a class in which everything that somebody can name is hostile."""
    mistake = NamedMistake(HOSTILE, HOSTILE, HOSTILE)
    wrong = result(
        nucleus(check(Verdict.FAIL, HOSTILE, mistake=mistake), seconds=1)._replace(id=HOSTILE, title=HOSTILE)
    )
    names = [name for name in HOSTILE.replace("\ud800", "").split(" ") if name]
    many = {f"{name}{number}": wrong for number, name in enumerate(names)}
    odd = result(nucleus(check(Verdict.ERROR)._replace(obstacle=HOSTILE)))
    return {**many, "odd": odd, "=1+1": HOSTILE_RESULT, "@SUM(A1)": wrong, "<b>x</b>": wrong, "W" * 900: wrong}
