"""Read a file that was handed in as code: in UTF-8, and of a notebook the cells."""

import codecs
import contextlib

from grader.files.regular_file import UnreadableError
from grader.grading.submission.files import ListedFile

FOREIGN = {
    b"version https://git-lfs.": "is a pointer of Git LFS and not the file itself",
    b"<!doctype": "is a saved web page",
    b"<html": "is a saved web page",
    b"{\\rtf": "is a document of a word processor",
    b"%pdf-": "is a PDF file",
    b"pk\3\4": "is an archive or a document of a word processor",
}
"""The beginnings of files that only are named as Python, in lower case; no Python file begins so."""


def read_code(file: ListedFile, content: bytes) -> bytes:
    """Return a file's content as it is graded: in UTF-8 if it was in UTF-16, and of a notebook the code cells.

    Raises:
        UnreadableError: It is no code, or a notebook that cannot be read.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # the “Unicode” of Windows' editor
        with contextlib.suppress(UnicodeDecodeError):  # then Python's own message says what is wrong
            content = content.decode("utf-16").encode()
    begin = content[:100].removeprefix(codecs.BOM_UTF8).lstrip().lower()
    if what := next((what for known, what in FOREIGN.items() if begin.startswith(known)), None):
        raise UnreadableError(f"{what}; save the functions as a Python file")
    is_named = file.base.lower().removesuffix(".txt").endswith(".ipynb")
    if not (is_named or (begin.startswith(b"{") and b'"nbformat"' in content)):
        return content
    from grader.files.notebook import NotebookError, code_cells  # most submissions hold none

    try:
        return code_cells(content)
    except NotebookError as error:
        raise UnreadableError(str(error)) from error
