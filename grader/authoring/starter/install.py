"""The install source of a starter: where learners and platforms install this package from."""

import hashlib
import json
import re
import zipfile
from contextlib import suppress
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from grader.core.errors import UserError

PACKAGE = "token-by-token"
PINNED = re.compile(rf"{PACKAGE}==\d[0-9A-Za-z.!+_-]*")
# No `@` in front of the commit, so no user and no password: learners can read the requirement.
GIT = re.compile(r"git\+https://[^\s@'\";#$]+@[0-9a-f]{40}")
ARCHIVE = re.compile(r"https://[^\s@'\";#$]+\.(?:whl|zip|tar\.gz)(?:#sha256=[0-9a-f]{64})?")
WHEEL = re.compile(r"token_by_token-\d[\w.!+]*-py3-none-any\.whl")
CHOICES = (
    "give --install-from git+https://ADDRESS@COMMIT with all 40 digits of the commit, the path of a wheel "
    f"(`pip wheel --no-deps FOLDER` makes one of a checkout), or {PACKAGE}==VERSION if that is published"
)


class InstallSourceError(UserError):
    """A source that learners could not install from; the message lists the choices."""


class InstallSource(NamedTuple):
    """A requirement for pip that names one version exactly, and the wheel if it names a file beside it."""

    requirement: str
    wheel: bytes = b""

    @property
    def files(self) -> dict[str, bytes]:
        """Return requirements.txt, the versions of all dependencies, and the wheel that it names."""
        name = self.requirement.removeprefix("./")
        return {
            "requirements.txt": f"-c constraints.txt\n{self.requirement}\n".encode(),
            "constraints.txt": constraints().encode(),
            **({name: self.wheel} if self.wheel else {}),
        }


def constraints() -> str:
    """Return the versions of all that this package needs, as they are installed here; those of another system are left out."""
    versions: dict[str, str] = {}
    waiting = [PACKAGE]
    while waiting:
        name = waiting.pop()
        with suppress(metadata.PackageNotFoundError):  # of another system, or another Python
            versions[name] = metadata.version(name)
            needed = [text for text in metadata.requires(name) or () if "extra ==" not in text]
            waiting += {re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in needed} - versions.keys()
    versions.pop(PACKAGE, None)
    return "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()))


def parse(text: str) -> InstallSource:
    """Return the source for a value of `--install-from`.

    Raises:
        InstallSourceError: it is none of the choices, does not name one version, or is no wheel of this package.
    """
    if PINNED.fullmatch(text):
        return InstallSource(text)
    if GIT.fullmatch(text) or ARCHIVE.fullmatch(text):
        return InstallSource(f"{PACKAGE} @ {text}")
    if text.endswith(".whl") and "://" not in text:
        return _of_wheel(Path(text))
    shown = re.sub(r"//[^/\s]*@", "//", text)  # without a password
    raise InstallSourceError(f"{shown!r} is no source that installs one version for everybody; {CHOICES}")


def of_this_installation() -> InstallSource:
    """Return the source that this package itself was installed from.

    Raises:
        InstallSourceError: it was installed from a folder, or from a file that has gone or changed.
    """
    try:
        distribution = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError as error:
        raise InstallSourceError(f"this copy was never installed; {CHOICES}") from error
    return of_record(distribution.read_text("direct_url.json"), distribution.version)


def of_record(record: str | None, version: str) -> InstallSource:
    """Return the source that an installer has recorded in direct_url.json (PEP 610).

    Args:
        record: The text of the file; None, if the package came from an index.
        version: The version that is installed.

    Raises:
        InstallSourceError: others cannot install from there.
    """
    if record is None:
        return InstallSource(f"{PACKAGE}=={version}")
    origin: dict[str, Any] = json.loads(record)
    url = origin["url"]
    if "vcs_info" in origin:
        return parse(f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}")
    if "archive_info" not in origin:
        raise InstallSourceError(f"the installation comes from a folder, {url}, which others do not have; {CHOICES}")
    digest = origin["archive_info"].get("hashes", {}).get("sha256", "")
    if not url.startswith("file:"):
        return parse(url.partition("#")[0] + (f"#sha256={digest}" if digest else ""))
    path = Path(url2pathname(urlsplit(url).path))
    source = _of_wheel(path)
    if digest and hashlib.sha256(source.wheel).hexdigest() != digest:
        raise InstallSourceError(f"{path} has changed since it was installed; {CHOICES}")
    return source


def _of_wheel(path: Path) -> InstallSource:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InstallSourceError(f"{path} cannot be read: {error.strerror}; {CHOICES}") from error
    if not (WHEEL.fullmatch(path.name) and zipfile.is_zipfile(BytesIO(content))):
        raise InstallSourceError(f"{path} is no wheel of {PACKAGE}; {CHOICES}")
    return InstallSource(f"./{path.name}", content)
