"""A quiz as one HTML page that needs nothing else: it marks answers itself, and prints with a key."""

from pathlib import Path

from grader.core import escape
from grader.course import picture
from grader.course.course import Solutions
from grader.files import html_page, markdown
from grader.questions.kinds.numeric import NumericInstance
from grader.questions.letters import letter
from grader.questions.quiz.models import Quiz, ask, shuffled

HERE = Path(__file__).parent / "template"


def render(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return the page of a quiz, in UTF-8; the seed decides about order and numbers."""
    places = shuffled(len(quiz.questions), f"{seed} {quiz.id}")
    instances = [ask(quiz, quiz.questions[place], solutions, seed) for place in places]
    numbers = {
        number: asked.page_data() for number, asked in enumerate(instances, 1) if isinstance(asked, NumericInstance)
    }
    return html_page.page(
        HERE,
        "quiz.html",
        html_page.face(HERE / "quiz.css") + markdown.CSS + picture.CSS,
        (HERE / "numbers.js").read_text("utf-8") + (HERE / "quiz.js").read_text("utf-8"),
        filters={
            "excerpt": lambda text: "\n".join(map(escape.line, text.rstrip().split("\n"))),
            "letter": letter,
        },
        quiz=quiz,
        instances=instances,
        title=markdown.to_plain(quiz.title),
        data=numbers,
    ).encode()
