"""The figures on the cheat sheet."""

import inspect

import numpy as np

from ..cost.loop_op_counts import op_counts
from ..picking.min_p import min_p
from ..picking.nucleus_membership import nucleus
from ..picking.sample_with_u import sample
from ..picking.top_3_renormalisation import top_k
from ..scores.entropy import entropy_bits
from ..scores.temperature_rescaling import temperature_probs
from ..structure.complete_generate import generate
from .as_text import grouped, several, short
from .worked_example import LOGITS, TOKENS

TEMPERATURES = {"cold": 0.5, "plain": 1.0, "hot": 2.0}
P = temperature_probs(LOGITS, 1.0)


def odds() -> dict[str, str]:
    """Return how many times likelier one logit more makes a token at T = .5, 1 and 2."""
    pairs = {name: temperature_probs(np.array([1.0, 0.0]), T) for name, T in TEMPERATURES.items()}
    return {name: short(p[0] / p[1], 2) for name, p in pairs.items()}


def worked_example() -> dict[str, str]:
    """Return the table of the worked example: a column for each temperature, with its entropy and its nucleus."""
    found = {f"logit_{token}": f"{logit:g}".removeprefix("0") for token, logit in zip(TOKENS, LOGITS, strict=True)}
    found |= {f"sum_{token}": short(mass) for token, mass in zip(TOKENS, np.cumsum(P), strict=True)}
    for name, T in TEMPERATURES.items():
        p = temperature_probs(LOGITS, T)
        found |= {f"{name}_{token}": short(each) for token, each in zip(TOKENS, p, strict=True)}
        found |= {f"bits_{name}": short(entropy_bits(p)), f"kept_{name}": str(len(nucleus(p, 0.9)))}
    return found


def picking() -> dict[str, str]:
    """Return what the ways of picking do with the worked example."""
    return {
        "drawn": TOKENS[sample(P, 0.9)],
        "top_k": several(top_k(P, 3)[:3]),
        "nucleus": ", ".join(TOKENS[token] for token in nucleus(P, 0.9)),
        "min_p": ", ".join(token for token, each in zip(TOKENS, min_p(P, 0.1), strict=True) if each),
    }


def costs() -> dict[str, str]:
    """Return the positions of a prompt of 1000 and 500 picks, with and without a cache."""
    naive, cached, _, _ = op_counts(1000, 500)
    return {"naive": grouped(naive), "cached": grouped(cached)}


def neutral() -> dict[str, str]:
    """Return the values at which settings change nothing, which are the defaults of the complete generator."""
    settings = inspect.signature(generate).parameters
    names = ("temperature", "top_k", "top_p", "min_p", "repetition_penalty", "frequency_penalty")
    return {name: f"{settings[name].default:g}" for name in names}
