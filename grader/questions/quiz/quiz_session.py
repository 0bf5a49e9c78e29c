"""One run of a quiz: the open questions, each drawn once, and the stored progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from grader.course.solutions import Solutions
from grader.questions.numeric.rng import seed_text
from grader.questions.quiz import quiz_progress
from grader.questions.quiz.instance import Instance, ask, shuffled
from grader.questions.quiz.quiz_models import Quiz
from grader.questions.quiz.quiz_progress import QuizProgress, WorkspaceQuizzes


@dataclass
class Run:
    """A quiz and a learner's progress in it.

    `state` is the folder that stores answers, None for nowhere; `seed` is that of the command line.
    """

    quiz: Quiz
    solutions: Solutions
    kept: WorkspaceQuizzes
    state: Path | None
    seed: int | None = None
    is_kept: bool = True
    _ready: dict[str, Instance] = field(default_factory=dict)

    @property
    def sitting(self) -> QuizProgress:
        """Return the progress in this quiz."""
        return self.kept.sitting(self.quiz.id, self.seed)

    def to_ask(self) -> list[tuple[int, str]]:
        """Return the number and id of each question without an answer; if all have one, the quiz begins again."""
        if not self.sitting.to_ask(self._ids()):
            self.sitting.begin_again()
        ids = self._ids()
        return [(ids.index(each) + 1, each) for each in self.sitting.to_ask(ids)]

    def to_retry(self) -> list[tuple[int, str]]:
        """Return a number and the id of each question that was not answered rightly."""
        return list(enumerate(self.sitting.begin_retry(self._ids()), 1))

    def asked(self, question_id: str) -> Instance:
        """Return a question with its numbers drawn; the same one for the whole run."""
        if question_id not in self._ready:
            (question,) = (each for each in self.quiz.questions if each.id == question_id)
            self._ready[question_id] = ask(self.quiz, question, self.solutions, self._seed(self.sitting.passes))
        return self._ready[question_id]

    def keep(self) -> bool:
        """Save the progress in this quiz, without touching other quizzes; return True if that was possible."""
        if self.state is None:
            return True
        latest = quiz_progress.load(self.state)
        latest.seed = latest.seed or self.kept.seed
        name = next(name for name, each in self.kept.sittings.items() if each is self.sitting)
        latest.sittings[name] = self.sitting
        self.is_kept = quiz_progress.save(self.state, latest)
        return self.is_kept

    def _ids(self) -> list[str]:
        """Return the questions' ids in the order of this round."""
        order = shuffled(len(self.quiz.questions), seed_text(self._seed(0), self.quiz.id))
        return [self.quiz.questions[place].id for place in order]

    def _seed(self, passes: int) -> str:
        own = self.kept.seed if self.seed is None else str(self.seed)
        return seed_text(own, self.sitting.round, passes)
