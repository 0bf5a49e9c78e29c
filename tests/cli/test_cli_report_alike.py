"""`learn report --alike`: equal files of a class, and how common a form is among right variants; for the teacher only."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_class import patient_course
from workplace import TINY, Workplace

from grader.grading.submission.form import text_form, tree_form

SOLUTION = (TINY / "solutions/small/total.py").read_text("utf-8")
STUB = (TINY / "exercises/small/total.py").read_text("utf-8")
ADDS = "def total(values):\n    result = 0.0  # none yet\n    for value in values:\n        result += value\n    return result\n"
RENAMED = 'def total( xs ):\n    """Mine."""\n    s = (0.0)\n    for x in xs:\n        s += x\n\n    return s\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class that was graded."""
    made = Workplace(tmp_path, monkeypatch, capsys, patient_course())
    sources = {
        "ada": ADDS, "bo": ADDS.replace("\n", "\r\n"), "cy": RENAMED, "dora": SOLUTION, "emil": SOLUTION.replace("np", "numbers"),
        "fay": STUB, "gus": "def total(values):\n    return sum(values)\n", "hal": "def total(values):\n    return max(values)\n",
        "ida": "def total(", "jo": f"total = {'-' * 100_000}1\n",
    }  # fmt: skip
    for student, source in sources.items():
        made.write(f"class/{student}/total.py", source)
    made.write("class.csv", "id,name\nada,Ada Lovelace\n")
    command = (
        "grade",
        "class",
        "--out",
        "out",
        "--exercise",
        "total",
        "--confine",
        "none",
        "--seed",
        "1",
        "--jobs",
        "1",
    )
    assert made.learn(*command).code == 0
    return made


@pytest.mark.slow
def test_equal_files_are_listed_with_how_common_their_form_is(place: Workplace) -> None:
    ran = place.learn("report", "out", "--alike", "--roster", "class.csv")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.partition("\n\n")[2] == (
        "Add numbers up (small/total)\n"
        "  fay: the starter, as it was handed out or but for names, comments and layout\n"
        "  ada (Ada Lovelace), bo: exact copies; 0 of the 1 right variants known here have this form\n"
        "  dora: the reference solution, exactly; 1 of the 1 right variants known here have this form\n"
        "  ada (Ada Lovelace), bo, cy: equal but for names, comments and layout; 0 of the 1 right variants known here have "
        "this form\n"
        "  emil: the reference solution but for names, comments and layout; 1 of the 1 right variants known here have this form\n"
    )


@pytest.mark.slow
def test_it_is_in_no_export_and_on_no_page(place: Workplace) -> None:
    assert place.learn("report", "out", "--pages", "pages", "--out", "report.html").code == 0
    texts = [path.read_text("utf-8") for path in place.folder.rglob("*.html")]
    texts += [path.read_text("utf-8") for path in place.folder.glob("out/**/*.json")]
    assert [text for text in texts for form in (text_form, tree_form) if form(ADDS.encode()) in text] == []
    assert not [text for text in texts if "exact copies" in text or "reference solution" in text]


@pytest.mark.slow
def test_it_is_printed_by_itself_and_needs_the_submissions(place: Workplace) -> None:
    for words, what in {("--pages", "pages"): "--pages", ("total",): "EXERCISE"}.items():
        ran = place.learn("report", "out", *words, "--alike")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"learn: --alike prints which files are equal; leave out {what}")
    (place.folder / "class").rename(place.folder / "moved")
    ran = place.learn("report", "out", "--alike")
    assert (ran.code, ran.out.count("Not read: ada, bo, cy, dora, emil, fay, gus, hal, ida, jo.\n")) == (0, 1)
    (place.folder / "out/run.json").unlink()
    ran = place.learn("report", "out", "--alike")
    assert (ran.code, ran.err) == (
        3,
        "learn: out: nothing says where the submissions are; grade again with the same command\n",
    )


@pytest.mark.parametrize(
    ("one", "other", "is_equal"),
    [
        (ADDS, RENAMED, True),
        ("import numpy as np\nx = np.exp(1)\n", "import numpy as n\ny = n.exp(1)\n", True),
        ("import numpy as np\nx = np.exp(1)\n", "import numpy as np\nx = np.log(1)\n", False),
        ("x = max(1, 2)\n", "x = min(1, 2)\n", False),
        ("def f(a: int, b) -> int:\n    return g(a, key=b)\n", "def h(b, a):\n    return g(b, key=a)\n", True),
        ("def f(a, b):\n    return g(a, key=b)\n", "def f(a, b):\n    return g(a, other=b)\n", False),
        ("def f(a, b):\n    return a - b\n", "def f(a, b):\n    return b - a\n", False),
    ],
)
def test_the_tree_has_no_names_of_its_own(one: str, other: str, is_equal: bool) -> None:
    assert (tree_form(one.encode()) == tree_form(other.encode())) is is_equal


@pytest.mark.parametrize("source", ["x = (", f"x = {'-' * 100_000}1", f"x = {'(' * 5000}{')' * 5000}", "x\0"])
def test_no_python_has_no_tree(source: str) -> None:
    assert tree_form(source.encode()) == ""
