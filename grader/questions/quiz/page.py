"""A quiz as one HTML page that needs nothing else: it marks answers itself, and prints with a key."""

from pathlib import Path

from grader.core import escape
from grader.course.course import Solutions
from grader.files import drawing_canvas, html_page, markdown
from grader.questions.kinds import kinds
from grader.questions.letters import letter
from grader.questions.quiz.models import Quiz, ask, shuffled

HERE = Path(__file__).parent / "template"


def render(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return the page of a quiz, in UTF-8; the seed decides about order and numbers."""
    places = shuffled(len(quiz.questions), f"{seed} {quiz.id}")
    instances = [ask(quiz, quiz.questions[place], solutions, seed) for place in places]
    parts = {name: kind.PAGE for name, kind in kinds().items() if any(type(q.question) is kind for q in instances)}
    facts = {str(number): own for number, asked in enumerate(instances, 1) if (own := asked.page_facts())}
    markers = ",\n    ".join(f"{name}: {part.marker}" for name, part in parts.items())
    scripts = [
        (HERE / name).read_text("utf-8") for name in (*filter(None, (p.script for p in parts.values())), "quiz.js")
    ]
    return html_page.page(
        HERE,
        "quiz.html",
        html_page.face(HERE / "quiz.css") + markdown.CSS + drawing_canvas.CSS,
        "".join(scripts).replace("/* markers */", markers),
        filters={
            "excerpt": lambda text: "\n".join(map(escape.line, text.rstrip().split("\n"))),
            "letter": letter,
        },
        parts={f"{name}.form": part.form for name, part in parts.items()},
        quiz=quiz,
        instances=instances,
        title=markdown.to_plain(quiz.title),
        data={**{key: value for part in parts.values() for key, value in part.data.items()}, **facts},
    ).encode()
