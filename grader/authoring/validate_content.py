"""Validate the rest of a course: decks, the cheat sheet, numeric questions, quizzes, worksheets."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from flashcards import catalogue, cheat_sheet, printing, sheets
from flashcards.deck import Card, Deck, open_decks
from flashcards.layout import DEFAULT, find_layout
from grader.authoring.exercise_grading import exercise_yaml
from grader.authoring.proofs import Proofs
from grader.authoring.validate import CourseReport, noting
from grader.course import lesson, shown_path
from grader.course.commands import COMMANDS, load_commands, read_sentences
from grader.course.course import TABLE, Course, SolutionError
from grader.course.lesson_files import FIGURES, PICTURE, lesson_ids, lesson_path, unit_of
from grader.course.picture import PictureError, open_picture, picture_names, picture_path
from grader.course.terms import Term, all_terms, key, read_terms, terms_path
from grader.files import strict_yaml
from grader.files.strict_yaml import Problem, Trail, YamlError, YamlFile, meant, unknown
from grader.questions.numeric import validate as validate_numeric
from grader.questions.numeric.question import FOLDER, question_names
from grader.questions.quiz.load import open_all
from grader.questions.quiz.models import Quiz
from grader.questions.worksheet.sheet import open_sheet, sheet_names

SURE_TO_FIT = 300
"""The number of characters up to which a card on a few lines needs no measuring, which takes 40 ms a card."""
FEW_LINES = 5
BY_HAND = "Try it by hand first"


def inspect_around(course: Course, exercise_ids: Sequence[str] = (), proofs: Proofs | None = None) -> CourseReport:
    """Inspect what the exercises use of the course; without their ids all of its content."""
    report = CourseReport()
    if not exercise_ids:
        return inspect_beside(course, proofs)
    stages: list[Callable[[Course, Sequence[str]], Iterable[str]]] = [inspect_cards, _pictures_of_tasks]
    for stage in stages:
        with noting(report.problems):
            report.problems += stage(course, exercise_ids)
    return report


def inspect_beside(course: Course, proofs: Proofs | None = None) -> CourseReport:
    """Inspect all content but the exercises, and but the numeric questions proved before; a course may have none."""
    report = CourseReport()
    cards: list[Card] | None = None
    with noting(report.problems):
        cards = _cards(course)
    names = None if cards is None else [card.id for card in cards]
    stages: list[Callable[[], Iterable[str]]] = []
    if cards is not None and names is not None:
        report.counts["card"] = len(cards)
        stages += [partial(_missing_cards, course, names, course.exercise_ids), partial(_misfits, course, cards)]
        stages += [partial(_sheet_problems, course)]
    stages += [partial(_command_problems, course), partial(_numeric_problems, course, proofs)]
    stages += [partial(_quiz_problems, course, names, report)]
    stages += [partial(term_problems, course)]
    stages += [partial(_page_problems, course, page_id, report) for page_id in lesson_ids(course)]
    stages += [partial(_pictures_of_tasks, course, course.exercise_ids)]
    stages += [partial(_picture_problems, course, cards, report)]
    stages += [partial(_worksheet_problems, course, name, report) for name in sheet_names(course)]
    for stage in stages:
        with noting(report.problems):
            report.problems += stage()
    return report


def _command_problems(course: Course) -> list[str]:
    """Compare the course's commands with their names and sentences in course.yaml."""
    listed = read_sentences(course.content)
    if not listed and not course.solutions.path(COMMANDS).is_file():
        return []
    found = {}
    for name, command in load_commands(course.solutions).items():
        first = (command.help or "").partition("\n\n")[0]
        found[name] = " ".join(first.split())
    where = shown_path(course.content.exercises / f"{TABLE}.yaml")
    return [
        f"{where}: `{COMMANDS}` has {name}: {listed.get(name, 'nothing')!r}, and the command says {found.get(name, 'nothing')!r}; "
        "write the same"
        for name in {**listed, **found}
        if listed.get(name) != found.get(name)
    ]


def _sheet_problems(course: Course) -> list[str]:
    """Read the cheat sheet, if the course has one; its errors are raised."""
    with suppress(cheat_sheet.NoSheetError):
        cheat_sheet.open_sheet(course)
    return []


