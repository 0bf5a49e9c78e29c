"""The runtime of a site whose tasks can be checked in the page: Pyodide and numpy, pinned by version and hash."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from grader.core.errors import UserError

VERSION = "0.27.7"
WASM, NUMPY = "pyodide.asm.wasm", "numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl"
FILES = {
    "pyodide.js": "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    WASM: "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
    NUMPY: "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08",
}
"""The SHA-256 of each file."""
INFO = {
    "abi_version": "2024_0",
    "arch": "wasm32",
    "platform": "emscripten_3_1_58",
    "python": "3.12.7",
    "version": VERSION,
}
PLACE = {"install_dir": "site", "package_type": "package", "unvendored_tests": True}
PACKAGE = {
    "name": "numpy",
    "version": "2.0.2",
    "file_name": NUMPY,
    "sha256": FILES[NUMPY],
    "imports": ["numpy"],
    "depends": [],
}
LOCK, LOCKED = "pyodide-lock.json", {"info": INFO, "packages": {"numpy": PACKAGE | PLACE}}
"""Pyodide's list of 356 packages, with the one that is used."""
NOTICE = f"""\
The files in this folder are those of Pyodide {VERSION} and are not changed; the .wasm file is packed by gzip.
Pyodide, under the Mozilla Public License 2.0: https://github.com/pyodide/pyodide/tree/{VERSION}
Python 3.12.7, under the PSF License: https://docs.python.org/3.12/license.html
numpy 2.0.2, under the BSD License, which is in its wheel, a zip: https://github.com/numpy/numpy/tree/v2.0.2
"""


def is_whole(path: Path) -> bool:
    """Return whether a file of the runtime is there, unchanged."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == FILES[path.name]


def read_runtime(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the runtime as a site has them, verified, by name.

    Raises:
        UserError: one is missing, or is another one.
    """
    for path in map(folder.joinpath, FILES):
        if not is_whole(path):
            what = "has other content than" if path.is_file() else "is missing, a file of"
            raise UserError(f"{path} {what} Pyodide {VERSION}; make the folder by `.ci/runtime {folder}`")
        data = path.read_bytes()
        # 10 MB, where a server that does not pack what it sends would send all of it.
        yield (f"{WASM}.gz", gzip.compress(data, mtime=0)) if path.name == WASM else (path.name, data)
    yield LOCK, lock_file()
    yield "NOTICE.txt", NOTICE.encode()


def lock_file() -> bytes:
    """Return the list of packages that Pyodide reads."""
    return json.dumps(LOCKED).encode()
