"""A notebook is read as one Python file of its code cells."""

import pytest

from grader.files.notebook import NotebookError, code_cells


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (rb'"x = \ud83d"', r"has a character that is half of one, U\+D83D; type it again"),
        (rb'["x = 1\n", "# \udc80"]', r"has a character that is half of one, U\+DC80; type it again"),
        (b"null", "is no notebook that can be read"),
    ],
)
def test_a_notebook_that_is_none_is_refused_with_the_reason(source: bytes, words: str) -> None:
    with pytest.raises(NotebookError, match=words):
        code_cells(b'{"cells": [{"cell_type": "code", "source": %b}]}' % source)


def test_the_code_of_a_notebook_is_kept_whole() -> None:
    cells = rb'{"cells": [{"cell_type": "code", "source": "%matplotlib inline\nx = \"\ud83d\ude00\""}]}'
    assert code_cells(cells).decode() == '# %matplotlib inline\nx = "😀"\n'