def _numeric_problems(course: Course, proofs: Proofs | None) -> Iterator[str]:
    for name in question_names(course.solutions):
        thing = f"{FOLDER}/{name}"
        if proofs and proofs.counts(thing) is not None:
            continue
        problems = [*validate_numeric.problems(course.solutions, [name])]
        yield from problems
        if proofs and not problems:
            proofs.keep(thing, Counter(question=1))


def _quiz_problems(course: Course, cards: Sequence[str] | None, report: CourseReport) -> list[str]:
    """Read the quizzes, and count their questions and the numeric ones that are in none of them; their errors are raised."""
    asked = {*question_names(course.solutions)}
    report.counts["question"] = len(asked)
    questions = [question for quiz in open_all(course, cards) for question in quiz.questions]
    report.counts["question"] = len(questions) + len(asked - {getattr(question, "name", "") for question in questions})
    return []


def _worksheet_problems(course: Course, name: str, report: CourseReport) -> list[str]:
    report.counts["worksheet"] += 1
    open_sheet(course, name)
    return []


def _misfits(course: Course, cards: Sequence[Card]) -> Iterator[str]:
    """Yield the cards too long to be printed, if the packages for PDF are there, which measure texts."""
    long = [
        card
        for card in cards
        if card.picture or len(card.front + card.back) > SURE_TO_FIT or card.back.count("\n") > FEW_LINES
    ]
    if not long:
        return
    deck = Deck(id="long", title="Long", cards=tuple(long))
    try:
        printing.measure(sheets.sheets_of([deck], find_layout(DEFAULT), has_cover=False))
    except printing.MisfitError as error:
        for path in catalogue.deck_files(course):
            file = strict_yaml.read(path, shown_path(path)) if path.suffix == ".yaml" else YamlFile("")
            ids = [card["id"] for card in file.data["cards"]] if file.data else []
            for misfit in error.misfits:
                if misfit.card in ids:
                    trail = ("cards", ids.index(misfit.card), "front" if misfit.side == "question" else "back")
                    yield str(file.problem(trail, f"the card {misfit}; shorten it, or make two cards of it"))


def inspect_cards(course: Course, exercise_ids: Sequence[str]) -> list[str]:
    """Return the problems with the cards that exercises name; none if the decks themselves are not right."""
    problems: list[str] = []
    with suppress(YamlError, SolutionError):
        problems += _missing_cards(course, [card.id for card in _cards(course)], exercise_ids)
    return problems


def _pictures_of_tasks(course: Course, exercise_ids: Sequence[str]) -> Iterator[str]:
    """Yield the pictures that exercises name and that are not there or cannot be drawn, each at its line."""
    for exercise_id in exercise_ids:
        with suppress(YamlError, SolutionError):  # an exercise that is not right is reported by itself
            if name := course.words(exercise_id).picture:
                try:
                    open_picture(course, name)
                except PictureError as error:
                    is_known = name in picture_names(course)  # then it is reported at its file
                    yield str(
                        error if is_known else exercise_yaml(course, exercise_id).problem(("picture",), str(error))
                    )


def _picture_problems(course: Course, cards: Sequence[Card] | None, report: CourseReport) -> Iterator[str]:
    """Yield the pictures that are wrong, that nothing shows, and that are not as `solutions/pictures/draw.py` has them."""
    used = {marker[1] for page in lesson_ids(course) for marker in PICTURE.finditer(_source(course, page))}
    for exercise_id in course.exercise_ids:
        with suppress(YamlError, SolutionError):  # as above
            used.add(course.words(exercise_id).picture)
    used |= {card.picture for card in cards or () if card.picture}
    quizzes: list[Quiz] | None = None
    with suppress(YamlError, SolutionError):  # as above
        quizzes = open_all(course)
        used |= {question.picture for quiz in quizzes for question in quiz.questions if question.picture}
    for name in picture_names(course):
        report.counts["picture"] += 1
        try:
            open_picture(course, name)
        except PictureError as error:
            yield str(error)
        if name not in used and cards is not None and quizzes is not None:  # else a file that is not right may show it
            what = f"nothing shows it; write `{{{{ picture: {name} }}}}` on a page, or remove it"
            yield f"{shown_path(picture_path(course, name))}: {what}"
    code = course.solutions.path("pictures/draw")
    if not code.is_file():
        return
    drawings = course.solutions.reference("pictures/draw").drawings
    again = drawings()
    for name, svg in drawings().items():
        path = picture_path(course, name)
        if again.get(name) != svg:
            yield f"{shown_path(code)}: draws `{name}` anew each time; give its random numbers a seed"
        elif not path.is_file() or path.read_text("utf-8") != svg:
            yield f"{shown_path(path)}: is not what its code draws; run `python -m solutions.pictures.draw`"


