"""The figures on the cards of the deck `course`."""

from ..cost.loop_op_counts import op_counts
from ..picking.nucleus_membership import nucleus
from ..scores.entropy import entropy_bits
from ..scores.temperature_rescaling import temperature_probs
from .as_text import short
from .worked_example import LOGITS

COLD, HOT = temperature_probs(LOGITS, 0.5), temperature_probs(LOGITS, 2)
PLAIN = temperature_probs(LOGITS, 1)


def nucleus_sizes() -> dict[str, str]:
    """Return how many tokens top-p .9 keeps at T = .5, 1 and 2."""
    return {name: str(len(nucleus(p, 0.9))) for name, p in (("cold", COLD), ("plain", PLAIN), ("hot", HOT))}


def temperatures() -> dict[str, str]:
    """Return the probability of “the” at T = .5, 1 and 2."""
    return {name: short(p[0]) for name, p in (("cold", COLD), ("plain", PLAIN), ("hot", HOT))}


def saving_of_the_cache() -> dict[str, str]:
    """Return how many times fewer positions a cache needs for a prompt of 1000 and 500 new tokens."""
    naive, cached, _, _ = op_counts(1000, 500)
    return {"factor": short(naive / cached, 1)}


def entropies() -> dict[str, str]:
    """Return the entropy in bits at T = .5 and 2."""
    return {"cold": short(entropy_bits(COLD)), "hot": short(entropy_bits(HOT))}
