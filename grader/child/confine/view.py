"""The files a learner's process may read: the interpreter, numpy, the system's libraries, a few devices."""

import os
import stat
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("site-packages", "dist-packages")
DEVICES = (
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
)


class View(NamedTuple):
    """Folders and files that may be read; the interpreter's own folder may hold installed packages, which may not."""

    standard_library: str
    others: tuple[str, ...]
    devices: tuple[str, ...]
    interpreter: tuple[str, ...]
    """The files that the interpreter's command itself needs."""

    @property
    def folders(self) -> tuple[str, ...]:
        return (self.standard_library, *self.others)

    def entries(self) -> tuple[str, ...]:
        """Return what may be read in detail: the standard library without the packages installed in it."""
        # Entry by entry: site-packages lies within, and with it this package and its solutions.
        inside = [entry.path for entry in os.scandir(self.standard_library) if entry.name not in PACKAGES]
        return (*sorted(inside), *self.others)

    def is_open_to_all(self) -> bool:
        """Return whether any user can read the folders."""
        return all(map(is_open_to_all, self.folders))


def of_interpreter(numpy_folder: str, child_folder: str) -> View:
    """Return the view that this interpreter needs, numpy included."""
    standard_library = os.path.realpath(sysconfig.get_path("stdlib"))
    numpy = [str(path) for path in (Path(numpy_folder) / "numpy", Path(numpy_folder) / "numpy.libs") if path.is_dir()]
    compiled = os.path.realpath(sysconfig.get_config_var("DESTSHARED") or standard_library)
    apart = [] if _is_below(compiled, standard_library) or not os.path.isdir(compiled) else [compiled]
    devices = tuple(path for path in DEVICES if os.path.exists(path))  # a container may lack some
    return View(
        standard_library, (*apart, *numpy, child_folder, *_libraries(standard_library)), devices, _interpreter()
    )


def _interpreter() -> tuple[str, ...]:
    """Return the files that the interpreter's command itself needs: the link that was called, and what it leads to."""
    configuration = Path(sys.prefix) / "pyvenv.cfg"
    real = os.path.realpath(sys.executable)
    links = [sys.executable]
    if os.path.islink(sys.executable):
        links.append(str(Path(sys.executable).parent / os.readlink(sys.executable)))
    return tuple(dict.fromkeys((*links, real, str(configuration), "/lib64", "/lib")))


def _libraries(standard_library: str) -> tuple[str, ...]:
    """Return the shared libraries that this process has loaded, Python packages apart.

    Those in a folder of the system as the folder, since parts of the standard library load more of them. Any other
    folder may be somebody's own, with LD_LIBRARY_PATH even ~/lib, and hold more than libraries.
    """
    found: set[str] = set()
    systems = {folder for folder in _system_folders() if not _is_below(standard_library, folder)}
    # Everything that the interpreter is linked against is mapped into this process, wherever it was found.
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
        for line in file:
            path = f"/{line.rstrip().partition('/')[2]}"
            folder = os.path.dirname(path)
            is_ours = _is_below(folder, standard_library) or any(f"/{name}/" in path for name in PACKAGES)
            if ".so" in path and not is_ours and os.path.exists(path):
                found.add(folder if folder in systems else path)
    return tuple(sorted(found))


def _system_folders() -> set[str]:
    """Return the folders in which the dynamic loader looks by itself; only root can write there."""
    folders = [f"{root}/{name}" for root in ("", "/usr") for name in ("lib", "lib64")]
    several = sysconfig.get_config_var("MULTIARCH") or f"{os.uname().machine}-linux-gnu"
    return {os.path.realpath(path) for folder in folders for path in (folder, f"{folder}/{several}")}


def _is_below(path: str, folder: str) -> bool:
    return os.path.commonpath([path, folder]) == folder


def is_open_to_all(folder: str) -> bool:
    """Return whether any user can read a folder, and pass through every folder above it."""
    path = Path(os.path.realpath(folder))
    try:
        return all(parent.stat().st_mode & stat.S_IXOTH for parent in (path, *path.parents))
    except OSError:
        return False