def term_problems(course: Course) -> Iterator[str]:
    """Yield places that are none, names that two terms of the glossary have, and terms that their place does not have."""
    entries = read_terms(course)
    if not entries:
        return
    path, places = terms_path(course), [*lesson_ids(course), *course.exercise_ids]
    file = strict_yaml.read(path, shown_path(path))
    strange = {name: entry["introduced"] for name, entry in entries.items() if entry["introduced"] not in places}
    for name, place in strange.items():
        yield str(file.problem(("terms", name, "introduced"), unknown("page or exercise", place, places)))
    if strange:  # what follows opens them all
        return
    first: dict[str, Term] = {}
    for term in all_terms(course):
        trail: Trail = ("terms", term.name)
        for name in dict.fromkeys(term.names):
            if first.setdefault(name, term) is not term:
                what = f"`{term.name}` has a name of `{first[name].name}`, too; leave one out"
                yield str(file.problem(trail, what, at_key=True))
        kind, _, place = term.place.partition(":")
        words = course.words(place) if kind == "exercise" else None
        text = f"{words.task} {words.explain}" if words else lesson.open_lesson(course, place).text
        if not any(name in key(text) for name in term.names):
            what = f"`{term.name}` is not in {place}, which `introduced` names; correct one of them"
            yield str(file.problem((*trail, "introduced"), what))


def _source(course: Course, page_id: str) -> str:
    """Return the text of a page as its author wrote it; empty if it cannot be read, which is reported elsewhere."""
    try:
        return lesson_path(course, page_id).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _page_problems(course: Course, page_id: str, report: CourseReport) -> Iterator[str]:
    """Read a page; yield a problem for each exercise of its unit that asks to try something by hand, and has no answer."""
    report.counts["page"] += 1
    page, unit = lesson.open_lesson(course, page_id), unit_of(course, page_id)
    if page != lesson.open_lesson(course, page_id):
        where = shown_path(course.solutions.path(f"{FIGURES}/{page_id}"))
        yield f"{where}: computes other figures each time; give its random numbers a seed"
    for exercise_id in unit.exercise_ids if unit else ():
        words = course.words(exercise_id)
        if BY_HAND in words.task and not course.data(exercise_id).get("by_hand"):
            file = exercise_yaml(course, exercise_id)
            yield str(file.problem(("task",), f"the task says “{BY_HAND}”; write `by_hand:` with a check and its case"))
        if lesson.question(words.task) and words.name not in page.answers:
            where = shown_path(lesson_path(course, page.id))
            yield f"{where}: has no answer to what `{words.name}` asks to try by hand; write `### {words.name}` and it"


def _cards(course: Course) -> list[Card]:
    """Return all cards; if a deck is not right, read each one alone, too, to report the problems of every deck."""
    try:
        return [card for deck in open_decks((), course) for card in deck.cards]
    except YamlError as error:
        problems, of_all = list[Problem](), error.problems
    for name in catalogue.deck_names(catalogue.decks_of(course)):
        try:
            open_decks([name], course)
        except YamlError as error:
            problems += error.problems
    raise YamlError([*dict.fromkeys([*problems, *of_all])])


def _missing_cards(course: Course, cards: Sequence[str], exercise_ids: Sequence[str]) -> Iterator[str]:
    """Yield a problem for each card that an exercise names and no deck has."""
    for exercise_id in exercise_ids:
        with suppress(YamlError, SolutionError):  # an exercise that is not right is reported by itself
            for index, card in enumerate(course.data(exercise_id).get("cards", ())):
                if card not in cards:
                    advice = meant(card, cards, "write one into a deck, or take it out of `cards`")
                    file = exercise_yaml(course, exercise_id)
                    yield str(file.problem(("cards", index), f"there is no card `{card}`; {advice}"))
