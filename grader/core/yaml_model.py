"""Declare the data classes of YAML content, which pydantic validates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, dataclass_transform

STRICT: dict[str, Any] = {"extra": "forbid"}
"""How pydantic validates the data classes of YAML content: unknown keys are errors."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def yaml_model(cls: type) -> type:
    """Make a class a frozen dataclass whose fields are the keys of a YAML mapping."""
    cls.__pydantic_config__ = STRICT  # type: ignore[attr-defined]
    return dataclass(frozen=True, kw_only=True)(cls)
