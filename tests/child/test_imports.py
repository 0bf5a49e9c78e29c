"""The modules a learner's code can import, how its file is executed, and which files of the system it may see."""

from __future__ import annotations

import errno
import inspect
import os
import sysconfig
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from systems import linux_only

from grader.child.confine import kernel, view
from grader.child.confine.view import View
from grader.child.imports import Numpy, Sources, run_source
from grader.sandbox.optional_walls import rights_as_nobody


def executed(source: str, shown: str = "unit/f.py") -> ModuleType:
    """Execute a learner's file."""
    module = ModuleType("submission")
    run_source(source.encode(), shown, module)
    return module


def test_only_what_is_allowed_is_found_in_the_folder_of_installed_packages() -> None:
    finder = Numpy(np.__file__)
    assert finder.find_spec("numpy").origin == np.__file__
    assert (finder.find_spec("pytest"), finder.find_spec("numpy.linalg")) == (None, None)


def test_a_learners_files_are_modules_of_their_names() -> None:
    finder = Sources({"helper": ("unit/helper.py", b"x = 3\n")})
    spec = finder.find_spec("helper")
    assert (spec.name, spec.loader, finder.create_module(spec)) == ("helper", finder, None)
    assert finder.find_spec("numpy") is None
    module: Any = ModuleType("helper")
    finder.exec_module(module)
    assert (module.x, module.__file__) == (3, "unit/helper.py")


def test_a_file_is_executed_as_python_executes_it_and_inherits_nothing_of_ours() -> None:
    made: Any = executed("def f(x: int) -> 'Array':\n    return x\n")
    assert made.f.__annotations__ == {"x": int, "return": "Array"}  # ours would be text, by a __future__ import
    assert made.__file__ == "unit/f.py"
    with pytest.raises(NameError, match=r"^name 'Array' is not defined$"):
        executed("def f(x: Array):\n    return x\n")


def test_source_and_tracebacks_of_a_file_can_be_shown_though_it_is_on_no_disk() -> None:
    source = "def f(x):\n    y = x\n    return 1 / 0\n"
    made: Any = executed(source)
    assert inspect.getsource(made.f) == source
    try:
        made.f(1)
    except ZeroDivisionError:
        assert 'File "unit/f.py", line 3, in f\n    return 1 / 0\n' in traceback.format_exc()


@pytest.mark.parametrize(
    ("source", "message", "column"),
    [
        (b"x = 1\0", "the file holds a null byte; save it as plain text in UTF-8", None),
        ("'\u00e9\u00e9' 1".encode(), "invalid syntax", 6),
        ("\ufeffa b".encode(), "invalid syntax", 3),
        (b"'\xe9' 1", None, None),
    ],
    ids=["a null byte", "letters of two bytes", "a mark at the beginning", "no UTF-8"],
)
def test_a_syntax_error_counts_letters_and_not_bytes(source: bytes, message: str | None, column: int | None) -> None:
    with pytest.raises(SyntaxError) as caught:
        run_source(source, "f.py", ModuleType("submission"))
    if message:
        assert caught.value.msg == message
    if column:
        assert (caught.value.lineno, caught.value.offset) == (1, column)


# --- which files may be read ----------------------------------------------------------------------


def with_configuration(monkeypatch: pytest.MonkeyPatch, **values: str | None) -> None:
    """Change what the interpreter says of how it was built."""
    original = sysconfig.get_config_var
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: values[name] if name in values else original(name))


@linux_only("the view")
@pytest.mark.parametrize(("place", "is_apart"), [("exists", True), ("nowhere", False), ("below", False), (None, False)])
def test_compiled_modules_that_lie_apart_may_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str | None, *, is_apart: bool
) -> None:
    (tmp_path / "exists").mkdir()
    standard_library = os.path.realpath(sysconfig.get_path("stdlib"))
    folder = f"{standard_library}/json" if place == "below" else place and str(tmp_path / place)
    with_configuration(monkeypatch, DESTSHARED=folder)
    made = view.of_interpreter(str(tmp_path), "/child")
    assert made.standard_library == standard_library
    assert (folder in made.others) is is_apart
    assert ("/child" in made.others, str(tmp_path / "numpy") in made.others) == (True, False)
    (tmp_path / "numpy").mkdir()
    (tmp_path / "pytest").mkdir()
    again = view.of_interpreter(str(tmp_path), "/child").others
    assert (str(tmp_path / "numpy") in again, str(tmp_path / "pytest") in again) == (True, False)


@linux_only("the view")
def test_the_systems_folders_are_those_of_the_loader(monkeypatch: pytest.MonkeyPatch) -> None:
    with_configuration(monkeypatch, MULTIARCH=None)
    folders = {os.path.realpath(f"/usr/lib/{each}") for each in (".", f"{os.uname().machine}-linux-gnu")}
    assert folders <= view._system_folders()
    with_configuration(monkeypatch, MULTIARCH="odd-linux")
    assert {"/usr/lib/odd-linux", "/usr/lib64/odd-linux"} & view._system_folders()
    assert os.path.realpath(f"/usr/lib/{os.uname().machine}-linux-gnu") not in view._system_folders()


def test_a_folder_is_open_to_all_if_all_above_it_are(tmp_path: Path) -> None:
    inner = tmp_path / "outer/inner"
    inner.mkdir(parents=True)
    for outer_mode, inner_mode, is_open in ((0o755, 0o755, True), (0o700, 0o755, False), (0o755, 0o754, False)):
        (tmp_path / "outer").chmod(outer_mode)
        inner.chmod(inner_mode)
        above_is_open = view.is_open_to_all(str(tmp_path))
        assert view.is_open_to_all(str(inner)) is (is_open and above_is_open)
    assert not view.is_open_to_all(str(tmp_path / "nowhere"))
    assert view.is_open_to_all("/usr")
    assert View("/usr", ("/etc",), (), ()).is_open_to_all()
    assert not View("/usr", (str(tmp_path / "nowhere"),), (), ()).is_open_to_all()


@linux_only("users")
@pytest.mark.parametrize(
    ("user", "is_held", "is_open", "rights"),
    [(1000, True, True, None), (0, False, True, 0), (0, True, True, 0), (0, False, False, None), (0, True, False, 4)],
)
def test_root_becomes_nobody_and_keeps_reading_only_where_it_is_held(
    monkeypatch: pytest.MonkeyPatch, user: int, rights: int | None, *, is_held: bool, is_open: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    seen = View("/usr" if is_open else "/there/is/nothing", (), (), ())
    assert rights_as_nobody(seen, is_held=is_held) == rights


@linux_only("system calls")
def test_a_system_call_that_fails_is_an_exception() -> None:
    kernel.check(0)
    with pytest.raises(OSError, match="Invalid argument") as caught:
        kernel.prctl(1_000_000, 0)
    assert caught.value.errno == errno.EINVAL
    for result in (-1, 1):
        with pytest.raises(OSError, match="Errno"):
            kernel.check(result)
