"""Plain functions of this course that `learn finish` and the course's site call: a text, a trial, a page."""

from pathlib import Path
from typing import Any

from grader.core.escape import lines

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
