"""Read the code of a Jupyter notebook, as data: nothing of it is run here."""

import json


class NotebookError(ValueError):
    """The file is no notebook; the message is the rest of a sentence about it."""


def code_cells(content: bytes) -> bytes:
    """Return the source of a notebook's code cells as one Python file; lines for IPython become comments.

    Raises:
        NotebookError: It is no notebook of format 4 (https://nbformat.readthedocs.io/en/latest/format_description.html).
    """
    try:
        cells = json.loads(content)["cells"]
        sources = [_text(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        # A cell such as %%bash holds no Python.
        found = [f"{without_magics(source)}\n" for source in sources if not source.startswith("%%")]
        return "\n".join(found).encode()
    except UnicodeEncodeError as error:
        what = f"has a character that is half of one, U+{ord(error.object[error.start]):04X}"
        raise NotebookError(f"{what}; type it again, or save the functions as a Python file") from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotebookError("is no notebook that can be read; save the functions as a Python file") from error


def without_magics(source: str) -> str:
    """Return a cell's source as Python: lines for IPython become comments, so that the others keep their numbers."""
    return "\n".join(map(_python, source.split("\n")))


def _text(source: str | list[str]) -> str:
    """Return a cell's source, which is one text or a list of lines."""
    return source if isinstance(source, str) else "".join(source)


def _python(line: str) -> str:
    """Return a line, made a comment if it is a command for IPython: `%matplotlib inline`, `!pip install …`."""
    return f"# {line}" if line.lstrip().startswith(("%", "!")) else line
