"""A run of a quiz, and a learner's progress in each quiz, stored in the workspace; losing the file loses nothing else."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.course.course import Solutions
from grader.files import state_file
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.numeric.rng import seed_text
from grader.questions.question import Instance
from grader.questions.quiz.models import Quiz, ask, shuffled

FILE = "quiz.json"
SCHEMA = "learn/quiz/v1"
MAX_COUNT = 1 << 31


@dataclass
class QuizProgress:
    """One quiz under one seed."""

    round: int = 0
    """Counted up when the quiz is begun again, so that it is shuffled anew."""
    passes: int = 0
    """Counted up when `--wrong` asks once more, so that numbers are drawn anew."""
    scores: dict[str, AnswerJudgement] = field(default_factory=dict)
    """The last answer to each answered question of this round, by the question's id; only its points are saved."""

    def to_ask(self, question_ids: Iterable[str]) -> list[str]:
        """Return which of a quiz's questions have not been answered."""
        return [question_id for question_id in question_ids if question_id not in self.scores]

    def wrong(self, question_ids: Iterable[str]) -> list[str]:
        """Return which of a quiz's questions were answered, and not quite rightly."""
        return [
            question_id
            for question_id in question_ids
            if question_id in self.scores and not self.scores[question_id].is_right
        ]

    def begin_again(self) -> None:
        self.round, self.passes, self.scores = self.round + 1, 0, {}


@dataclass
class WorkspaceQuizzes:
    """The quizzes of a workspace: its seed, and the progress in each."""

    seed: str = ""
    """Chosen when the first quiz is begun; empty before."""
    sittings: dict[str, QuizProgress] = field(default_factory=dict)

    def sitting(self, quiz_id: str, own_seed: int | None = None) -> QuizProgress:
        """Return the mutable progress in a quiz; with a seed of its own, the quiz has separate progress."""
        name = quiz_id if own_seed is None else f"{quiz_id} {own_seed}"
        return self.sittings.setdefault(name, QuizProgress())


def load(state: Path) -> WorkspaceQuizzes:
    """Load the progress. A damaged file is moved aside, and the last good copy takes its place; stderr says so."""
    return state_file.load(state / FILE, parse, WorkspaceQuizzes)


def parse(text: str) -> WorkspaceQuizzes:
    """Return the progress in a file's text; an error of any kind of data if it is none."""
    data = json.loads(text)
    kept = {str(name): _sitting(sitting) for name, sitting in data["sittings"].items()}
    return WorkspaceQuizzes(data["seed"] if isinstance(data["seed"], str) else "", kept)


def _sitting(data: dict[str, Any]) -> QuizProgress:
    scores = {str(name): AnswerJudgement(*score) for name, score in data["scores"].items() if _is_score(score)}
    return QuizProgress(_count(data["round"]), _count(data["passes"]), scores)


def _count(data: object) -> int:
    return data if type(data) is int and 0 <= data < MAX_COUNT else 0


def _is_score(data: object) -> bool:
    return isinstance(data, list) and [type(points) for points in data] == [int, int] and bool(0 <= data[0] <= data[1])


def save(state: Path, kept: WorkspaceQuizzes) -> bool:
    """Save the progress atomically; return True if that was possible."""
    sittings = {
        name: {**vars(sitting), "scores": {key: [s.score, s.max_score] for key, s in sorted(sitting.scores.items())}}
        for name, sitting in sorted(kept.sittings.items())
    }
    data = {"schema": SCHEMA, "seed": kept.seed, "sittings": sittings}
    return state_file.save(state / FILE, json.dumps(data, indent=1).encode() + b"\n")


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
        return self.kept.sitting(self.quiz.id, self.seed)

    def to_ask(self) -> list[tuple[int, str]]:
        """Return the number and id of each question without an answer; if all have one, the quiz begins again."""
        if not self.sitting.to_ask(self._ids()):
            self.sitting.begin_again()
        ids = self._ids()
        return [(ids.index(question_id) + 1, question_id) for question_id in self.sitting.to_ask(ids)]

    def to_retry(self) -> list[tuple[int, str]]:
        """Return a number and the id of each question that was not answered rightly."""
        self.sitting.passes += 1
        return list(enumerate(self.sitting.wrong(self._ids()), 1))

    def instance(self, question_id: str) -> Instance:
        """Return a question with its numbers drawn; the same one for the whole run."""
        if question_id not in self._ready:
            (question,) = (question for question in self.quiz.questions if question.id == question_id)
            self._ready[question_id] = ask(self.quiz, question, self.solutions, self._seed(self.sitting.passes))
        return self._ready[question_id]

    def keep(self) -> bool:
        """Save the progress in this quiz, without touching other quizzes; return True if that was possible."""
        if self.state is None:
            return True
        name = next(name for name, sitting in self.kept.sittings.items() if sitting is self.sitting)
        with state_file.locked(self.state / FILE):
            latest = state_file.recover(self.state / FILE, parse, WorkspaceQuizzes)
            latest.seed = latest.seed or self.kept.seed
            latest.sittings[name] = self.sitting
            self.is_kept = save(self.state, latest)
        return self.is_kept

    def _ids(self) -> list[str]:
        """Return the questions' ids in the order of this round."""
        order = shuffled(len(self.quiz.questions), seed_text(self._seed(0), self.quiz.id))
        return [self.quiz.questions[place].id for place in order]

    def _seed(self, passes: int) -> str:
        own = self.kept.seed if self.seed is None else str(self.seed)
        return seed_text(own, self.sitting.round, passes)
