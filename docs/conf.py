"""The documentation site: `sphinx-build -W --keep-going -b html docs FOLDER`, with the extra `docs`."""

import re
import sys
from importlib.metadata import metadata
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import grader
from grader.cli.project import project_url
from grader.files import html_page

sys.path.insert(0, str(Path(__file__).parent))

LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): ([^;]+);", part)) for part in html_page.tokens().split("@media", 1)
)  # the variables of our own pages


def furo_variables(colors: dict[str, str]) -> dict[str, str]:
    """Return Furo's variables for colors of our pages."""
    return {
        "color-brand-primary": colors["accent"],
        "color-brand-content": colors["accent"],
        "color-brand-visited": colors["accent"],
        "color-background-primary": colors["paper"],
        "color-background-secondary": colors["card"],
        "color-foreground-primary": colors["ink"],
        "color-foreground-secondary": colors["soft"],
        "color-background-border": colors["line"],
        "font-stack": LIGHT["sans"],
        "font-stack--monospace": LIGHT["mono"],
    }


project = "Token by Token"
author = "the authors of Token by Token"
version = release = grader.__version__
language = "en"
root_doc = "index"
smartquotes = False  # it would make one dash of the two of an option
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton", "generated", "finished"]
exclude_patterns = ["schema"]
html_extra_path = ["schema"]  # at the addresses that YAML files of courses name

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
html_favicon = html_logo = "../grader/authoring/site/template/icon.svg"
html_theme_options = {
    "light_css_variables": furo_variables(LIGHT),
    "dark_css_variables": furo_variables(DARK),
    "footer_icons": [
        {"name": name, "url": project_url(name), "html": name, "class": ""}
        for name in ("Homepage", "Repository", "Changelog")
    ],
}
html_show_sourcelink = False
html_copy_source = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def setup(app: Sphinx) -> None:
    """Name a kind of block that Pygments does not know, and give the pages the fonts and sizes of our own."""
    app.add_lexer("csv", TextLexer)
    app.add_css_file("face.css")
    app.connect("builder-inited", write_face)


def write_face(app: Sphinx) -> None:
    """Write a style sheet with the bundled fonts and our sizes of headings beside those of the theme."""
    headings = {"h1": "first", "h2": "second", "h3": "large", "h4": "text"}
    sizes = "".join(f"article {tag} {{ font-size: {LIGHT[name]} }}\n" for tag, name in headings.items())
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "face.css").write_text(html_page.font_css() + sizes, "utf-8")
