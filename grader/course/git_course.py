"""Courses in git repositories: clone one commit, under a name from which its address can be read."""

import os
import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from grader.core.errors import CourseError

GIT = re.compile(r"git\+((?:https|ssh|file)://[^\s;#]+?)(?:@([^\s@/:;#]+))?")
COMMIT = re.compile(r"[0-9a-f]{40}")
LONGEST_ADDRESS = 240
"""The longest name of a folder that all file systems take, with some room: the address becomes one."""
GIT_SECONDS = 300
ALL_BRANCHES = "+refs/heads/*:refs/remotes/origin/*"
PLACES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
"""Variables by which a hook of another repository would lead git there."""


def clone(text: str, into: Path, *, is_pinned: bool) -> Path:
    """Return the folder of a git repository at one commit; clone it first if it is not there.

    Args:
        text: `git+https://ADDRESS@COMMIT`; a branch, a tag or nothing in place of the commit stands for that of now.
        into: The folder of all clones; the name of each is its quoted address and commit.
        is_pinned: Refuse anything but a commit.

    Raises:
        CourseError: there is no such repository or commit, or it cannot be fetched.
    """
    match = GIT.fullmatch(text)
    if not match or len(quote(text, safe="")) + 41 > LONGEST_ADDRESS:
        raise CourseError(f"{text!r} is no address of a course; write git+https://ADDRESS@COMMIT")
    address, revision = match[1], match[2] or "HEAD"
    if not COMMIT.fullmatch(revision):
        if is_pinned:
            advice = "name all 40 digits of a commit, git+https://ADDRESS@COMMIT"
            raise CourseError(f"{text} may be another course tomorrow, and grades have to be of one version; {advice}")
        revision = _commit_of(address, revision)
    folder = into / quote(f"git+{address}@{revision}", safe="")
    if not folder.is_dir():
        _fetch(address, revision, folder)
    return folder


def _commit_of(address: str, revision: str) -> str:
    """Return the commit that a branch, a tag or HEAD is at now."""
    names = [f"refs/tags/{revision}^{{}}", f"refs/heads/{revision}", f"refs/tags/{revision}", revision]
    refs = _git("ls-remote", "--", address, *names, at=address)
    # By its whole name: git also tells of those that only end with it, such as the branch `a/main` for `main`.
    commits = {name: commit for commit, name in (line.split() for line in refs.splitlines())}
    commit = next((commits[name] for name in names if name in commits), None)
    if commit is None:
        raise CourseError(f"{address} has no branch or tag {revision!r}")
    return commit


def _fetch(address: str, commit: str, folder: Path) -> None:
    """Check out a commit into a folder, which is there only once it is whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".unfinished-") as unfinished:
        _git("init", "--quiet", "--template=", unfinished, at=address)
        at_clone = ("-C", unfinished)
        try:
            _git(*at_clone, "fetch", "--quiet", "--depth=1", "--", address, commit, at=address)
        except CourseError:  # a server need not give away a commit that is no branch's or tag's last one
            _git(*at_clone, "fetch", "--quiet", "--tags", "--", address, ALL_BRANCHES, at=address)
        _git(*at_clone, "-c", "core.autocrlf=false", "checkout", "--quiet", "--detach", commit, at=address)
        try:
            os.rename(unfinished, folder)
        except OSError as error:
            if not folder.is_dir():  # else another process was quicker, with the same files
                what = f"{folder} cannot be written: {error.strerror}; make room, or give a folder"
                raise CourseError(what) from error


def _git(*arguments: str, at: str) -> str:
    """Run git without questions and the more daring transports; return its output."""
    environment = {name: value for name, value in os.environ.items() if name not in PLACES}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:ssh:file", "GIT_LFS_SKIP_SMUDGE": "1"}
    try:
        ran = subprocess.run(
            ["git", *arguments], env=environment, capture_output=True, text=True, timeout=GIT_SECONDS, check=True
        )
    except FileNotFoundError as error:
        raise CourseError("a course at a git address needs git; install it, or give a folder") from error
    except subprocess.TimeoutExpired as error:
        raise CourseError(f"{at} does not answer; try again, or give a folder") from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines()
        raise CourseError(f"{at} cannot be fetched: {said[-1] if said else 'git failed'}") from error
    return ran.stdout
