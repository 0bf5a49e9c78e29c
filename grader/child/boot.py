"""Start a learner's process, or the fork server: `python boot.py serve|single CHANNEL NUMPY`.

The interpreter is started without site-packages, so that of everything installed only numpy,
whose file is NUMPY, can be imported, and this folder is known as the package `child`.
"""

import importlib
import importlib.util
import os
import socket
import sys


def load_package() -> None:
    """Make this folder importable as `child`, and take it off the path that learners import from."""
    folder = os.path.dirname(os.path.abspath(__file__))
    # Else a learner could import `session` as a second copy, or a file of theirs could be shadowed by ours.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != folder]
    spec = importlib.util.spec_from_file_location(
        "child", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["child"] = package
    spec.loader.exec_module(package)


def open_channel(descriptor: str) -> socket.socket:
    """Open the channel from its descriptor or, on Windows, from what the trusted process wrote to stdin."""
    if sys.platform == "win32":
        return socket.fromshare(sys.stdin.buffer.read())
    return socket.socket(fileno=int(descriptor))


def main(mode: str, descriptor: str, numpy_file: str) -> None:
    """Serve on the channel whose descriptor is given."""
    load_package()
    sys.meta_path.append(importlib.import_module("child.imports").Numpy(numpy_file))
    channel = open_channel(descriptor)
    if mode == "serve":
        importlib.import_module("child.fork_server").ForkServer(channel).serve()
        os._exit(0)  # at once: tearing numpy down takes longer than everything else at the end
    importlib.import_module("child.session").serve_alone(channel)


if __name__ == "__main__":
    main(*sys.argv[1:])
