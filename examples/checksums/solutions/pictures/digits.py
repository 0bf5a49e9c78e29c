"""The picture of the unit `digits`."""

from typing import Any

from ..digits.luhn_is_valid import luhn_is_valid

NUMBER = "4788"


def doubling() -> dict[str, Any]:
    """Draw the digits of a number, and what Luhn's method adds up for them."""
    digits = [int(character) for character in NUMBER]
    is_doubled = [(len(digits) - place) % 2 == 0 for place in range(len(digits))]
    added = [
        sum(divmod(2 * digit, 10)) if doubled else digit for digit, doubled in zip(digits, is_doubled, strict=True)
    ]
    total = sum(added)
    if luhn_is_valid(NUMBER) != (total % 10 == 0):
        raise ValueError("the picture adds up other digits than the solution")
    looks = ["full" if doubled else "light" for doubled in is_doubled]
    rows = {"digits": (digits, ""), "added": (added, f"{total} in all")}
    return {
        "title": f"Luhn's method on the number {NUMBER}",
        "description": f"Two rows of cells: the digits {_listed(digits)}, and below them what each one adds, "
        f"{_listed(added)}. The first and the third digit are doubled. The sum is {total}.",
        "parts": [
            {
                "kind": "strips",
                "rows": [
                    {
                        "label": label,
                        "note": note,
                        "cells": [
                            {"text": str(number), "look": look} for number, look in zip(numbers, looks, strict=True)
                        ],
                    }
                    for label, (numbers, note) in rows.items()
                ],
                "legend": [{"look": "full", "label": "doubled"}, {"look": "light", "label": "as it is"}],
            }
        ],
    }


def _listed(numbers: list[int]) -> str:
    """Return numbers with commas between them."""
    return ", ".join(map(str, numbers))
