"""The wheel and the sdist hold what git tracks: nothing is missing, nothing git ignores is shipped."""

from __future__ import annotations

import configparser
import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest
from places import ROOT

import grader

SHIPPED = ("exercises", "solutions", "grader", "flashcards", "token_by_token.py")
MOVED = ("exercises", "solutions", "docs")
NOT_IN_SDIST = {"action.yml", "CITATION.cff", ".devcontainer", ".github", ".ci", ".pre-commit-config.yaml", "uv.lock"}
FONTS = "grader/files/font_files"
IGNORED = (
    "exercises/__pycache__/stub.cpython-311.pyc",
    "exercises/.learn/progress.json",
    "solutions/.learn/workspace.json",
    "grader/checks/__pycache__/base.cpython-311.pyc",
    "grader/.mypy_cache/data.json",
    "flashcards/dist/deck.pdf",
    ".venv/lib/grader/stray.py",
)
"""Files of a developer's checkout that git ignores."""

Files = dict[str, bytes]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("git") is None or not (ROOT / ".git").exists(),
        reason="packages are built from a git checkout, and these tests run outside of one",
    ),
]


class Built(NamedTuple):
    """The files that git tracks, and the packages built from them, each file by its path."""

    tracked: Files
    wheel: Files
    sdist: Files
    wheel_of_sdist: Files


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the packages from a copy of what git tracks with files around it that git ignores."""
    folder = tmp_path_factory.mktemp("packages")
    checkout = folder / "checkout"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    tracked = {name: (ROOT / name).read_bytes() for name in names.split("\0") if (ROOT / name).is_file()}
    for name, content in {**dict.fromkeys(IGNORED, b"ignored"), **tracked}.items():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_bytes(content)
    build(checkout, folder / "dist", "wheel", "sdist")
    (wheel,), (archive,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    build(unpacked, folder / "again", "wheel")
    sdist = {path.relative_to(unpacked).as_posix(): path.read_bytes() for path in unpacked.rglob("*") if path.is_file()}
    return Built(tracked, unzipped(wheel), sdist, unzipped(folder / "again" / wheel.name))


def build(checkout: Path, target: Path, *kinds: str) -> None:
    """Build packages with the installed hatchling: no network, no environment of its own."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(target)]
    for kind in kinds:
        command += ["-t", kind]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"})


def unzipped(wheel: Path) -> Files:
    """Read every file of a wheel."""
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def content(wheel: Files) -> Files:
    """Return a wheel's files without those about the package itself."""
    return {name: data for name, data in wheel.items() if ".dist-info/" not in name}


def information(wheel: Files, name: str) -> str:
    """Return one of the wheel's files about the package itself."""
    (found,) = (data for path, data in wheel.items() if path.endswith(f".dist-info/{name}"))
    return found.decode()


@pytest.fixture(scope="module")
def metadata(built: Built) -> Message:
    """Return the wheel's metadata."""
    return email.message_from_string(information(built.wheel, "METADATA"))


def test_the_wheel_holds_what_git_tracks_in_the_four_folders_the_errata_and_nothing_else(built: Built) -> None:
    expected = {
        f"grader/_shipped/{name}" if name.split("/")[0] in MOVED else name: data
        for name, data in built.tracked.items()
        if name.split("/")[0] in SHIPPED or name == "docs/reference/errata.md"
        if not re.fullmatch(rf"{FONTS}/.*\.(txt|md)", name)  # licenses are with the wheel's other ones
        if name != "solutions/tiny_lm/train.py"  # it needs torch, and writes into the checkout
    }
    assert sorted(content(built.wheel)) == sorted(expected)
    assert content(built.wheel) == expected


def test_the_sdist_holds_what_git_tracks_and_nothing_else(built: Built) -> None:
    expected = {name: data for name, data in built.tracked.items() if name.split("/")[0] not in NOT_IN_SDIST}
    assert sorted(built.sdist) == sorted([*expected, "PKG-INFO"])
    assert {name: data for name, data in built.sdist.items() if name != "PKG-INFO"} == expected


def test_the_wheel_made_from_the_sdist_is_the_wheel_made_from_the_checkout(built: Built) -> None:
    assert built.wheel_of_sdist == built.wheel


def test_the_wheel_provides_the_command_and_the_pytest_plugin(built: Built) -> None:
    points = configparser.ConfigParser(delimiters="=")
    points.read_string(information(built.wheel, "entry_points.txt"))
    assert {section: dict(points[section]) for section in points.sections()} == {
        "console_scripts": {"learn": "grader.cli:main"},
        "pytest11": {"token-by-token": "token_by_token"},
    }


def test_metadata(metadata: Message) -> None:
    assert metadata["Name"] == "token-by-token"
    assert metadata["Version"] == grader.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert [each.partition(", ")[0] for each in metadata.get_all("Project-URL") or []] == [
        "Homepage",
        "Documentation",
        "Repository",
        "Issues",
        "Changelog",
    ]


def test_the_description_for_the_package_index_has_no_relative_link(metadata: Message) -> None:
    text = str(metadata.get_payload())
    assert "(docs/" in (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"\]\((?!https?://|#)[^)]*\)", text) == []
    assert f"/v{grader.__version__}/docs/pictures/session-watch.svg)" in text


@pytest.mark.parametrize("name", ["LICENSE", f"{FONTS}/LICENSE-Inter.txt", f"{FONTS}/LICENSE-JetBrainsMono.txt"])
def test_the_licences_are_shipped(built: Built, name: str) -> None:
    assert information(built.wheel, f"licenses/{name}").encode() == built.tracked[name]


def test_the_unpacked_wheel_finds_its_own_course(built: Built, tmp_path: Path) -> None:
    for name, data in built.wheel.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    code = "from grader.course import find; from grader.course.course import Course; print(*Course(find()).exercise_ids, *find(), sep='\\n')"
    printed = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    shipped = tmp_path / "grader" / "_shipped"
    assert printed[-2:] == [str(shipped / "exercises"), str(shipped / "solutions")]
    assert {f"grader/_shipped/exercises/{each}.py" for each in printed[:-2]} <= set(built.wheel)
    assert printed[:-2]
