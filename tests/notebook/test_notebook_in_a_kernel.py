"""`%%check` in a real kernel: the verdict as HTML, nothing of the notebook in it, and the cell's function afterwards."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from learner_sets import reference_set
from places import COURSE, COURSE_FOLDER
from systems import linux_only

pytestmark = [pytest.mark.slow, linux_only("a kernel is started")]

LOAD = "%load_ext token_by_token"
SOFTMAX = (COURSE_FOLDER / "solutions/scores/softmax_by_hand.py").read_text("utf-8")
HALF = "import numpy as np\n\ndef softmax(logits):\n    print('<b>seen</b>')\n    return np.exp(logits) / 2\n"


@pytest.fixture(scope="module", autouse=True)
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the kernels folders of their own for settings and parsed exercises."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("LEARN_COURSE", raising=False)
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def run(folder: Path, cells: list[str]) -> list[list[dict[str, Any]]]:
    """Run cells in a kernel of their own, in a folder; return their outputs."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient ipykernel")
    nbformat = pytest.importorskip("nbformat.v4")
    notebook = nbformat.new_notebook(cells=[nbformat.new_code_cell(each) for each in cells])
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(
        notebook, kernel_name="python3", allow_errors=True, timeout=300, resources=resources
    ).execute()
    return [cell.outputs for cell in notebook.cells]


def html_of(outputs: list[dict[str, Any]]) -> str:
    """Return the HTML of the first output that has some."""
    return next(str(each["data"]["text/html"]) for each in outputs if "text/html" in each.get("data", {}))


def said(outputs: list[dict[str, Any]]) -> str:
    """Return what a cell printed, and the text of its last value."""
    return "".join(each.get("text") or each.get("data", {}).get("text/plain", "") for each in outputs)


@pytest.mark.slow
def test_a_notebook_without_a_workspace(tmp_path: Path) -> None:
    folder = tmp_path / "my notebooks"
    folder.mkdir()
    cells = {
        "load": LOAD,
        "wrong": f"%%check softmax_by_hand\n{HALF}",
        "state": "import numpy as np\nnp.exp = lambda x: x * 0\nhelp_me = lambda x: x\nkept = set(globals())",
        "leaks": "%%check softmax_by_hand\ndef softmax(logits):\n    return help_me(logits)\n",
        "passed": f"%%check softmax_by_hand\n%matplotlib inline\n{SOFTMAX}",
        "defined": "softmax.__name__, sorted(set(globals()) - kept - {'softmax', 'np', 'kept'} - {n for n in globals() if n[0] == '_'})",
        "syntax": "%%check softmax_stable\ndef softmax(x:\n    pass\n",
        "endless": "%%check greedy_pick\ndef greedy(p):\n    while True:\n        pass\n",
        "unknown": "%%check softmax_by_hnd\nx = 1",
        "unnamed": "%%check\ndef nothing():\n    pass",
        "status": "%learn status",
    }
    outputs = dict(zip(cells, run(folder, list(cells.values())), strict=True))
    wrong = html_of(outputs["wrong"])
    assert "0 of 8 points" in wrong
    assert "&lt;b&gt;seen&lt;/b&gt;" in wrong
    assert "%learn hint softmax_by_hand" in wrong
    assert wrong.count("<rect ") == 10
    assert "softmax(np.array(" in said(outputs["wrong"])
    assert "name &#39;help_me&#39; is not defined" in html_of(outputs["leaks"])
    assert "8 of 8 points" in html_of(outputs["passed"])  # though np.exp is another one in the notebook
    assert any("text/markdown" in each.get("data", {}) for each in outputs["passed"])
    assert said(outputs["defined"]) == "('softmax', [])"
    assert "See line 2 of this cell." in html_of(outputs["syntax"])
    assert "timeout" in html_of(outputs["endless"])  # and it is not run in the notebook, where it would never end
    assert said(outputs["unknown"]).startswith(
        "UsageError: %%check: there is no exercise 'softmax_by_hnd'; did you mean"
    )
    assert "no exercise asks for a function of this cell" in said(outputs["unnamed"])
    assert f"1 of {len(COURSE.exercise_ids)} exercises passed" in said(outputs["status"])
    assert list(folder.iterdir()) == []


def test_a_notebook_in_a_workspace(tmp_path: Path) -> None:
    from grader.learner.folder import create

    folder = tmp_path / "my course ü"
    create(folder, COURSE)
    own = folder / "exercises/scores/softmax_stable.py"
    own.write_text("# mine\n", "utf-8")
    solutions = reference_set(COURSE)
    cells = [
        LOAD,
        f"%%check softmax_by_hand\n{SOFTMAX}",
        "%%check softmax_stable\nx = 1\n",
        "%learn reset softmax_stable",
        f"%%check softmax_stable\n{solutions['softmax_stable']}",
        f"%%check temperature_rescaling\n{solutions['temperature_rescaling']}",
        f"%%check first_loop\n{solutions['first_loop']}",
        f"%%check\n{solutions['entropy']}",
        "import sys; [each for each in sys.path if 'exercises' in each]",
    ]
    outputs = run(folder, cells)
    assert "has code that came from no cell; `%learn reset softmax_stable` puts it aside" in said(outputs[2])
    assert "15 of 15 points" in html_of(outputs[4])
    assert "12 of 12 points" in html_of(outputs[5])  # imports softmax from the cell before
    assert "You have finished “From scores to probabilities”. Your code turns" in said(outputs[7])
    assert "\n    %learn generate " in said(outputs[7])
    assert said(outputs[8]) == "[]"
    assert [each["ename"] for output in outputs for each in output if each["output_type"] == "error"] == []
    progress = json.loads((folder / ".learn/progress.json").read_text("utf-8"))["exercises"]
    assert [name for name, each in progress.items() if each["status"] == "pass"] == [
        "scores/entropy",
        "scores/first_loop",
        "scores/softmax_by_hand",
        "scores/softmax_stable",
        "scores/temperature_rescaling",
    ]
    assert [each.read_text("utf-8") for each in (folder / ".learn/old").iterdir()] == ["# mine\n"]
    written = (folder / "exercises/scores/softmax_by_hand.py").read_text("utf-8")
    assert written.partition(os.linesep)[2].startswith(SOFTMAX)
