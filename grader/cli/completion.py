"""`learn completion`: print the script that makes a shell complete commands and names."""

import os
from pathlib import Path

import click

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
def completion(shell: str | None) -> None:
    """Print the completion script for SHELL: commands, exercises, units and decks.

    The default is your login shell. To enable completion in each new terminal, add a line to the
    startup file of your shell:

    \b
    bash:        eval "$(learn completion bash)"
    zsh:         eval "$(learn completion zsh)"
    fish:        learn completion fish | source
    powershell:  learn completion powershell | Out-String | Invoke-Expression

    The startup files are ~/.bashrc; ~/.zshrc, below compinit; ~/.config/fish/config.fish; and $PROFILE.
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
    click.echo(ShellComplete.source(kind(learn, {}, "learn", "_LEARN_COMPLETE")))
