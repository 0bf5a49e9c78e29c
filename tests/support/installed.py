"""Distributions that are installed for a test, as pip installs them."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "tiny_math/__init__.py": "from .inner import double\n",
    "tiny_math/inner.py": "def double(x):\n    return 2 * x\n",
}


def install(site: Path, name: str, files: dict[str, str], undeclared: dict[str, str] | None = None) -> None:
    """Write a distribution as pip does."""
    for path, text in {**files, **(undeclared or {})}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, "utf-8")
    info = site / f"{name.replace('-', '_')}-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n", "utf-8")
    listed = [*files, f"{info.name}/METADATA", f"{info.name}/RECORD"]
    (info / "RECORD").write_text("".join(f"{path},,\n" for path in listed), "utf-8")
