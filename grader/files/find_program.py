"""Programs of others: where they are installed, and never in the current folder, which may be a stranger's."""

import os
import sys


def find_program(name: str) -> str | None:
    """Return the path of a program in a folder of PATH; None if there is none.

    By its name alone, Windows would run a program in the current folder first. `shutil.which` does as well until 3.12,
    and everywhere where PATH has a folder that is not absolute.
    """
    endings = os.environ.get("PATHEXT", ".EXE").split(os.pathsep) if sys.platform == "win32" else [""]
    folders = filter(os.path.isabs, os.get_exec_path())
    paths = (os.path.join(folder, name + ending) for folder in folders for ending in endings)
    return next((path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)), None)
