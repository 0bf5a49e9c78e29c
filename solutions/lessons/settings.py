"""The figures of the page on settings: what temperatures do to the worked example."""

from ..flashcards.as_text import short
from ..flashcards.worked_example import LOGITS
from ..picking.nucleus_membership import nucleus
from ..scores.entropy import entropy_bits
from ..scores.temperature_rescaling import temperature_probs

TEMPERATURES = (0, 0.3, 0.6, 1, 1.5)


def page() -> dict[str, str]:
    """Return a row of the table for each temperature."""
    rows = []
    for T in TEMPERATURES:
        p = temperature_probs(LOGITS, T)
        name = f"{T:g}".replace("0.", ".")
        favorite = short(p[0]) if T else "1"
        rows.append(
            f"| {name} | {favorite} | {short(abs(entropy_bits(p)), 2) if T else '0'} | {len(nucleus(p, 0.9))} |"
        )
    return {"rows": "\n".join(rows)}
