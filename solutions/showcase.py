"""Plain functions of this course that `learn finish` and the course's site call: a text, a trial, a page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.core.errors import UserError
from grader.core.escape import lines
from grader.course.course import Course
from grader.sandbox.own_system import OwnSystem, SystemModule

from .lab.events import checked
from .lab.models.store import can_run, models_folder
from .lab.run import GENERATOR, TRIAL, open_runner

SETTINGS: dict[str, Any] = {"temperature": 0.8, "top_p": 0.9, "max_tokens": 48}
"""Settings that make the tiny model's texts varied, and still sentences."""
REAL = "smollm2"
OWN_SAMPLER = "own_sampler"
"""The learner's file with a sampler of their own."""


def write_text(folder: Path, prompt: str, seed: int) -> dict[str, Any]:
    """Let the functions of a learner's folder write a text, on the real model if it is here.

    Returns:
        `text`, the `command` that writes it again, the parts that were `yours` and those of `others`, the name of the
        `model` or "", and what the functions have `printed`.
    """
    from .generator import SETTINGS as ALL

    model = REAL if can_run(models_folder(), REAL) else ""
    chosen = SETTINGS | {"seed": seed}
    request = {"prompt": prompt, "settings": ALL | chosen}
    texts: list[str] = []
    with open_runner(mine=True, model_name=model or None, folder=folder, is_quick=False) as runner:
        assert runner.system is not None
        runner.run(GENERATOR, request, lambda event: texts.append(event.get("text", "")))
        yours, others = runner.cast(request, runner.system.used)
        printed = runner.system.printed
    options = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in chosen.items())
    command = f'learn generate "{prompt}" --mine {f"--model {model} " if model else ""}{options}'
    return {
        "text": " ".join(lines("".join(texts))).strip(),
        "command": command,
        "yours": tuple(yours),
        "others": tuple(others),
        "model": model,
        "printed": printed,
    }


def measure_samplers(folder: Path) -> list[tuple[str, list[tuple[str, float]]]]:
    """Return the figures of the learner's own sampler, and of known ones, by name; nothing if there is none."""
    found: list[dict[str, Any]] = []
    with open_runner(mine=True, folder=folder, is_quick=False) as runner:
        assert runner.system is not None
        if OWN_SAMPLER in runner.system.files:
            runner.run(TRIAL, {"settings": {"max_tokens": SETTINGS["max_tokens"]}}, found.append)
    return [(event["trial"]["sampler"], event["trial"]["figures"]) for event in found if "trial" in event]


def list_settings() -> list[dict[str, Any]]:
    """Return the settings of a text that a page can offer, the commonest first."""
    return [
        {
            "name": "temperature",
            "label": "Temperature",
            "low": 0,
            "high": 2,
            "step": 0.1,
            "value": SETTINGS["temperature"],
        },
        {"name": "top_p", "label": "Top-p", "low": 0.05, "high": 1, "step": 0.05, "value": SETTINGS["top_p"]},
        {"name": "top_k", "label": "Top-k", "low": 0, "high": 50, "step": 1, "value": 0},
        {"name": "min_p", "label": "Min-p", "low": 0, "high": 1, "step": 0.05, "value": 0},
        {"name": "repetition_penalty", "label": "Repetition penalty", "low": 1, "high": 2, "step": 0.1, "value": 1},
        {"name": "frequency_penalty", "label": "Frequency penalty", "low": 0, "high": 2, "step": 0.1, "value": 0},
        {"name": "presence_penalty", "label": "Presence penalty", "low": 0, "high": 2, "step": 0.1, "value": 0},
        {"name": "seed", "label": "Seed", "low": 0, "high": 99, "step": 1, "value": 0},
    ]


def list_loops() -> tuple[str, ...]:
    """Return the exercises whose loops can write a text."""
    from .generator import LOOPS

    return LOOPS


def write_in_tab(
    course: Course,
    prompt: str,
    chosen: dict[str, Any],
    files: dict[str, str],
    passed: list[str],
    emit: Callable[[str], object],
) -> dict[str, str]:
    """Let a learner's functions continue a prompt in this interpreter, a browser's; `emit` gets each piece of the text.

    `chosen` are fields of the request, or settings; `files` the learner's by their exercises, of which some have `passed`.

    Raises:
        UserError: the prompt cannot be continued, the fields do not go together, or a function of the learner's failed.
    """
    from .generation.request import SETTINGS as ALL
    from .generation.request import problem

    settings = ALL | SETTINGS | {name: value for name, value in chosen.items() if name in ALL}
    request = {"prompt": prompt, "settings": settings, **{n: value for n, value in chosen.items() if n not in ALL}}
    if found := problem(request):
        raise UserError(found)
    modules = {each.rpartition("/")[2]: (f"{each}.py", text.encode()) for each, text in files.items()}
    system = OwnSystem(course, Path("exercises"), modules, passed)
    system.run_here(
        SystemModule(GENERATOR, checked), request, lambda event: emit(event["text"]) if event.get("text") else None
    )
    names = ", ".join(each.rpartition("/")[2] for each in system.used)
    return {"words": f"Yours: {names or 'nothing'}.", "printed": system.printed}


def render_players() -> dict[str, str]:
    """Return the playgrounds of the course's site as HTML, by the page that has them: "playground", or a unit's id."""
    from .lab.playground.render import Player, render_part

    players = {
        "playground": Player(),
        "scores": Player(dials=("temperature",), is_small=True),
        "picking": Player(settings={"temperature": 1.5}, dials=("topP",), is_small=True),
        "bending": Player("I think that", 0, {"temperature": 0}, ("repetition",), is_small=True),
        "cache": Player("The capital of France is", 0, dials=("layer", "head"), is_small=True),
    }
    return {name: str(render_part(player)) for name, player in players.items()}


def player_files() -> dict[str, str]:
    """Return the files of the site that pages with a playground load: `player.js` and `player.css`, and what these load."""
    from .lab.playground.render import HERE, model_script, player_script

    style = (HERE / "player.css").read_text("utf-8")
    return {"player.css": style, "player.js": player_script(), "model.js": model_script()}
