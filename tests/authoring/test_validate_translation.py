"""The gate for translations: what is missing, unknown or different from the English texts, at its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from translated import checksums

from grader.authoring.validate_translation import different, translation_problems
from grader.cli.main import run
from grader.course import Content
from grader.course.course import Course

PARITY, LESSON, DRAWN = "digits/parity_bit.yaml", "digits/lesson.md", "pictures/digits.yaml"
DECK, QUIZ, TABLE = "flashcards/check-digits.yaml", "quiz/check-digits.yaml", "course.yaml"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the example course."""
    return checksums(tmp_path_factory.mktemp("course") / "checksums")


def problems_of(folder: Path, ids: tuple[str, ...] = ()) -> list[str]:
    """Return the problems of a course's translations, without the folder's name."""
    content = Content(folder / "exercises", folder / "solutions")
    return [re.sub(r"^.*?i18n/", "", problem) for problem in translation_problems(Course(content), ids)]


def problems_with(folder: Path, file: str, edits: dict[str, str], ids: tuple[str, ...] = ()) -> list[str]:
    """Return the problems of a copy of the course with texts of a file changed, and change them back."""
    path = folder / file
    text = changed = path.read_text("utf-8")
    for old, new in edits.items():
        assert old in changed
        changed = changed.replace(old, new, 1)
    path.write_text(changed, "utf-8")
    try:
        return problems_of(folder, ids)
    finally:
        path.write_text(text, "utf-8")


