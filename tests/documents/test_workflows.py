"""The files in .github, read by the programs and schemas that judge such files."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest
from places import ROOT
from starters import linter

GITHUB = ROOT / ".github"
KINDS = {
    "workflows": "github-workflows",
    "dependabot.yml": "dependabot",
    "ISSUE_TEMPLATE/config.yml": "github-issue-config",
    "ISSUE_TEMPLATE": "github-issue-forms",
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not GITHUB.is_dir(), reason="the workflows are in the checkout only"),
]


@pytest.mark.parametrize("name", KINDS)
def test_the_published_schema_accepts_our_files(name: str) -> None:
    place = GITHUB / name
    files = [path for path in sorted(place.glob("*.yml")) if path.name != "config.yml"] if place.is_dir() else [place]
    command = [linter("check-jsonschema"), "--builtin-schema", f"vendor.{KINDS[name]}", *map(str, files)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stdout == "ok -- validation done\n", ran.stdout


def test_zizmor_finds_nothing_in_our_workflows() -> None:
    command = [linter("zizmor"), "--offline", "--no-progress", "--strict-collection", str(GITHUB)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_packages_are_built_with_what_the_lock_has_and_nothing_else() -> None:
    locked = {each["name"]: each for each in tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]}
    entries = (ROOT / ".ci/build-requirements.txt").read_text("utf-8").replace("\\\n", "")
    pinned = dict(re.findall(r"^([\w-]+)==(.*)", entries, re.MULTILINE))
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert {re.split(r"\W=", each)[0] for each in wanted["build-system"]["requires"]} < set(pinned)
    assert wanted["dependency-groups"]["build"] == wanted["build-system"]["requires"]
    for name, rest in pinned.items():
        files = [*locked[name]["wheels"], locked[name]["sdist"]]
        assert rest.split() == [locked[name]["version"], *sorted(f"--hash={file['hash']}" for file in files)]
    (build,) = re.findall(
        r"^  build:\n(.*?)\n\n", (GITHUB / "workflows/ci.yml").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert re.findall(r"- run: (.*?)(?: #.*)?$", build, re.MULTILINE) == [
        "pip install --require-hashes --no-deps -r .ci/build-requirements.txt",
        "python -m hatchling build",
    ]


def test_every_commit_of_an_action_is_named_by_one_version() -> None:
    files = [
        *GITHUB.glob("workflows/*.yml"),
        ROOT / "action.yml",
        *ROOT.glob("grader/**/templates/**/*.yml*"),
        *ROOT.glob("docs/**/*.md"),
    ]
    pinned: dict[str, set[str]] = {}
    for path in files:
        for action, commit, version in re.findall(r"uses: ([\w./-]+)@([0-9a-f]{40})(.*)", path.read_text("utf-8")):
            pinned.setdefault(action, set()).add(f"{commit}{version}")
    assert len(pinned) >= 6
    assert {action: pins for action, pins in pinned.items() if len(pins) > 1} == {}
