"""The gate for translations: what is missing, unknown or different from the English texts, at its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from translated import COURSE, TOTAL, translated_course

from flashcards.catalogue import DECKS
from grader.authoring.validate_translation import different, translation_problems
from grader.cli.main import run
from grader.course import Content, find
from grader.course.course import Course


def problems(folder: Path, **changed: str) -> list[str]:
    """Return the problems of the tiny course with a changed translation, without the folder's name."""
    return found_in(translated_course(folder, **changed))


def test_the_course_s_own_translations_have_no_problem() -> None:
    assert translation_problems(Course(find())) == []


def test_a_complete_translation_has_no_problem(tmp_path: Path) -> None:
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("title: Zahlen", "titel: Zahlen", "1:1: unknown key `titel`; did you mean `title`?"),
        ("explain: |\n  Das war alles.\n", "", "1:1: the key `explain` is missing; add `explain:`"),
        ("ist 0.", "ist 1.", "2:7: `task` lacks the figure 0 of the English text; write the same"),
        ("ist 0.", "ist 1.", "2:7: `task` has the figure 1, which the English text has not; write the same"),
        ("ist 0.", "ist `0`.", "2:7: `task` has the code `0`, which the English text has not; write the same"),
        ("  Gib", "  Tu es.\n\n  Gib", "2:7: the task has other paragraphs than the English one; write all 1"),
        ("Das war alles.", "**Das** war alles.", "`explain` has 1 bold terms, the English text 0"),
        ("[Denk nach., ", "[", "4:1: there is no translation of `hints 3`; add it"),
        ("[Denk nach.", "[Noch., Denk nach.", "4:52: unknown text `hints 4`; did you mean `hints 3`?"),
        ("Denk nach.,", "'',", "4:9: `hints 1` is empty; translate it"),
        ("  a sum:", "  the sum:", "6:3: unknown text `checks the sum`; did you mean `checks a sum`?"),
        ("  a sum:", "  the sum:", "5:1: there is no translation of `checks a sum`; add it"),
        ("  mean:", "  maen:", "11:5: unknown text `mistakes maen title`; did you mean `mistakes mean title`?"),
        ("  mean:", "  maen:", "there is no translation of `mistakes mean words`; add it"),
        ("    title: Der", "    titel: Der", "14:5: unknown key `titel`; did you mean `title`?"),
    ],
)
def test_a_difference_is_named_at_its_line(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in TOTAL
    found = problems(tmp_path, total=TOTAL.replace(old, new))
    assert any(expected in each and each.startswith("de/small/total.yaml:") for each in found), found


@pytest.mark.parametrize(
    ("course", "expected"),
    [
        ("units: {}\n", "de/course.yaml: has no title for the unit `small`; add it below `units:`"),
        (COURSE.replace("small", "smal"), "de/course.yaml:3:5: unknown text `units smal title`"),
        (COURSE + "    can: Alles.\n", "de/course.yaml:4:5: unknown text `units small can`"),
    ],
)
def test_a_unit_of_a_translated_exercise_has_a_title(tmp_path: Path, course: str, expected: str) -> None:
    assert any(each.startswith(expected) for each in problems(tmp_path, course=course))


def test_a_file_that_translates_nothing_is_a_problem(tmp_path: Path) -> None:
    translated_course(tmp_path)
    (tmp_path / "exercises/i18n/de/small/sum.yaml").write_text(TOTAL, "utf-8")
    expected = ["de/small/sum.yaml: translates no file of the course; correct its name, or remove it"]
    assert problems(tmp_path) == expected


def test_a_number_may_be_written_with_its_zero() -> None:
    assert list(different("Bei T = 0.5 und 1024", "At T = .5 and 1,024")) == []
    assert list(different("Bei T = 0.6", "At T = .5")) != []


def test_links_and_placeholders_stay() -> None:
    original = "See [it](https://example.org) and {{ share }}."
    assert list(different("Siehe [das](https://example.org) und {{ share }}.", original)) == []
    lacks = [
        "lacks the placeholder {{ share }} of the English text; write the same",
        "lacks the link https://example.org of the English text; write the same",
    ]
    assert list(different("Siehe das.", original)) == lacks


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the course."""
    folder = tmp_path_factory.mktemp("course")
    for name in ("exercises", "solutions"):
        shutil.copytree(find()[0].parent / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(DECKS, folder / "flashcards" / "decks")
    return folder


def problems_with(folder: Path, file: str, old: str, new: str, ids: tuple[str, ...] = ()) -> list[str]:
    """Return the problems of a copy of the course with a text changed, and change it back."""
    path = folder / "exercises" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    try:
        return translation_problems(Course(Content(folder / "exercises", folder / "solutions")), ids)
    finally:
        path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "scores/lesson.md",
            "{{ sure }}",
            "0.38",
            r"lesson.md:1:1: `page` computes `sure`, which the page does not show",
        ),
        (
            "scores/lesson.md",
            "## Was du wissen musst",
            "Und:",
            "the page has 4 sections before the answers, in English 5",
        ),
        (
            "scores/lesson.md",
            "$e^4$ =",
            "$e^5$ =",
            "lesson.md:25:1: `sections 4` lacks the figure 4 of the English text",
        ),
        ("scores/lesson.md", "# Von Scores", "# Scores", "the unit's title in the translated course.yaml is"),
        ("pictures/scores.yaml", "hinunter zu 0.001", "hinunter zu 0.002", "the text lacks the figure 0.001"),
        ("pictures/scores.yaml", "    token: Token", "    tokens: Token", "the picture has no such text"),
        (
            "pictures/scores.yaml",
            "    From cold to hot: Von kalt zu heiß\n",
            "",
            "no translation of “From cold to hot”",
        ),
        ("flashcards/scores.yaml", "3, 2, 1, 0.5", "3, 2, 1, 0.6", "`cards worked-example back` lacks the figure 0.5"),
        ("flashcards/scores.yaml", "ist {{ total }}", "ist", "`cards softmax-formula back` lacks the placeholder"),
        ("flashcards/scores.yaml", "  gap-to-ratio:", "  gap:", "no translation of `cards gap-to-ratio front`; add it"),
        (
            "flashcards/scores.yaml",
            "Nichts: Der",
            "**Nichts**: Der",
            "`cards divided-probabilities back` has 1 bold terms",
        ),
        (
            "flashcards/scores.yaml",
            "Was ändert sich?",
            "\n\n\n      Ja?",
            "`cards common-shift front` has several paragraphs",
        ),
        ("flashcards/scores.yaml", "e^{1/T}", "e^{1/T", "scores.yaml:"),
        (
            "quiz/overview.yaml",
            "      - right: Jeder",
            "      - wrong: Jeder",
            "`questions logits-or-probabilities options 2 right`",
        ),
        ("quiz/overview.yaml", "  one-turn:", "  one-turm:", "no translation of `questions one-turn question`; add it"),
        ("quiz/overview.yaml", "jedem Wert 5", "jedem Wert 6", "options 4 right` lacks the figure 5"),
        ("quiz/overview.yaml", "`max_tokens` erlaubt", "max_tokens erlaubt", "question` lacks the code `max_tokens`"),
        ("quiz/overview.yaml", "about: Sieben", "about: ''\nabouts: Sieben", "unknown key `abouts`"),
        (
            "quiz/numbers.yaml",
            "  odds-of-two:",
            "  odds-of-too:",
            "no translation of `questions odds-of-two question`; add it",
        ),
        (
            "quiz/numbers.yaml",
            "      upside_down:",
            "      upside_up:",
            "no translation of `questions odds-to-reach mistakes upside_down title`; add it",
        ),
        (
            "quiz/numbers.yaml",
            "Sein Exponentialwert ist 2.718",
            "Sein Exponentialwert ist 2.71",
            "`questions five-exponentials mistakes powers_of_two words` lacks the figure 2.718",
        ),
        ("quiz/numbers.yaml", "    misprint: ", "    misprinted: ", "unknown key `misprinted`"),
        (
            "quiz/numbers.yaml",
            "mehr als 1, als",
            "mehr, als",
            "`questions the-likeliest-at-a-temperature misprint` lacks the figure 1 ",
        ),
        (
            "quiz/numbers.yaml",
            "      gap/T: Abstand/T\n",
            "",
            "no translation of `questions odds-of-two working gap/T`; add it",
        ),
        (
            "pictures/scores.yaml",
            "  temperature:",
            "  temperatur:",
            "unknown picture `temperatur`; did you mean `temperature`?",
        ),
    ],
)
def test_pages_and_pictures_are_held_to_the_english_ones(
    copied: Path, file: str, old: str, new: str, expected: str
) -> None:
    found = problems_with(copied, f"i18n/de/{file}", old, new)
    assert any(expected in each for each in found), found


def test_an_english_figure_that_changes_is_noticed(copied: Path) -> None:
    ids = ("scores/softmax_by_hand",)
    found = problems_with(copied, f"{ids[0]}.yaml", "add up to 86.440", "add up to 86.441", ids)
    assert ["`task` lacks the figure 86.441" in each for each in found] == [True, False, False]
    assert "`task` has the figure 86.44," in found[1]
    assert "the English text of `task` has changed" in found[2]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "exercises/scores/softmax_by_hand.yaml",
            "Take the exponential of each score.",
            "Take each exponential.",
            r"scores/softmax_by_hand.yaml:\d+:\d+: the English text of `hints 2` has changed; "
            r"translate it, then run `learn author translated de scores/softmax_by_hand.yaml`",
        ),
        (
            "exercises/scores/lesson.md",
            "Temperature does not make",
            "A temperature never makes",
            r"scores/lesson.md:1:1: the English text of `sections 1` has changed",
        ),
        (
            "flashcards/decks/scores.yaml",
            "You add 100 to every logit.",
            "Somebody adds 100 to every logit.",
            r"flashcards/scores.yaml:\d+:\d+: the English text of `cards common-shift front` has changed",
        ),
        (
            "exercises/quiz/overview.yaml",
            "Nothing is chosen in it.",
            "It chooses nothing.",
            r"quiz/overview.yaml:\d+:\d+: the English text of `questions one-turn pairs 3 reveals` has changed",
        ),
        (
            "exercises/i18n/de/originals.json",  # the solution's module stays loaded
            '"questions odds-to-reach mistakes upside_down title": "',
            '"questions odds-to-reach mistakes upside_down title": "0',
            r"quiz/numbers.yaml:\d+:\d+: the English text of `questions odds-to-reach mistakes upside_down title` has changed",
        ),
        (
            "exercises/course.yaml",
            "how unsure the model is",
            "how unsure it is",
            r"de/course.yaml:\d+:\d+: the English text of `units scores can` has changed",
        ),
    ],
)
def test_an_english_text_that_changes_without_its_figures_is_noticed(
    copied: Path, file: str, old: str, new: str, expected: str
) -> None:
    found = problems_with(copied, f"../{file}", old, new)
    assert len(found) == 1, found
    assert re.search(expected, found[0]), found


def test_other_line_breaks_are_no_change(copied: Path) -> None:
    assert problems_with(copied, "scores/lesson.md", "Below 1 the favorite", "Below 1\nthe favorite") == []


def test_a_translation_without_a_note_is_a_problem_until_it_is_noted(tmp_path: Path) -> None:
    translated_course(tmp_path)
    notes = tmp_path / "exercises/i18n/de/originals.json"
    notes.unlink()
    what = "de/small/total.yaml: the English text is not noted of `title` and 9 more; "
    assert found_in(tmp_path)[0].startswith(f"{what}run `learn author translated de small/total.yaml` when ")
    assert run(["author", "translated", "de", "small/total.yaml", "--course", str(tmp_path)]) == 0
    assert [each.partition(":")[0] for each in found_in(tmp_path)] == ["de/course.yaml"]
    assert run(["author", "translated", "de", "--course", str(tmp_path)]) == 0
    assert found_in(tmp_path) == []
    notes.write_text("[", "utf-8")
    assert "originals.json: cannot be read: Expecting value" in found_in(tmp_path)[0]


@pytest.mark.parametrize("arguments", [("en",), ("fr",), ("de", "small/scale.yaml"), ("de", "../../course.yaml")])
def test_only_files_that_translate_are_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    translated_course(tmp_path)
    assert run(["author", "translated", *arguments, "--course", str(tmp_path)]) == 2
    assert re.search(r"there is no |the course has no texts in", capsys.readouterr().err)


def found_in(folder: Path) -> list[str]:
    """Return the problems of a course as it is, without the folder's name."""
    course = Course(Content(folder / "exercises", folder / "solutions"))
    return [re.sub(r"^.*?i18n/", "", each) for each in translation_problems(course)]
