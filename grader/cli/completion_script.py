"""The script that makes a shell complete commands and names: `learn doctor --completion`."""

import os
from pathlib import Path

import click

SHELLS = ("bash", "zsh", "fish", "powershell")


def completion_script(shell: str) -> str:
    """Return the script for a shell; "" is the login shell.

    Raises:
        click.UsageError: the shell is none of SHELLS.
        click.ClickException: click is too old for it.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    from grader.cli.main import learn

    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"name your shell: {', '.join(SHELLS)}")
    kind = get_completion_class(name)
    if kind is None:
        raise click.ClickException(f"the script for {name} needs click 8.5; update it: pip install -U click")
    # Not kind.source, which starts bash to look at its version, whichever shell will read the script.
    return ShellComplete.source(kind(learn, {}, "learn", "_LEARN_COMPLETE"))
