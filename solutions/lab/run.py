"""Run the generator or the reader: with the course's functions, or with the learner's in a confined process."""

import contextlib
import warnings
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.sandbox.own_system import ConfinedSystem, SystemModule

    from .models.store import InstalledModel

COURSE = Path(__file__).resolve().parents[2]
OWN_MODEL = "own-model"
"""In an exercise's `only_with`: the course's own model writes, no real one."""
GENERATOR, READER, TRIAL = "generator", "reader", "lab.sampler_trial"
Emit = Callable[[dict[str, Any]], None]


class Runner:
    """Runs requests; `system` has the learner's functions, `installed` is the real model that writes or reads."""

    def __init__(self, system: "ConfinedSystem | None" = None, installed: "InstalledModel | None" = None) -> None:
        self.system, self.installed = system, installed

    def models(self, prompts: str = "texts", bigram: str | None = None) -> Any:
        """Return the models that a request in this process is for; None for the course's own."""
        # Imports all solutions, which must not be in memory before the processes of the learner's functions are forked.
        from .. import generator

        if self.installed is not None:
            from .models.for_generator import open_models

            return open_models(str(self.installed.folder), prompts)
        return generator.bigram_models(bigram) if bigram is not None else None

    def run(self, name: str, request: dict[str, Any], emit: Emit, models: Any = None, prompts: str = "texts") -> None:
        """Run a module of the course; `models` are those for a run in this process, `prompts` how a real model reads."""
        if self.system is None:
            from .. import generator, reader

            {GENERATOR: generator, READER: reader}[name].run(request, emit, models=models)
            return
        steps = request["settings"]["max_tokens"] if "settings" in request else len(request["text"].encode())
        with contextlib.closing(self.system.events(self._module(name, prompts), request, steps)) as events:
            for event in events:
                emit(event)

    def _module(self, name: str, prompts: str) -> "SystemModule":
        from grader.child.system import PACKAGE
        from grader.sandbox.own_system import SystemModule

        from .events import checked

        if self.installed is None or name == TRIAL:
            return SystemModule(name, checked)
        arguments = {
            "folder": str(self.installed.folder.resolve()),
            "prompts": prompts,
            "yours": [*self.system.yours] if self.system else [],
        }
        opened = {
            "module": f"{PACKAGE}.lab.models.for_generator",
            "function": "open_models",
            "arguments": arguments,
        }
        needs = self.installed.needs
        return SystemModule(name, checked, opened, needs.packages, needs.memory_bytes // 2**20)

    def cast(self, request: dict[str, Any], used: Collection[str] | None = None) -> tuple[list[str], list[str]]:
        """Return the names of the parts that are the learner's, and of the course's, when a request is run; one drives.

        `used` has the ids of the learner's that were called in a run that is over.
        """
        from .. import generator
        from ..generation.request import given

        assert self.system is not None
        names = {name.replace("_", "-") for name in given(request)} | ({OWN_MODEL} if self.installed is None else set())
        names |= {f"no-{name}" for name in ("beams", "paged") if name not in names}
        loop = generator.driver({**request, "yours": self.system.yours})
        yours: list[str] = []
        others: list[str] = []
        for exercise in self.system.course.exercises():
            is_used = names.issuperset(exercise.place.only_with)
            if exercise.place.does and (exercise.id == loop if exercise.id in generator.LOOPS else is_used):
                name = f"{exercise.name} (drives)" if exercise.id == loop else exercise.name
                if exercise.id not in self.system.yours:
                    others.append(name)
                elif used is None or exercise.id in used:
                    yours.append(name)
        return yours, others


@contextlib.contextmanager
def open_runner(
    *, mine: bool = False, model_name: str | None = None, folder: Path = Path(), is_quick: bool = True
) -> Iterator[Runner]:
    """Yield what runs requests: with the functions of the learner's folder if `mine`, and on a real model if one is named."""
    # Of a gap over a tiny temperature numpy would tell the reader of a text that it is -inf, as it has to be.
    warnings.filterwarnings("ignore", category=RuntimeWarning, module=__name__.partition(".")[0])
    installed, readable = None, ()
    if model_name is not None:
        from .models.store import find_model, models_folder

        installed = find_model(models_folder(), model_name)
        readable = installed.needs.readable
    if not mine:
        yield Runner(None, installed)
        return
    from grader.learner.own_code import open_own_system

    with open_own_system(COURSE, folder, readable=readable, is_quick=is_quick) as system:
        yield Runner(system, installed)
