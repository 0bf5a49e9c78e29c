"""Build the autograder that a teacher uploads to Gradescope: a zip file with setup.sh and run_autograder.

The file format, and where Gradescope unpacks it: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from __future__ import annotations

import io
import shlex
import zipfile
from collections.abc import Iterable, Mapping

from grader.core.errors import ReportError

BEGINNING_OF_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that zip can store; a fixed time makes the bytes reproducible."""
PYTHON = ">=3.11"
"""Gradescope's image has 3.10; uv installs a newer one where it is missing."""
UV = "uv>=0.8,<1"
"""Installs packages, and Python if needed: into /opt, since learners' processes cannot read root's home."""

SETUP = """\
#!/usr/bin/env bash
# Installs the grader. Gradescope runs this once, when it builds the image.
set -euo pipefail
here=${AUTOGRADER:-/autograder}
apt-get update
apt-get install -y --no-install-recommends python3-pip python3-venv libseccomp2 bubblewrap git
python3 -m venv "$here/tools"
"$here/tools/bin/pip" install --quiet @UV@
export UV_PYTHON_INSTALL_DIR=/opt/python
"$here/tools/bin/uv" venv --quiet --python @PYTHON@ "$here/venv"
cd "$here/source" # requirements.txt may name a wheel beside it
"$here/tools/bin/uv" pip install --quiet --python "$here/venv/bin/python" -r requirements.txt
"$here/venv/bin/learn" doctor || true # says in the log of the build what confines learners' code there
"""

RUN = """\
#!/usr/bin/env bash
# Grades one submission. Without a results.json, which is what stays if grading was not completed, Gradescope says that
# the autograder failed and shows the teacher what was printed; nobody is given a grade that is our fault.
set -euo pipefail
here=${AUTOGRADER:-/autograder}
mkdir -p "$here/results"
"$here/venv/bin/learn" grade "$here/submission" --format gradescope @OPTIONS@ > "$here/results/results.part"
mv "$here/results/results.part" "$here/results/results.json"
"""


def build(
    install: Mapping[str, bytes],
    *,
    exercises: Iterable[str] = (),
    confine: str = "strict",
    course: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return the zip file.

    Args:
        install: requirements.txt, which names one version of the grader, and the wheel if it names one.
        exercises: Ids of the exercises that count; all, if there are none.
        confine: As for `learn grade --confine`.
        course: The files of another course by path, `exercises/…` and `solutions/…`.

    Raises:
        ReportError: a path of the course would lie outside it.
    """
    options = ["--confine", confine, *(word for each in exercises for word in ("--exercise", each))]
    files = {f"course/{path}": content for path, content in (course or {}).items()}
    for path in files:
        if path.startswith("/") or ".." in path.split("/") or "\\" in path:
            raise ReportError(f"the course has a file outside its folder: {path!r}")
    written = " ".join(map(shlex.quote, options)) + (' --course "$here/source/course"' if course else "")
    setup = SETUP.replace("@UV@", shlex.quote(UV)).replace("@PYTHON@", shlex.quote(PYTHON))
    return _zipped(
        {
            "setup.sh": setup.encode(),
            "run_autograder": RUN.replace("@OPTIONS@", written).encode(),
            **install,
            **files,
        }
    )


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Pack files uncompressed: compressed bytes would depend on the version of zlib."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, BEGINNING_OF_TIME)
            entry.create_system = 3  # Unix: unzip applies the permissions only then
            entry.external_attr = (0o755 if path in ("setup.sh", "run_autograder") else 0o644) << 16
            archive.writestr(entry, files[path])
    return packed.getvalue()