def test_the_german_of_the_example_course_is_complete(copied: Path) -> None:
    assert problems_of(copied) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (PARITY, "title: Das Par", "titel: Das Par", "2:1: unknown key `titel`; did you mean `title`?"),
        (PARITY, "    title: Das Bit", "    titel: Das Bit", ": unknown key `titel`; did you mean `title`?"),
        (TABLE, "    title: Prüf", "    titel: Prüf", "course.yaml:4:5: unknown key `titel`; did you mean `title`?"),
        (DECK, "title: Prüfziffern\n", "", "2:1: the key `title` is missing; add `title:`"),
        (QUIZ, "about: Welche", "abouts: Welche", "unknown key `abouts`; did you mean `about`?"),
        (QUIZ, "    working:", "    workings:", "unknown key `workings`; did you mean `working`?"),
        (QUIZ, "        words: Er sagt", "        word: Er sagt", "unknown key `word`; did you mean `words`?"),
        (LESSON, "{{ valid }}", "100", "lesson.md:1:1: `page` computes `valid`, which the page does not show"),
        (LESSON, "## Was du wissen musst", "Und:", "the page has 5 sections before the answers, in English 6"),
        (LESSON, "# Prüfziffern", "# Ziffern", "the unit's title in the translated course.yaml is"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_at_its_line(
    copied: Path, file: str, old: str, new: str, expected: str
) -> None:
    assert_problems(copied, file, {old: new}, [expected])


@pytest.mark.parametrize(
    ("file", "edits", "expected"),
    [
        (
            PARITY,
            {
                "- 0, wenn": "- 1, wenn",
                "den Zeichen `0`": "den Zeichen 0",
                "  Regeln:": "  Es gibt\n\n  Regeln:",
                '  - "`n % 2` ist 0 für gerades n und 1 für ungerades."\n': "",
                "  rows worked out by hand: von": "  rows worked by hand: von",
                "  40 random rows: 40 zufällige Folgen": "  40 random rows: ''",
                "verrät auch": "verrät **auch**",
                "  odd_parity:": "  old_parity:",
            },
            [
                "de/digits/parity_bit.yaml:16:1: there is no translation of `hints 3`; add it",
                "19:1: there is no translation of `checks rows worked out by hand`; add it",
                "there is no translation of `mistakes odd_parity title`; add it",
                "there is no translation of `mistakes odd_parity words`; add it",
                "3:7: `task` has the figure 1, which the English text has not; write the same",
                "3:7: `task` lacks the code `0` of the English text; write the same",
                "3:7: the task has other paragraphs than the English one; write all 4",
                "18:5: `hints 2` lacks the figure 0, 1 of the English text; write the same",
                "20:3: unknown text `checks rows worked by hand`; did you mean `checks rows worked out by hand`?",
                "21:19: `checks 40 random rows` is empty; translate it",
                "`explain` has 1 bold terms, the English text 0; make the same terms bold",
                "unknown text `mistakes old_parity title`; did you mean `mistakes odd_parity title`?",
            ],
        ),
        (
            PARITY,
            {"hints:\n": "hints:\n  - Wie viele?\n"},
            [": unknown text `hints 4`; did you mean `hints 3`?"],
        ),
        (
            TABLE,
            {"  digits:": "  digit:"},
            [
                "course.yaml:3:3: there is no translation of `units digits can`; add it",
                "course.yaml:4:5: unknown text `units digit title`",
            ],
        ),
        (LESSON, {"Zu 130": "Zu 140"}, ["lesson.md:25:1: `sections 4` lacks the figure 130 of the English text"]),
        (
            DRAWN,
            {"The sum is 30.": "The sum is 31.", "zusammen 30": "zusammen 31", "    added:": "    adds:"},
            [
                "there is no translation of “Two rows of cells",
                "the text lacks the figure 30 of the English text",
                "the text has the figure 31, which the English text has not",
                "digits.yaml:7:5: the picture has no such text",
            ],
        ),
        (
            DRAWN,
            {"  doubling:": "  doublin:"},
            [
                "3:3: unknown picture `doublin`; did you mean `doubling`?",
                "2:1: the picture `doubling` is missing; add it",
            ],
        ),
        (
            DECK,
            {
                "ein Paritätsbit?": "\n\n\n      das?",
                "1, 3, 5": "1, 3, 6",
                "Eine ungerade": "**Eine** ungerade",
                "  luhns-method:": "  luhn-method:",
                "{{ pairs }} Vert": "{{ pairs }} $e^{1/T$ Vert",
                "{{ found }} erk": "40 erk",
            },
            [
                "several paragraphs or a list stand here; write one paragraph",
                "`cards the-parity-bit back` lacks the figure 5 of the English text",
                "`cards the-parity-bit back` has 1 bold terms, the English text 0",
                "there is no translation of `cards luhns-method front`; add it",
                "check-digits.yaml:14:",
                "`cards the-isbn-weights back` lacks the placeholder {{ found }} of the English text",
            ],
        ),
        (
            QUIZ,
            {
                "      - right: Eine Folge": "      - wrong: Eine Folge",
                "sich um 2 oder": "sich um `2` oder",
                "right: 09 statt 90": "right: 09 statt 9",
                "  luhn-step-by-step:": "  luhn-steps:",
                "      next_ten:": "      next_tens:",
                "durch 10.": "durch 9.",
                "      next number": "      last number",
            },
            [
                "there is no translation of `questions two-flipped-bits options 1 right`",
                "unknown text `questions two-flipped-bits options 1 wrong`",
                "`questions two-flipped-bits options 1 explain` has the code `2`",
                "`questions which-error-is-missed pairs 3 right` lacks the figure 90",
                "there is no translation of `questions luhn-step-by-step question`; add it",
                "there is no translation of `questions the-check-digit mistakes next_ten title`; add it",
                "`questions the-check-digit mistakes remainder title` lacks the figure 10",
                "there is no translation of `questions the-check-digit working next number that 10 divides`; add it",
            ],
        ),
    ],
)
def test_texts_that_differ_are_named_at_their_lines(
    copied: Path, file: str, edits: dict[str, str], expected: list[str]
) -> None:
    assert_problems(copied, file, edits, expected)


def assert_problems(folder: Path, file: str, edits: dict[str, str], expected: list[str]) -> None:
    """Change a language file of a copy of the course; every message expected is among its problems."""
    problems = problems_with(folder, f"exercises/i18n/de/{file}", edits)
    own = [problem for problem in problems if problem.startswith(f"de/{file}:")]
    for message in expected:
        assert any(message in problem for problem in own), "\n".join([message, *problems])


def test_files_that_are_missing_and_files_that_translate_nothing_are_problems(tmp_path: Path) -> None:
    german = checksums(tmp_path / "checksums") / "exercises/i18n/de"
    (german / DRAWN).unlink()
    (german / PARITY).rename(german / "digits/parity.yaml")
    assert problems_of(tmp_path / "checksums") == [
        "de: lacks digits/parity_bit.yaml, pictures/digits.yaml; until then these texts are English",
        "de/digits/parity.yaml: translates no file of the course; correct its name, or remove it",
    ]
    for file in (QUIZ, DECK, LESSON):
        (german / file).unlink()
    (missing, _) = problems_of(tmp_path / "checksums")
    assert missing.startswith(f"de: lacks {PARITY}, {DECK}, {QUIZ} and 2 more; ")
    with (tmp_path / "checksums/exercises/course.yaml").open("a", encoding="utf-8") as table:
        table.write("rules: {complete_translations: false}\n")
    assert problems_of(tmp_path / "checksums") == [
        "de/digits/parity.yaml: translates no file of the course; correct its name, or remove it"
    ]


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


def test_an_english_figure_that_changes_is_noticed(copied: Path) -> None:
    ids = ("digits/luhn_is_valid",)
    problems = problems_with(copied, f"exercises/{ids[0]}.yaml", {"- 1826 is valid": "- 1827 is valid"}, ids)
    assert "`task` lacks the figure 1827 of" in problems[0]
    assert "`task` has the figure 1826," in problems[1]
    assert "the English text of `task` has changed" in problems[2]
    assert len(problems) == 3


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            f"exercises/{PARITY}",
            "Which bit would you add",
            "Which one do you add",
            r"de/digits/parity_bit.yaml:\d+:\d+: the English text of `hints 1` has changed; "
            r"translate it, then run `learn author translated de digits/parity_bit.yaml`",
        ),
        (
            f"exercises/{LESSON}",
            "Two flipped bits cancel out.",
            "Two of them cancel out.",
            r"digits/lesson.md:1:1: the English text of `sections 1` has changed",
        ),
        (
            "flashcards/decks/check-digits.yaml",
            "Which errors does a parity bit find?",
            "Which errors are found by a parity bit?",
            r"flashcards/check-digits.yaml:\d+:\d+: the English text of `cards the-parity-bit front` has changed",
        ),
        (
            f"exercises/{QUIZ}",
            "The weights are there for swapped digits.",
            "Weights are there for them.",
            r"quiz/check-digits.yaml:\d+:\d+: the English text of `questions which-error-is-missed pairs 2 reveals` has",
        ),
        (
            "exercises/i18n/de/originals.json",  # the solution's module stays loaded
            '"questions the-check-digit mistakes next_ten title": "',
            '"questions the-check-digit mistakes next_ten title": "0',
            r"quiz/check-digits.yaml:\d+:\d+: the English text of `questions the-check-digit mistakes next_ten title` has",
        ),
        (
            "exercises/course.yaml",
            "in the number of a book",
            "in a book's number",
            r"de/course.yaml:\d+:\d+: the English text of `units digits can` has changed",
        ),
    ],
)
def test_an_english_text_that_changes_without_its_figures_is_noticed(
    copied: Path, file: str, old: str, new: str, expected: str
) -> None:
    (problem,) = problems_with(copied, file, {old: new})
    assert re.search(expected, problem), problem


