"""Declare the data classes of YAML content, which pydantic validates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, dataclass_transform

STRICT: dict[str, Any] = {"extra": "forbid"}
"""How pydantic validates the data classes of YAML content: unknown keys are errors."""


FILE_NAME = "is_file_name"
"""Marks a field in its metadata as set from the file's name."""


def file_name_field() -> Any:
    """Declare a field that is set from the file's name, and that authors must not write."""
    return field(default="", metadata={FILE_NAME: True})


@dataclass_transform(field_specifiers=(field, file_name_field), frozen_default=True, kw_only_default=True)
def yaml_model(cls: type) -> type:
    """Make a class a frozen dataclass whose fields are the keys of a YAML mapping."""
    cls.__pydantic_config__ = STRICT  # type: ignore[attr-defined]
    return dataclass(frozen=True, kw_only=True)(cls)
