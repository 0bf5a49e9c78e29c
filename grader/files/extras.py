"""The command that installs the packages of an extra, for the way in which this package was installed."""

import re
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

PROJECT = "token-by-token"


def advice(need: str, extra: str) -> str:
    """Return a sentence for `need`, such as `an .apkg file needs`: what is missing, and the command that installs it."""
    return f"{need} more packages; this installs them: {install_command(extra)}"


def install_command(extra: str) -> str:
    """Return the command; it names the requirements and this interpreter, since `pip` may be that of another Python."""
    packages = " ".join(f'"{requirement}"' for requirement in _requirements(extra))
    environment = Path(sys.prefix)
    if environment.parent.parts[-2:] == ("pipx", "venvs"):
        return f"pipx inject {environment.name} {packages}"
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    # Environments made by uv have no pip.
    return f"{python} -m pip install {packages}" if find_spec("pip") else f"uv pip install --python {python} {packages}"


def _requirements(extra: str) -> list[str]:
    """Return the requirements of an extra as pip takes them."""
    try:
        listed = metadata.requires(PROJECT) or []
    except metadata.PackageNotFoundError:  # the sources, on PYTHONPATH
        listed = []
    wanted = re.compile(rf"""([^;]+?)\s*;.*\bextra == ["']{extra}["']""")
    return [found[1] for line in listed if (found := wanted.match(line))] or [f"{PROJECT}[{extra}]"]
