"""The modules a learner's code can import: the standard library, numpy, and the learner's own."""

import contextlib
import importlib.machinery
import importlib.util
import io
import linecache
import os
import site
import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType


class Numpy:
    """Finds numpy where the trusted process has it, and nothing else of that folder."""

    def __init__(self, file: str) -> None:
        self.file = file

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return numpy's spec by its file; its submodules are found by its own path."""
        # Not by the folder around it, which a confined process cannot list.
        return importlib.util.spec_from_file_location(name, self.file) if name == "numpy" else None


class Sources:
    """Finds the learner's own files, from memory; the submission folder is never on the path."""

    def __init__(self, files: Mapping[str, tuple[str, bytes]]) -> None:
        self.files = files

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self.files else None  # type: ignore[arg-type]  # a loader has two methods

    def create_module(self, spec: object) -> None:
        """Return None: an ordinary module will do."""

    def exec_module(self, module: ModuleType) -> None:
        """Execute the file."""
        shown, source = self.files[module.__name__]
        run_source(source, shown, module)


def run_source(source: bytes, shown: str, module: ModuleType) -> None:
    """Execute a learner's file in a module."""
    module.__file__ = shown
    if b"\0" in source:  # compile() says so less plainly
        raise SyntaxError("the file holds a null byte; save it as plain text in UTF-8")
    try:
        code = compile(source, shown, "exec", dont_inherit=True)
    except SyntaxError:  # its column counts bytes; that of the same error in text counts characters
        with contextlib.suppress(UnicodeDecodeError):
            compile(source.decode("utf-8-sig"), shown, "exec", dont_inherit=True)
        raise
    with contextlib.suppress(UnicodeDecodeError):  # tracebacks show lines that no file on disk holds
        linecache.cache[shown] = (len(source), None, _lines(source), shown)
    exec(code, module.__dict__)  # noqa: S102 - this process exists to run the learner's code


def _lines(source: bytes) -> list[str]:
    """Return the lines of a file as Python counts them, which a form feed does not end."""
    return io.StringIO(source.decode(), newline=None).readlines()


def forget_installed(numpy_file: str) -> None:
    """Make a fork as bare as a clean interpreter: no installed module but numpy, neither loaded nor on the path."""
    installed = (*site.getsitepackages(), site.getusersitepackages(), os.path.dirname(os.path.dirname(numpy_file)))
    sys.path[:] = [
        entry for entry in sys.path if entry and entry.startswith(sys.base_prefix) and entry not in installed
    ]
    sys.meta_path[:] = [*(finder for finder in sys.meta_path if isinstance(finder, type)), Numpy(numpy_file)]
    for name in list(sys.modules):
        top = name.partition(".")[0]
        if top not in ("numpy", "__main__") and top not in sys.stdlib_module_names:
            del sys.modules[name]
