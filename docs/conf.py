"""The documentation site: `sphinx-build -W --keep-going -b html docs FOLDER`, with the extra `docs`."""

import re
import sys
from importlib.metadata import metadata
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import grader
from grader.cli.documentation import project_url

sys.path.insert(0, str(Path(__file__).parent))

project = "Token by Token"
author = "the authors of Token by Token"
version = release = grader.__version__
language = "en"
root_doc = "index"
smartquotes = False  # it would make one dash of the two of an option
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton", "generated", "finished"]
exclude_patterns = ["schema"]

myst_heading_anchors = 4
myst_enable_extensions = ["strikethrough"]
myst_html_meta = {"description": metadata("token-by-token")["Summary"]}
default_role = "code"  # docstrings are Markdown, in which one backtick is enough
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_rtype = False

copybutton_prompt_text = "$ "
copybutton_line_continuation_character = "\\"

linkcheck_anchors = False  # many sites make them by script
linkcheck_ignore = [re.escape(project_url("Repository"))]  # the build itself checks these, as files
linkcheck_timeout = 20
linkcheck_retries = 3  # a host may be down for a moment
linkcheck_workers = 4

html_theme = "furo"
html_title = project
html_favicon = "static/icon.svg"
html_show_sourcelink = False
html_copy_source = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def setup(app: Sphinx) -> None:
    """Name a kind of block that Pygments does not know."""
    app.add_lexer("csv", TextLexer)