def test_other_line_breaks_are_no_change(copied: Path) -> None:
    assert problems_with(copied, f"exercises/{LESSON}", {"Two flipped bits cancel": "Two flipped bits\ncancel"}) == []


@pytest.mark.slow
def test_a_translation_without_a_note_is_a_problem_until_it_is_noted(tmp_path: Path) -> None:
    folder = checksums(tmp_path / "checksums")
    notes = folder / "exercises/i18n/de/originals.json"
    notes.unlink()
    expected = (
        f"de/{PARITY}: the English text is not noted of `title` and 13 more; run `learn author translated de {PARITY}`"
    )
    assert problems_of(folder)[0] == f"{expected} when the translation is right"
    noted = [f"de/{path}" for path in (PARITY, "digits/luhn_is_valid.yaml", "digits/isbn13_check_digit.yaml")]
    assert (
        run(["author", "translated", "de", *(path.removeprefix("de/") for path in noted), "--course", str(folder)]) == 0
    )
    assert [problem.partition(":")[0] for problem in problems_of(folder)] == [
        f"de/{path}" for path in (DECK, QUIZ, TABLE, "terms.yaml", LESSON)
    ]
    assert run(["author", "translated", "de", "--course", str(folder)]) == 0
    assert problems_of(folder) == []
    notes.write_text("[", "utf-8")
    assert "originals.json: cannot be read: Expecting value" in problems_of(folder)[0]


@pytest.mark.parametrize("arguments", [("en",), ("fr",), ("de", "digits/scale.yaml"), ("de", "../../course.yaml")])
def test_only_files_that_translate_are_noted(
    copied: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(["author", "translated", *arguments, "--course", str(copied)]) == 2
    assert re.search(r"there is no |the course has no texts in", capsys.readouterr().err)
