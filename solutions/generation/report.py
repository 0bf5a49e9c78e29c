"""Figures to show after a text: uncertainty, work, memory, the gain from a draft, and what hidden tokens add."""

from typing import Any

from ..cost.loop_op_counts import op_counts
from ..cost.reasoning_usage import reasoning_usage
from ..formulas import expected, kv_bytes


class Counts:
    """Counts over all steps of a text."""

    def __init__(self) -> None:
        self.bits = 0.0
        """The sum of the entropies of the model's distributions."""
        self.rounds = self.accepted = self.rejected = 0

    def add_round(self, accepted: int, *, is_rejected: bool) -> None:
        """Count a round of a draft: so many guesses were accepted, and perhaps one was rejected."""
        self.rounds += 1
        self.accepted += accepted
        self.rejected += is_rejected


def facts(
    counts: Counts, P: int, N: int, *, gamma: int | None, kv_shape: tuple[int, int, int, int] | None
) -> list[tuple[str, str]]:
    """Return facts about a text, each with its title.

    Args:
        counts: what was counted while it was written.
        P: tokens of the prompt.
        N: tokens picked.
        gamma: how many tokens a draft guessed in each round; None without a draft.
        kv_shape: layers, heads, numbers in a key, and bytes in a number of the model's cache; None if it has none.
    """
    found = [("entropy", f"{counts.bits / N:.2f} bits a token on average")]
    if gamma is None:
        naive, cached, naive_pairs, cached_pairs = op_counts(P, N)
        with_cache = f"{cached:,} positions and {cached_pairs:,} pairs with the cache"
        found.append(("work", f"{with_cache}, {naive:,} and {naive_pairs:,} without"))
    else:
        judged = counts.accepted + counts.rejected
        alpha = counts.accepted / judged if judged else 0.0
        tokens, _ = expected(alpha, gamma, 0.0)
        accepted = f"{counts.accepted} of {judged} judged guesses accepted ({alpha:.0%})"
        found.append(("draft", f"{accepted}; {N / counts.rounds:.1f} tokens a pass, {tokens:.1f} to be expected"))
    if kv_shape is not None:
        layers, heads, d_head, bytes_per_number = kv_shape
        positions = P + N - 1
        size = kv_bytes(layers, heads, d_head, positions, bytes_per_number)
        found.append(("KV cache", f"{positions:,} positions, {size:,} bytes"))
    return found


def billed(hidden: int, usage: dict[str, int], most: int, finish_reason: str) -> dict[str, Any]:
    """Return the usage of a call that thinks before it writes a text.

    Args:
        hidden: tokens of the reasoning.
        usage: of the text alone.
        most: how many tokens the text may have; the limit of the call leaves room for the reasoning as well.
        finish_reason: of the text, "stop" or "length".

    Returns:
        "prompt_tokens", and the four entries of `reasoning_usage`.
    """
    rest = 1 if finish_reason == "length" else 0  # of a text that was cut off, one token more was to come, at least
    found = reasoning_usage(hidden, usage["completion_tokens"] + rest, hidden + most)
    counts = {name: int(found[name]) for name in ("completion_tokens", "reasoning_tokens", "answer_tokens")}
    return {"prompt_tokens": usage["prompt_tokens"]} | counts | {"finish_reason": str(found["finish_reason"])}
