"""`learn list`, `status`, `print cards` and `doctor` as JSON: each keeps to its published schema, and says what the text says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from places import ROOT
from workplace import Workplace


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course in a folder whose name is not ASCII."""
    (tmp_path / "wörk").mkdir()
    place = Workplace(tmp_path / "wörk", monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


def document(place: Workplace, *arguments: str) -> Any:
    """Run a command with --format json; return its document, which keeps to the schema."""
    ran = place.learn(*arguments, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    jsonschema.Draft202012Validator(schema("cards" if arguments[0] == "print" else arguments[0])).validate(found)
    return found


def schema(command: str) -> Any:
    """Return a published schema."""
    return json.loads((ROOT / f"docs/schema/{command}.schema.json").read_text("utf-8"))


def test_the_list_has_every_exercise_and_its_last_result(place: Workplace) -> None:
    place.solve("mask")
    place.write("exercises/small/total.py", "def total(values):\n    return 6.0\n")
    place.learn("check", "mask", "total")
    place.learn("hint", "total", "--number", "2")
    found = document(place, "list")
    assert found["course"] == {"id": "tiny", "title": "A tiny course", "version": 1}
    exercises = {each["name"]: each for each in found["units"][0]["exercises"]}
    assert exercises["mask"] == {
        "id": "small/mask",
        "name": "mask",
        "title": "Who may look at whom",
        "points": 1,
        "status": "pass",
        "score": 1,
        "hints": 0,
        "difficulty": 1,
        "least_minutes": 5,
        "most_minutes": 10,
        "extra": False,
        "file": str(place.folder / "exercises/small/mask.py"),
    }
    assert [exercises["total"][key] for key in ("status", "score", "hints")] == ["fail", 0, 2]
    assert exercises["odd"]["status"] == "not-attempted"


def test_the_status_names_the_current_exercise(place: Workplace) -> None:
    place.solve("total")
    place.learn("check", "total")
    found = document(place, "status")
    assert (found["passed"], found["exercises"], found["current"]) == (1, 8, "small/scale")
    assert found["units"] == [{"id": "small", "title": "Small things", "passed": 1, "exercises": 8}]
    assert (found["workspace"], found["update_due"]) == (str(place.folder), False)


@pytest.mark.parametrize("command", ["list", "status"])
def test_outside_of_a_workspace_there_is_a_document_too(place: Workplace, tmp_path: Path, command: str) -> None:
    (tmp_path / "empty").mkdir()
    assert document(place, command, "--in", str(tmp_path / "empty"))["workspace"] is None


def test_a_status_of_a_later_version_counts_as_not_attempted(place: Workplace) -> None:
    place.write(".learn/progress.json", '{"exercises": {"small/total": {"status": "from the future"}}}')
    assert document(place, "list")["units"][0]["exercises"][0]["status"] == "not-attempted"


def test_the_decks_are_listed_without_cards_and_written_with_them(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LEARN_COURSE")  # and no course of the workspace: the course that this package brings
    (place.folder / ".learn/workspace.json").unlink(missing_ok=True)
    listed = document(place, "print", "cards")["decks"]
    assert {each["cards"] for each in listed} == {None}
    name = listed[0]["id"]
    (deck,) = document(place, "print", "cards", name)["decks"]
    assert deck["count"] == len(deck["cards"]) == listed[0]["count"]
    assert place.learn("print", "cards", name, "--out", "cards.json").code == 0
    assert json.loads((place.folder / "cards.json").read_text("utf-8"))["decks"] == [deck]


@pytest.mark.whole
def test_the_doctor_says_the_same_as_in_text(place: Workplace) -> None:
    found = document(place, "doctor")
    text = place.learn("doctor").out
    assert found["problem"] is None
    for each in found["packages"]:
        assert f"{each['name']:<22}{each['version']}\n" in text
    for key in ("course_folder", "workspace", "cache", "pdf", "processes"):
        assert f"{found[key]}\n" in text
    assert f"{', '.join(found['confinement'])}\n" in text
