#!/usr/bin/env bash
# Installs the grader. Gradescope runs this once, when it builds the image.
set -euo pipefail
here=${AUTOGRADER:-/autograder}
apt-get update
apt-get install -y --no-install-recommends python3-pip python3-venv libseccomp2 bubblewrap git
python3 -m venv "$here/tools"
"$here/tools/bin/pip" install --quiet 'uv>=0.8,<1'
export UV_PYTHON_INSTALL_DIR=/opt/python
"$here/tools/bin/uv" venv --quiet --python '>=3.11' "$here/venv"
cd "$here/source" # requirements.txt may name a wheel beside it
"$here/tools/bin/uv" pip install --quiet --python "$here/venv/bin/python" -r requirements.txt
"$here/venv/bin/learn" doctor || true # says in the log of the build what confines learners' code there
