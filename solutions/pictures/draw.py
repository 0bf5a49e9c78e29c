"""Draw the pictures of the course: `python -m solutions.pictures.draw` writes them to exercises/pictures/.

A picture is a public function of another module in this folder. It returns a title, a description, and parts to draw (`_svg.py`);
its name is `module/function`.
"""

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

from ._svg import svg

HERE = Path(__file__).parent


def pictures() -> dict[str, dict[str, Any]]:
    """Return the data of all pictures by their names."""
    stems = sorted(path.stem for path in HERE.glob("[!_]*.py") if path.name != "draw.py")
    modules = {stem: import_module(f".{stem}", __package__) for stem in stems}
    return {
        f"{stem}/{name}": function()
        for stem, module in modules.items()
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
    }


def drawings() -> dict[str, str]:
    """Return all pictures as SVG by their names; `learn author check` compares the files with these."""
    return {name: svg(picture) for name, picture in pictures().items()}


if __name__ == "__main__":
    for name, drawing in drawings().items():
        file = HERE.parents[1] / "exercises" / "pictures" / f"{name}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(drawing, "utf-8", newline="\n")
