"""The notebook behind the badges: one line installs, then it runs from top to bottom without a line to type."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import ROOT
from systems import linux_only

from grader.cli.project import project_url

FILE = ROOT / "examples/softmax.ipynb"
pytestmark = [
    pytest.mark.slow,
    linux_only("a kernel is started"),
    pytest.mark.skipif(not FILE.is_file(), reason="the notebook is in the checkout"),
]


def test_it_names_the_mistake_passes_and_draws_a_text_with_the_learners_softmax(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient ipykernel")
    nbformat = pytest.importorskip("nbformat")
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.read(FILE, as_version=4)
    nbformat.validate(notebook)
    install, *cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert install.source == f"%pip install -q git+{project_url('Repository')}"
    notebook.cells = cells  # the package that is tested is installed already
    nbclient.NotebookClient(
        notebook, kernel_name="python3", timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    _, wrong, right, stable, text = ("\n".join(map(_shown, cell.outputs)) for cell in cells)
    assert re.search(r"0 of 8 points.*<strong>.*exponential", wrong, re.DOTALL)
    assert "8 of 8 points" in right
    assert "15 of 15 points" in stable
    drawn, parts = text.strip().split("\n", 1)
    assert len(drawn.split()) > 5
    assert "Yours: softmax_stable" in parts


def _shown(output: dict[str, object]) -> str:
    """Return an output as HTML or text."""
    data = output.get("data")
    return (
        str(data.get("text/html") or data.get("text/plain")) if isinstance(data, dict) else str(output.get("text", ""))
    )
