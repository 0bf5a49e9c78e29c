"""Exercises in notebooks: `%load_ext token_by_token`, then `%%check NAME` as the first line of a cell, and `%learn …`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.notebook.cell_magic import Shell


def load_ipython_extension(shell: "Shell") -> None:
    """Add `%%check` and `%learn` to IPython, which calls this for `%load_ext grader.notebook`, as older notebooks have it."""
    # Only here, since IPython need not be installed where this package is.
    from grader.notebook.cell_magic import CheckMagic

    magic = CheckMagic(shell)
    shell.register_magic_function(magic.check, "cell", "check")
    shell.register_magic_function(magic.learn, "line", "learn")
