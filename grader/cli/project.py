"""The project's addresses, from the installed package."""

from importlib import metadata

PACKAGE = "token-by-token"


def project_url(label: str) -> str:
    """Return an address from `[project.urls]` in pyproject.toml; an empty text if the package was never installed."""
    try:
        rows = metadata.metadata(PACKAGE).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    return next((address for name, _, address in (row.partition(", ") for row in rows) if name == label), "")


def documented(page: str) -> str:
    """Return the address of a page of the documentation, such as `teaching/platforms`."""
    return f"{project_url('Documentation')}{page}.html"
