"""The command that opens a file at a line in the learner's editor."""

import os
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

CODE = ("code", "code-insiders", "codium", "cursor", "windsurf")
"""Editors that take `-g path:line`."""
PLUS = ("vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "ne", "gedit", "kate", "gvim")
"""Editors that take `+line path`, and may be found without being named."""
COLON = ("hx", "helix", "subl", "zed", "atom")
"""Editors that take `path:line`."""


def editor_command(
    path: Path, line: int, environment: Mapping[str, str], which: Callable[[str], str | None]
) -> list[str] | None:
    """Return the command of $VISUAL, $EDITOR, VS Code from its own terminal, or nano or vi; None if there is none."""
    named = environment.get("VISUAL") or environment.get("EDITOR")
    if named:
        try:
            command = shlex.split(named, posix=os.name != "nt")
        except ValueError:  # an open quote
            command = [named]
    elif environment.get("TERM_PROGRAM") == "vscode" and which("code"):
        command = ["code"]
    else:
        found = next(filter(which, ("nano", "vim", "vi", "notepad")), None)
        command = [found] if found else []
    return [*command, *_place(Path(command[0]).stem.lower(), path, line)] if command else None


def _place(editor: str, path: Path, line: int) -> list[str]:
    if editor in CODE:
        return ["-g", f"{path}:{line}"]
    if editor in COLON:
        return [f"{path}:{line}"]
    return [f"+{line}", str(path)] if editor in PLUS else [str(path)]
