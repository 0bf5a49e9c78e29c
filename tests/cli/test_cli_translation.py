"""`learn --lang`: texts in the learner's language, and the same results in every language."""

from __future__ import annotations

import ast
import io
import json
import re
import string
from pathlib import Path

import pytest
from translated import checksums, translated_course
from workplace import TINY, Workplace

import grader
from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.course import find
from grader.course.course import Course
from grader.course.translation import full_numbers, phrases, translated_result
from grader.reports.text import exercise_lines

MEAN = "import numpy as np\n\n\ndef total(values):\n    return float(values.sum() / max(len(values), 1))\n"
RIGHT = "def total(values):\n    return float(values.sum())\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course with a German translation."""
    (tmp_path / "work").mkdir()
    monkeypatch.delenv("LEARN_LANG", raising=False)
    made = Workplace(tmp_path / "work", monkeypatch, capsys, course=translated_course(tmp_path / "course"))
    assert made.learn("init").code == 0
    return made


def test_without_a_language_texts_are_english(place: Workplace) -> None:
    assert place.learn("show").out.startswith("# Add numbers up\n\nReturn the sum of the values")


def test_an_option_a_variable_and_the_workspace_choose_the_language(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    german, english = "# Zahlen addieren\n\nGib die Summe", "# Add numbers up"
    assert place.learn("--lang", "de", "show").out.startswith(german)
    monkeypatch.setenv("LEARN_LANG", "de")
    assert place.learn("show").out.startswith(german)
    assert place.learn("--lang", "en", "show").out.startswith(english)
    monkeypatch.delenv("LEARN_LANG")
    assert place.learn("init", "--lang", "de").code == 0
    assert place.learn("show").out.startswith(german)
    assert place.learn("--lang", "en", "show").out.startswith(english)
    assert place.learn("init", "--lang", "en").code == 0
    assert place.learn("show").out.startswith(english)


def test_a_language_that_the_course_lacks_is_refused_if_it_is_demanded(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in (("--lang", "fr", "show"), ("init", "--lang", "fr")):
        ran = place.learn(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("learn: the course has no texts in 'fr'; it has en, de (see `learn ")
    monkeypatch.setenv("LEARN_LANG", "fr")
    assert place.learn("show").out.startswith("# Add numbers up")


def test_a_language_noted_wrongly_is_english(place: Workplace) -> None:
    for content in (b"../../..\n", b"\xff\n", b""):
        (place.folder / ".learn" / "language").write_bytes(content)
        assert place.learn("show").out.startswith("# Add numbers up")


def test_an_untranslated_text_is_english(place: Workplace) -> None:
    assert place.learn("--lang", "de", "show", "scale").out.startswith("# ")
    german, english = (place.learn("--lang", each, "show", "scale").out.partition("```")[0] for each in ("de", "en"))
    assert german == english
    listed = place.learn("--lang", "de", "list").out
    assert listed.startswith("1  Kleine Dinge\n")
    assert "Zahlen addieren" in listed


@pytest.mark.slow
def test_checks_mistakes_hints_and_explanations_are_translated(place: Workplace) -> None:
    file = place.folder / "exercises" / "small" / "total.py"
    file.write_text(MEAN, "utf-8")
    out = place.learn("--lang", "de", "check", "total").out
    assert out.startswith("Zahlen addieren: 0 von 2 Punkten\n\nfalsch        eine Summe")
    assert "Fehler: Die Summe wird durch die Anzahl geteilt.\n" in out
    assert "Das ist der Mittelwert." in out
    assert place.learn("--lang", "de", "hint", "total").out.startswith("Hinweis 1 von 3: Denk nach.")
    file.write_text(RIGHT, "utf-8")
    assert "\nDas war alles.\n" in place.learn("--lang", "de", "check", "total").out


@pytest.mark.slow
def test_an_evening_s_commands_speak_the_learner_s_language(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEARN_LANG", "de")
    assert "A tiny course: 0 von 8 Aufgaben bestanden\n" in place.learn("status").out
    assert place.learn("list").out.endswith("geschätzt, aus der Länge von Aufgabe und Lösung.\n")
    shown = place.learn("show").out
    assert "\nPrüfungen: 1, Punkte: 2.\n" in shown
    assert shown.endswith("\nSchreib sie in exercises/small/total.py\nDann: learn check total\n")
    assert place.learn("check").out.endswith("\nWeiter: learn show total\n")
    (place.folder / "exercises" / "small" / "total.py").write_text(MEAN, "utf-8")
    failed = place.learn("check", "total").out
    assert re.search(r"\n    ergibt   \S.*\n    erwartet \S", failed)
    assert "\n    Siehe exercises/small/total.py:" in failed
    assert failed.endswith("\nWeiter: learn hint total\n")
    assert place.learn("hint").out == "Hinweis 1 von 3: Denk nach.\n\nWeiter: learn check total\n"
    several = place.learn("check", "--all").out
    assert several.startswith("0 von 19 Punkten\n\nfalsch        Zahlen addieren")
    assert place.learn("next").out.endswith("total ist noch nicht bestanden; learn show total führt dorthin zurück.\n")
    (place.folder / "exercises" / "small" / "total.py").write_text(RIGHT, "utf-8")
    passed = place.learn("check", "total").out
    assert passed.endswith("\nWeiter: learn solution total, zum Vergleichen; dann learn next\n")
    assert place.learn("init", "--lang", "de").out.endswith("\nWeiter: learn show scale\n")


def test_a_skipped_check_names_the_translated_one_that_it_needs() -> None:
    checks = (
        CheckResult("a sum", Verdict.FAIL, 1),
        CheckResult("other", Verdict.SKIPPED, 1, message="needs “a sum”"),
        CheckResult("third", Verdict.SKIPPED, 1, message="needs “other”"),
    )
    translation = {"title": "Summe", "checks": {"a sum": "eine Summe"}, "mistakes": {}}
    result = translated_result(translation, ExerciseResult("small/total", "Total", None, checks))
    lines = exercise_lines(result, phrase=Course(find(), language="de").phrase)
    assert lines[0] == "Summe: 0 von 3 Punkten"
    assert [re.sub(" {2,}", " ", each) for each in lines[-2:]] == [
        "übersprungen other (braucht „eine Summe“) 0/1",
        "übersprungen third (braucht „other“) 0/1",
    ]


@pytest.mark.slow
def test_the_engine_s_sentences_are_those_of_the_source_and_keep_their_places() -> None:
    folder = Path(grader.__file__).parent
    files = [*folder.rglob("*.py"), *(folder.parent / "flashcards").rglob("*.py")]
    trees = [ast.parse(path.read_text("utf-8")) for path in files]
    known = {each.value for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Constant)}
    languages = sorted((folder / "course" / "phrases").glob("*.json"))
    assert [path.stem for path in languages] == ["de"]
    for path in languages:
        own = phrases(path.stem)
        assert sorted(own.keys() - known) == []
        assert {each.value for each in Verdict} <= own.keys()
        assert max(len(own[each.value]) for each in Verdict) < 14  # the column of verdicts
        assert max(len(own[each]) for each in ("gives", "expected")) < 9
        for english, translated in own.items():
            assert places(translated) == places(english), english


def places(text: str) -> set[str]:
    """Return the names of the values in a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def documents(place: Workplace) -> list[object]:
    """Return what grading writes for programs and teachers, without durations."""
    checked = json.loads(place.learn("check", "total", "scale", "--format", "json", "--export", "md=out.md").out)
    alone = ("--exercise", "total", "--seed", "1", "--confine", "none")
    graded = json.loads(place.learn("grade", ".", "--format", "json", *alone).out)
    for exercise in (*checked["exercises"], *graded["exercises"]):
        del exercise["seconds"]
    return [checked, graded, (place.folder / "out.md").read_text("utf-8")]


@pytest.mark.slow
def test_results_and_reports_are_the_same_in_every_language(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    (place.folder / "exercises" / "small" / "total.py").write_text(MEAN, "utf-8")
    english = documents(place)
    assert str(english).count("The sum is divided by how many there are.") == 3
    monkeypatch.setenv("LEARN_LANG", "de")
    assert documents(place) == english


def test_a_translation_is_no_part_of_the_fingerprint(tmp_path: Path) -> None:
    course = translated_course(tmp_path)
    assert Course(find(course)).sha256 == Course(find(TINY)).sha256


def test_a_language_is_for_one_s_own_workspace(place: Workplace) -> None:
    ran = place.learn("init", "--ci", "github", "--lang", "de", "starter")
    assert (ran.code, ran.err) == (
        2,
        "learn: --lang is for your own workspace; leave it out with --ci (see `learn init --help`)\n",
    )


@pytest.mark.slow
def test_a_site_has_what_is_translated_and_says_its_language(place: Workplace) -> None:
    assert place.learn("--lang", "de", "author", "site", "--out", "site").code == 0
    page = (place.folder / "site" / "units" / "small" / "total.html").read_text("utf-8")
    assert '<h1 lang="de">Zahlen addieren</h1>' in page
    assert '<div lang="de"><p>Gib die Summe' in page
    assert '<th scope="row" lang="de">eine Summe</th>' in page
    assert 'lang="de"' not in (place.folder / "site" / "units" / "small" / "scale.html").read_text("utf-8")


# --- the whole example course -----------------------------------------------------------------


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a German workspace of the example course."""
    course = checksums(tmp_path / "checksums")
    (tmp_path / "work").mkdir()
    workplace = Workplace(tmp_path / "work", monkeypatch, capsys, course=course)
    assert workplace.learn("init", "--lang", "de").code == 0
    return workplace


def test_no_text_of_the_course_is_english(german: Workplace) -> None:
    shown = [german.learn(*words.split()).out for words in ("list", "show luhn_is_valid", "hint luhn_is_valid")]
    pages = [re.sub(r"`.*?`|```.*?```", "", text, flags=re.DOTALL) for text in shown]
    assert not re.search(r"\b(the|and|of|is)\b", "".join(pages))
    assert "    Ziffern  █4█ ░7░ █8█ ░8░\n" in shown[1]  # the picture
    read = german.learn("read", "digits").out
    assert read.startswith("# Prüfziffern\n")
    assert "Von den 1000 Nummern mit drei Ziffern sind 100 gültig." in " ".join(read.split())
    assert "- **Prüfziffer** (`learn show luhn_is_valid`): " in german.learn("read", "terms").out


def test_cards_are_in_the_language_of_the_workspace(german: Workplace) -> None:
    assert "\n  check-digits  Prüfziffern " in german.learn("print", "cards").out
    shown = german.learn("print", "cards", "check-digits").out
    assert "44: Nur bei 09 ändert das Vertauschen die Prüfziffer nicht.\n" in shown
    assert "Which errors does" in german.learn("--lang", "en", "print", "cards", "check-digits").out


def test_figures_that_are_filled_in_have_a_zero_before_the_point() -> None:
    assert full_numbers("at .5, -.25 and 1.5, in v.2") == "at 0.5, -0.25 and 1.5, in v.2"


@pytest.mark.slow
def test_pages_of_cards_say_which_part_is_in_which_language(german: Workplace) -> None:
    for name, options, wanted in (
        ("study.html", (), '<span class="front" lang="de">Welche Fehler erkennt'),
        ("sheets.html", ("--layout", "fold"), '<div class="body" lang="de"><p class="text">Welche Fehler erkennt'),
    ):
        assert german.learn("print", "cards", "check-digits", *options, "--out", name).code == 0
        assert wanted in (german.folder / name).read_text("utf-8")
        assert german.learn("--lang", "en", "print", "cards", "check-digits", *options, "--out", f"en-{name}").code == 0
        assert 'lang="de"' not in (german.folder / f"en-{name}").read_text("utf-8")


def typed(patch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type these lines."""
    raw = "".join(f"{line}\n" for line in lines).encode()
    patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))


def test_a_quiz_speaks_the_learner_s_language(german: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert german.learn("quiz", "--list").out == (
        "check-digits       Prüfziffern\n  Welche Fehler eine Prüfziffer erkennt, und wie man sie berechnet.\n"
        "  noch nicht angefangen\n"
    )
    typed(monkeypatch, "?", "1a 2b 3c 4d", "8", "skip", "", "false c", "quit")
    out = german.learn("quiz", "check-digits", "--seed", "5").out
    assert out.startswith("Prüfziffern: Frage 1 von 6\n\nJede Regel übersieht manche Fehler. Ordne")
    assert "\nDeine Antwort (? für Hilfe): ?\nTippe jede Nummer mit dem Buchstaben, der zu ihr gehört, etwa" in out
    assert "\nTippe skip, um ohne Antwort weiterzugehen, oder quit, um aufzuhören;" in out
    assert "\nTeilweise richtig: 2 von 4 Punkten.\n" in out
    assert "\nNicht richtig.\nDas ist der Rest der Summe bei der Division durch 10. Er sagt," in out
    assert "\nZwischenschritte: nächste durch 10 teilbare Zahl = 130.\n" in out
    assert "\n\nÜbersprungen.\n\nPrüfziffern: Frage 4 von 6\n\nRichtig (true) oder falsch (false), und warum?" in out
    assert "\nTippe eine Antwort, ? für Hilfe, skip oder quit.\n" in out
    assert "\nDie Aussage ist falsch.\n\n  c  falsch: Es erkennt jede einzelne falsche Ziffer." in out
    assert "\n  a  richtig: Zu jeder Ziffernfolge" in out
    assert "\nDie Antwort ist false a.\n" in out
    stopped = "Angehalten; deine Antworten sind gespeichert. Weiter mit: learn quiz check-digits --seed 5\n"
    assert out.endswith(f"\n{stopped}")
    typed(monkeypatch, "c", "ab", "skip")
    out = german.learn("quiz", "check-digits", "--seed", "5").out
    assert "\nEs können mehrere richtig sein.\n" in out
    assert "\nDu hast 4 von 16 Punkten.\nÜbersprungen: 1 von 6 Fragen.\n\nSieh dir das noch einmal an:\n" in out
    assert "\n    2 von 4 Punkten; learn show isbn13_check_digit; Karte the-isbn-weights\n" in out
    assert out.endswith("\nWeiter: learn quiz check-digits --wrong --seed 5\n")


def test_a_quiz_page_says_of_each_question_in_which_language_it_is(german: Workplace, tmp_path: Path) -> None:
    file = tmp_path / "checksums/exercises/i18n/de/quiz/check-digits.yaml"
    before, rest = file.read_text("utf-8").split("  a-valid-number-is-a-card:\n")
    file.write_text(before + rest[rest.index("  which-error-is-missed:") :], "utf-8")
    assert german.learn("quiz", "check-digits", "--html", "quiz.html").code == 0
    page = (german.folder / "quiz.html").read_text("utf-8")
    assert '<h1 lang="de">Prüfziffern</h1>' in page
    assert '<span lang="de">Eine Folge von acht Bits hat' in page
    assert "A row of eight bits" not in page
    assert '<span lang="de">A number that is valid' not in page
    assert "A number that is valid by Luhn" in page
    assert 'On the way: <span lang="de">nächste durch 10 teilbare Zahl = ' in page
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    (number,) = [facts for facts in json.loads(data).values() if "mistakes" in facts]
    assert number["lang"] == "de"
    assert number["mistakes"][0]["told"].startswith("Das ist der Rest der Summe bei der Division durch 10. ")
