"""Where a starter installs the package from: the choices of `--install-from`, and what is taken without it."""

from __future__ import annotations

import hashlib
import json
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from places import COURSE
from starters import WORKFLOWS, assignment, bash, needs_bash

from grader.authoring.starter import install
from grader.authoring.starter.install import InstallSource, InstallSourceError
from grader.authoring.starter.recipe import starter_files
from grader.cli.init import PLATFORMS
from grader.course import find

COMMIT = "0123456789abcdef0123456789abcdef01234567"
NAME = "token_by_token-1.2.3-py3-none-any.whl"
GIT = f"git+https://example.org/me/token-by-token.git@{COMMIT}"
CONSTRAINTS = {"constraints.txt": install.constraints().encode()}
ZIP = "https://example.org/token-by-token/archive/v1.zip"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Return a wheel that has a solution in it, as ours has."""
    path = tmp_path / "with space é" / NAME
    path.parent.mkdir()
    solution = find().solutions / "picking/nucleus_membership.py"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("token_by_token-1.2.3.dist-info/METADATA", "Name: token-by-token\n")
        archive.writestr("grader/_shipped/solutions/picking/nucleus_membership.py", solution.read_bytes())
    return path


def record(url: str, **details: object) -> str:
    return json.dumps({"url": url, **details})


# --- the choices ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "requirement"),
    [
        ("token-by-token==0.1.0", "token-by-token==0.1.0"),
        ("token-by-token==1.0rc1+local.2", "token-by-token==1.0rc1+local.2"),
        (GIT, f"token-by-token @ {GIT}"),
        (ZIP, f"token-by-token @ {ZIP}"),
        (f"{ZIP}#sha256={'a' * 64}", f"token-by-token @ {ZIP}#sha256={'a' * 64}"),
    ],
)
def test_a_source_becomes_a_requirement(given: str, requirement: str) -> None:
    source = install.parse(given)
    assert source.requirement == requirement
    assert source.files == {"requirements.txt": f"-c constraints.txt\n{requirement}\n".encode(), **CONSTRAINTS}


def test_a_wheel_comes_with_the_requirement_that_names_it(wheel: Path) -> None:
    source = install.parse(str(wheel))
    requirements = f"-c constraints.txt\n./{NAME}\n".encode()
    assert source.files == {"requirements.txt": requirements, **CONSTRAINTS, NAME: wheel.read_bytes()}


def test_the_versions_of_all_that_is_needed_are_those_that_are_installed_here() -> None:
    rows = dict(row.split("==") for row in install.constraints().splitlines())
    assert {"numpy", "pydantic", "pydantic-core", "pytest", "pluggy"} <= {
        name.lower().replace("_", "-") for name in rows
    }
    assert all(metadata.version(name) == version for name, version in rows.items())
    assert "weasyprint" not in rows, "what only an extra needs is not installed"


@pytest.mark.parametrize(
    "given",
    [
        "",
        "token-by-token",
        "token-by-token==0.1.0\n-r other.txt",
        GIT.replace(COMMIT, "main"),
        GIT.replace("example.org", "me:secret@example.org"),
        GIT.replace("https", "ssh"),
        GIT + "; echo",
        ZIP.replace("https", "http"),
    ],
)
def test_what_does_not_install_one_version_is_refused_with_the_choices(given: str) -> None:
    with pytest.raises(InstallSourceError, match="is no source that installs one version for everybody; give --inst"):
        install.parse(given)


def test_a_password_in_an_address_is_not_shown() -> None:
    with pytest.raises(InstallSourceError, match="is no source") as caught:
        install.parse(GIT.replace("https://", "https://ada:SECRET@"))
    assert "SECRET" not in str(caught.value)


def test_a_wheel_that_is_none_of_ours_is_refused(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(InstallSourceError, match="cannot be read: No such file or directory; give --install-from"):
        install.parse(str(tmp_path / NAME))
    path = tmp_path / "other-1.0-py3-none-any.whl"
    path.write_bytes(wheel.read_bytes())
    with pytest.raises(InstallSourceError, match="is no wheel of token-by-token; give --install-from"):
        install.parse(str(path))
    (tmp_path / NAME).write_bytes(b"no zip file")
    with pytest.raises(InstallSourceError, match="is no wheel of token-by-token"):
        install.parse(str(tmp_path / NAME))


# --- without --install-from -----------------------------------------------------------------------


def test_an_index_git_and_an_address_are_known_from_the_installation() -> None:
    assert install.of_record(None, "1.2.3") == InstallSource("token-by-token==1.2.3")
    vcs = {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}
    found = install.of_record(record("https://example.org/me/token-by-token.git", vcs_info=vcs), "1.2.3")
    assert found == InstallSource(f"token-by-token @ {GIT}")
    hashes = {"hashes": {"sha256": "a" * 64}}
    assert install.of_record(record(ZIP, archive_info=hashes), "1.2.3") == install.parse(f"{ZIP}#sha256={'a' * 64}")
    assert install.of_record(record(ZIP, archive_info={}), "1.2.3") == install.parse(ZIP)


def test_a_wheel_on_this_machine_is_taken_along_unless_it_has_changed(wheel: Path) -> None:
    hashes = {"hashes": {"sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}}
    for details in (hashes, {}):
        found = install.of_record(record(wheel.as_uri(), archive_info=details), "1.2.3")
        assert found.files[NAME] == wheel.read_bytes()
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("grader/new.py", "")
    with pytest.raises(InstallSourceError, match="has changed since it was installed; give --install-from"):
        install.of_record(record(wheel.as_uri(), archive_info=hashes), "1.2.3")
    wheel.unlink()
    with pytest.raises(InstallSourceError, match=r"cannot be read: .*; give --install-from"):
        install.of_record(record(wheel.as_uri(), archive_info=hashes), "1.2.3")


@pytest.mark.parametrize("details", [{"dir_info": {}}, {"dir_info": {"editable": True}}])
def test_a_folder_on_this_machine_is_no_source_for_others(details: dict[str, object]) -> None:
    with pytest.raises(InstallSourceError, match=r"comes from a folder, file:///a%20b, which others do not have; give"):
        install.of_record(record("file:///a%20b", **details), "1.2.3")


# --- in a starter ---------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", PLATFORMS)
@pytest.mark.parametrize("given", ["wheel", GIT])
def test_every_recipe_installs_from_the_one_source(recipe: str, given: str, wheel: Path) -> None:
    source = install.parse(str(wheel) if given == "wheel" else given)
    files = starter_files(recipe, assignment(COURSE, "entropy", source=source))
    assert {name: files[name] for name in source.files} == source.files
    named = [name for name, content in files.items() if source.requirement.encode() in content]
    assert named == ["requirements.txt"]
    assert (b"Python 3.11 or newer and git." in files["README.md"]) == (given == GIT)


@needs_bash
def test_the_platforms_variable_comes_before_the_requirements(tmp_path: Path) -> None:
    files = starter_files("github", assignment(COURSE, "entropy"))
    (job,) = yaml.safe_load(files[WORKFLOWS["github"]])["jobs"].values()
    (script,) = [step["run"] for step in job["steps"] if "pip install" in step.get("run", "")]
    pip = tmp_path / "bin/pip"
    pip.parent.mkdir()
    pip.write_text("#!/bin/sh\nprintf '<%s>' \"$@\"\n", "utf-8")
    pip.chmod(0o755)
    for source, arguments in (("", "<install><-r><requirements.txt>"), (f"{GIT} x", f"<install><{GIT} x>")):
        assert bash(script, tmp_path, PATH=f"{pip.parent}:/usr/bin:/bin", SOURCE=source).stdout == arguments
