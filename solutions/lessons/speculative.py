"""The figures of the page on speculative decoding, and of its answers."""

import numpy as np

from ..flashcards.as_text import percent, short
from ..formulas import expected
from ..speculative import accept_and_residual as rule
from ..speculative import ngram_draft as lookup
from ..speculative import speculative_generate as loop
from ..speculative import verify_block as block
from ..tiny_lm import model as tiny_lm
from .drawing import listed

P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.5, 0.3])
"""An example of a target and a draft, for calculating by hand."""
PROMPT, COUNT, GAMMA = "My", 40, 4


def page() -> dict[str, str]:
    """Return the example in full, and a run of the two tiny models."""
    accept, residual = rule.accept_and_residual(P, Q)
    kept = Q * accept
    rejected = 1 - kept.sum()
    assert np.allclose(kept + rejected * residual, P)
    tokenizer = tiny_lm.tokenizer()
    ids, stats = loop.speculative(
        tiny_lm.load("target"),
        tiny_lm.load("draft"),
        tokenizer.encode(PROMPT),
        COUNT,
        GAMMA,
        np.random.default_rng(1),
        tokenizer.eos,
        {"T": 0.7},
    )
    return {
        "p": listed([short(each, 1) for each in P]),
        "q": listed([short(each, 1) for each in Q]),
        "p_one": short(P[1], 1),
        "q_one": short(Q[1], 1),
        "accept": short(accept[1], 1),
        "kept": listed([short(each, 1) for each in kept]),
        "alpha": short(kept.sum(), 1),
        "rejected": short(rejected, 1),
        "residual": listed([f"{each:g}" for each in residual]),
        "kept_zero": short(kept[0], 1),
        "residual_zero": f"{residual[0]:g}",
        "p_zero": short(kept[0] + rejected * residual[0], 1),
        "prompt": PROMPT,
        "gamma": str(GAMMA),
        "tokens": str(len(ids)),
        "calls": str(stats["target_calls"]),
        "share": percent(stats["accepted"] / stats["proposed"]),
        "expected": short(expected(0.8, GAMMA, 0.05)[0], 2),
        "speed": short(expected(0.8, GAMMA, 0.05)[1], 2),
        "long": short(expected(0.8, 16, 0.05)[1], 2),
        "slow": short(expected(0.5, GAMMA, 0.5)[1], 2),
    }


def accept_and_residual() -> dict[str, str]:
    """Return how often each token of the task's example is kept, and the residual."""
    p, q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])
    accept, residual = rule.accept_and_residual(p, q)
    rejected = 1 - (q * accept).sum()
    return {
        "accept": listed([f"{each:.3g}".lstrip("0") for each in accept]),
        "residual": listed([f"{each:.3g}".lstrip("0") or "0" for each in residual]),
        "rejected": short(rejected, 1),
        "first": short(q[0] * accept[0] + rejected * residual[0], 1),
    }


def verify_block() -> dict[str, str]:
    """Return the bound of u below which token 0 is kept, and the token in its place."""
    p, q = np.array([[0.25, 0.75]] * 2), np.array([[0.5, 0.5]])
    bound = float(rule.accept_and_residual(p[0], q[0])[0][0])
    assert block.verify(p, q, [0], [bound - 0.01], 0.0)[0] == 0
    return {"bound": f"{bound:g}".lstrip("0"), "instead": str(block.verify(p, q, [0], [bound], 0.0)[0])}


def speculative_generate() -> dict[str, str]:
    """Return the state of the round in the task: certain ids 7, 3, 5 and drafts 8, 1, of which 8 is kept."""
    certain, drafted = [7, 3, 5], [8, 1]
    after = [*certain, 8, 4]
    fed = [*certain[2:], *drafted]  # both caches hold the first two
    return {"fed": listed(list(map(str, fed))), "certain": listed(list(map(str, after))), "length": str(len(after) - 1)}


def ngram_draft() -> dict[str, str]:
    """Return the drafts after the task's ids."""
    ids = [7, 2, 9, 4, 7, 2, 5, 9, 7, 2]
    two, six = (list(map(str, lookup.ngram_draft(ids, 3, gamma, 10)[0])) for gamma in (2, 6))
    return {"two": listed(two), "six": listed(six)}
