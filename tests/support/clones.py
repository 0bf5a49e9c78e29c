"""Clones of students' repositories, with commits at given times."""

from __future__ import annotations

import hashlib
import os
import subprocess
import zlib
from pathlib import Path

NAMES = {f"GIT_{who}_{what}": "ada@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def git(clone: Path, *words: str, time: str = "2026-11-20T12:00:00Z") -> str:
    """Run git in a clone, at a time; return what it prints."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(clone), "GIT_CONFIG_NOSYSTEM": "1", **NAMES}
    environment |= {"GIT_AUTHOR_DATE": time, "GIT_COMMITTER_DATE": time}
    return subprocess.run(
        ["git", *words], cwd=clone, env=environment, check=True, capture_output=True, text=True
    ).stdout


def commit(clone: Path, time: str, **files: str) -> str:
    """Write files `name.py` into a clone, which is made if there is none, and commit them; return the commit's id."""
    clone.mkdir(parents=True, exist_ok=True)
    if not (clone / ".git").exists():
        git(clone, "init", "-q", "-b", "main")
    for name, content in files.items():
        (clone / f"{name}.py").write_text(content, "utf-8")
    git(clone, "add", "-A")
    git(clone, "commit", "-q", "--allow-empty", "-m", "work", time=time)
    return git(clone, "rev-parse", "HEAD").strip()


def loose(clone: Path, object_id: str) -> Path:
    """Return the path of an object that is in no pack."""
    return clone / ".git/objects" / object_id[:2] / object_id[2:]


def put(clone: Path, kind: str, content: bytes, object_id: str | None = None) -> str:
    """Write an object under its id, or forged under another one; return the id."""
    whole = f"{kind} {len(content)}\0".encode() + content
    found = object_id or hashlib.sha1(whole, usedforsecurity=False).hexdigest()
    path = loose(clone, found)
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(zlib.compress(whole))
    return found


def entry(mode: str, name: str, object_id: str) -> bytes:
    """Return the bytes of an entry of a tree."""
    return f"{mode} {name}".encode() + b"\0" + bytes.fromhex(object_id)


def commit_tree(clone: Path, tree: str) -> str:
    """Write a commit of a tree; return its id."""
    who = "ada <ada@example.org> 1795176000 +0000"
    return put(clone, "commit", f"tree {tree}\nauthor {who}\ncommitter {who}\n\nwork\n".encode())
