"""What every HTML page of ours has in common: templates that escape, and a policy that lets nothing in or out."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

SHARED = Path(__file__).parent / "template"
"""The folder of what templates include: `head.html`, which every page begins with."""


def environment(folder: Path) -> Environment:
    """Return the environment for the templates in a folder."""
    return Environment(
        loader=FileSystemLoader([folder, SHARED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def policy(style: str, script: str = "") -> str:
    """Return a Content-Security-Policy that allows one style and one script, or none, and nothing else at all."""
    rules = [
        "default-src 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'" if script else "script-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
    return "; ".join(rules)


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
