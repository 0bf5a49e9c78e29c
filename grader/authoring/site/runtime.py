"""The runtime of a site whose tasks can be checked in the page: Pyodide and numpy, pinned by version and hash."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import UserError

VERSION = "0.27.7"


class RuntimeFile(NamedTuple):
    """A file of Pyodide's distribution; `is_core` if Pyodide's package on npm has it, too."""

    name: str
    sha256: str
    is_core: bool = True


WASM = "pyodide.asm.wasm"
NUMPY = RuntimeFile(
    "numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl",
    "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08",
    is_core=False,
)
FILES = (
    RuntimeFile("pyodide.js", "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98"),
    RuntimeFile("pyodide.asm.js", "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51"),
    RuntimeFile(WASM, "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f"),
    RuntimeFile("python_stdlib.zip", "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16"),
    NUMPY,
)
LOCK = "pyodide-lock.json"
LOCKED = {
    "info": {
        "abi_version": "2024_0",
        "arch": "wasm32",
        "platform": "emscripten_3_1_58",
        "python": "3.12.7",
        "version": VERSION,
    },
    "packages": {
        "numpy": {
            "name": "numpy",
            "version": "2.0.2",
            "file_name": NUMPY.name,
            "sha256": NUMPY.sha256,
            "imports": ["numpy"],
            "depends": [],
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": True,
        },
    },
}
"""Of Pyodide's list of 356 packages, the one that is used."""
NOTICE = f"""\
The files in this folder are those of Pyodide {VERSION} and are not changed; the .wasm file is packed by gzip.
Pyodide, under the Mozilla Public License 2.0: https://github.com/pyodide/pyodide/tree/{VERSION}
Python 3.12.7, under the PSF License: https://docs.python.org/3.12/license.html
numpy 2.0.2, under the BSD License, which is in its wheel, a zip: https://github.com/numpy/numpy/tree/v2.0.2
"""


def is_whole(folder: Path, file: RuntimeFile) -> bool:
    """Return whether a folder has a file of the runtime, unchanged."""
    path = folder / file.name
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == file.sha256


def read_runtime(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the runtime as a site has them, verified, by name.

    Raises:
        UserError: one is missing, or is another one.
    """
    for file in FILES:
        if not is_whole(folder, file):
            what = "has other content than" if (folder / file.name).is_file() else "is missing, a file of"
            raise UserError(f"{folder / file.name} {what} Pyodide {VERSION}; make the folder by `.ci/runtime {folder}`")
        data = (folder / file.name).read_bytes()
        if file.name == WASM:  # 10 MB, where a server that does not pack what it sends would send all of it
            yield f"{file.name}.gz", gzip.compress(data, mtime=0)
        else:
            yield file.name, data
    yield LOCK, lock_file()
    yield "NOTICE.txt", NOTICE.encode()


def lock_file() -> bytes:
    """Return the list of packages that Pyodide reads."""
    return json.dumps(LOCKED).encode()
