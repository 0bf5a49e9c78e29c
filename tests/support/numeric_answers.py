"""The answers to all numeric questions once more, by other paths: exact fractions, decimals, counting, brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, groupby, product
from typing import Any

import numpy as np

Numbers = dict[str, Any]


def exact(number: float) -> Fraction:
    """Return the fraction that a short decimal number stands for."""
    return Fraction(str(number))


def softmax(logits: list[float], temperature: float = 1) -> list[Decimal]:
    """Return probabilities to forty digits, with the temperature as an exponent of the unscaled ones."""
    with localcontext() as context:
        context.prec = 40
        plain = [Decimal(str(z)).exp() for z in logits]
        shares = [each / sum(plain) for each in plain]
        powers = [each ** (1 / Decimal(str(temperature))) for each in shares]
        return [each / sum(powers) for each in powers]


def smallest_group(numbers: Numbers, top_p: float) -> set[str]:
    """Return the smallest set of tokens that reaches top_p; of those with equally many tokens, the likeliest."""
    p = dict(zip(numbers["tokens"], softmax(numbers["logits"]), strict=True))
    for size in range(1, len(p) + 1):
        best = max(combinations(p, size), key=lambda group: sum(p[token] for token in group))
        if sum(p[token] for token in best) >= Decimal(str(top_p)):
            return set(best)
    return set(p)


def kept(numbers: Numbers, k: int) -> list[Decimal]:
    """Return the k largest probabilities as a softmax of their logits alone, largest first."""
    return softmax(sorted(numbers["logits"], reverse=True)[:k])


def temperature_for(numbers: Numbers) -> Decimal:
    """Find the temperature by halving an interval: the ratio falls as the temperature rises."""
    low, high = Decimal("0.01"), Decimal(100)
    for _ in range(50):
        middle = (low + high) / 2
        best, second = softmax(numbers["logits"], float(middle))
        low, high = (middle, high) if best / second > numbers["ratio"] else (low, middle)
    return low


def walk(numbers: Numbers) -> str:
    """Walk along the line from 0 to 1 until u lies behind."""
    end = Fraction(0)
    for token, share in zip(numbers["tokens"], numbers["p"], strict=True):
        end += exact(share)
        if exact(numbers["u"]) < end:
            return str(token)
    raise AssertionError


def penalised(numbers: Numbers) -> list[Fraction]:
    """Repetition: the penalty always moves a logit down."""
    penalty = exact(numbers["penalty"])
    return [min(exact(z) * penalty, exact(z) / penalty) for z in numbers["logits"]]


def held_back(numbers: Numbers) -> Fraction:
    """Frequency and presence: go through what was generated, and take off what each occurrence costs."""
    logit = exact(numbers["logit"])
    for occurrence in range(Counter(numbers["generated"])[numbers["token"]]):
        logit -= exact(numbers["alpha_f"]) + (exact(numbers["alpha_p"]) if occurrence == 0 else 0)
    return logit


def fed(numbers: Numbers) -> list[int]:
    """Run the loop with and without a cache, and count what goes in."""
    text, cached, without, with_cache = numbers["prompt_length"], 0, 0, 0
    for _ in range(numbers["generated"]):
        without += text
        with_cache += text - cached
        cached, text = text, text + 1
    return [without, with_cache]


def pairs(numbers: Numbers) -> int:
    """Count who looks at whom: every position that is ever fed, at itself and at each before it."""
    last = numbers["prompt_length"] + numbers["generated"] - 1
    return sum(key <= query for query in range(last) for key in range(last))


def cost(numbers: Numbers) -> tuple[Fraction, Fraction]:
    """Return what input and output cost."""
    million = Fraction(1_000_000)
    return (
        numbers["n_in"] * exact(numbers["in_per_M"]) / million,
        numbers["n_out"] * exact(numbers["out_per_M"]) / million,
    )


def break_even(numbers: Numbers) -> int:
    """Add output tokens until they cost as much as the input."""
    bill, price = numbers["n_in"] * exact(numbers["in_per_M"]), exact(numbers["out_per_M"])
    return next(tokens for tokens in range(1, 200_000) if tokens * price >= bill)


def megabytes(numbers: Numbers) -> Fraction:
    """Ask numpy for the size of the two arrays, without making them."""
    shape = (numbers["layers"], numbers["kv_heads"], numbers["positions"], numbers["d_head"])
    number = np.zeros((), dtype={2: np.float16, 4: np.float32}[numbers["bytes_per_number"]])
    return Fraction(2 * np.broadcast_to(number, shape).nbytes, 1_000_000)


def accepted(numbers: Numbers) -> Fraction:
    """One minus half of the distance between the two distributions."""
    return 1 - sum(abs(exact(p) - exact(q)) for p, q in zip(numbers["p"], numbers["q"], strict=True)) / 2


def made_up_for(numbers: Numbers) -> list[Fraction]:
    """The remainder after the accepted tokens, so that accepting and making up for it give p together."""
    p, q = ([exact(each) for each in numbers[name]] for name in "pq")
    rest = [one - other * min(Fraction(1), one / other) for one, other in zip(p, q, strict=True)]
    return [each / (1 - accepted(numbers)) for each in rest]


def left_after_a_lookup(numbers: Numbers) -> list[Fraction]:
    """Return the odds of the target, given that the proposed token is out."""
    p = [exact(each) for each in numbers["p"]]
    p[numbers["guess"] - 1] = Fraction(0)
    return [each / sum(p) for each in p]


def runs(numbers: Numbers) -> int:
    """Count runs of letters, digits and signs, word by word; every space of these texts belongs to the word after it."""

    def kind(character: str) -> str:
        return "letter" if character.isalpha() else "digit" if character.isdecimal() else "sign"

    return sum(len(list(groupby(word, key=kind))) for word in numbers["text"].split(" "))


def billed_and_shown(numbers: Numbers) -> list[int]:
    """Write token by token until the limit: first what is hidden, then the answer."""
    written = (["hidden"] * numbers["thinking"] + ["shown"] * numbers["answer"])[: numbers["limit"]]
    return [len(written), written.count("shown")]


def tokens_of_a_round(numbers: Numbers) -> Fraction:
    """Go through everything that can happen to the drafts, and average over it."""
    alpha, total = exact(numbers["alpha"]), Fraction(0)
    for fates in product((True, False), repeat=numbers["gamma"]):
        chance = Fraction(1)
        for is_accepted in fates:
            chance *= alpha if is_accepted else 1 - alpha
        total += chance * ((*fates, False).index(False) + 1)
    return total


def cut(numbers: Numbers) -> list[str]:
    """Make each merge in turn everywhere, in a text with spaces at the cuts."""
    text = f" {' '.join(numbers['word'])} "
    for first, second in numbers["merges"]:
        while f" {first} {second} " in text:  # a blank between two finds belongs to both
            text = text.replace(f" {first} {second} ", f" {first}{second} ", 1)
    return text.split()


def at_least_one(numbers: Numbers) -> Fraction:
    """Add up the chances of the first one in each of the steps."""
    tail = exact(numbers["tail"])
    return sum((1 - tail) ** step * tail for step in range(numbers["steps"]))


def both(p: list[float]) -> Fraction:
    """Multiply fractions."""
    first, second, third = (exact(each) for each in p)
    return first * second * third


def in_order(numbers: Numbers) -> list[str]:
    """Return the tokens, likeliest first."""
    p = softmax(numbers["logits"])
    return [token for _, token in sorted(zip(p, numbers["tokens"], strict=True), reverse=True)]


def exponentials(numbers: Numbers) -> list[Decimal]:
    """Return the exponentials and their sum, from decimals."""
    row = [Decimal(str(z)).exp() for z in numbers["logits"]]
    return [*row, sum(row, Decimal(0))]


def blocks_in_use(n: Numbers) -> int:
    """Return how many different blocks the rows of all texts lie in."""
    beginning = {("shared", row // n["size"]) for row in range(n["shared"] - n["shared"] % n["size"])}
    rest = range(n["shared"] - n["shared"] % n["size"], n["shared"] + n["own"])
    return len(beginning | {(text, row // n["size"]) for text in range(n["texts"]) for row in rest})


ANSWERS: dict[str, Callable[[Numbers], Any]] = {
    "top_probability": lambda n: max(softmax(n["logits"])),
    "last_probability": lambda n: softmax(n["logits"])[-1],
    "top_k_probability": lambda n: kept(n, n["k"])[0],
    "nucleus_tokens": lambda n: smallest_group(n, n["top_p"]),
    "nucleus_sizes": lambda n: [len(smallest_group(n, each)) for each in n["thresholds"]],
    "temperature_probability": lambda n: max(softmax(n["logits"], n["temperature"])),
    "odds_at_temperature": lambda n: (
        softmax(n["logits"], n["temperature"])[0] / softmax(n["logits"], n["temperature"])[1]
    ),
    "temperature_for_odds": temperature_for,
    "drawn_token": walk,
    "repetition_logits": penalised,
    "frequency_presence_logit": held_back,
    "positions_processed": fed,
    "attention_pairs": pairs,
    "call_cost": lambda n: sum(cost(n)),
    "output_share": lambda n: cost(n)[1] / sum(cost(n)),
    "break_even_output": break_even,
    "cache_megabytes": megabytes,
    "batch_tokens": lambda n: min(Fraction(1000 * n["texts"], n["memory_ms"]), 1000 / exact(n["compute_ms"])),
    "cache_blocks": blocks_in_use,
    "acceptance": accepted,
    "residual": made_up_for,
    "lookup_residual": left_after_a_lookup,
    "tokens_per_pass": tokens_of_a_round,
    "bpe_pieces": cut,
    "words_of_a_text": runs,
    "ids_of_a_chat": lambda n: len(f"[user\n{n['content']}]\n[assistant\n".encode()),  # a bracket for a special token
    "hidden_and_shown": billed_and_shown,
    "tail_token": at_least_one,
    "sequence_probability": lambda n: both(n["p"]),
    "normalized_score": lambda n: sum(Decimal(str(each)).ln() for each in n["p"]) / 4,
    "least_loss": lambda n: (
        (total := Decimal(n["often"] + n["seldom"])).ln()
        - (n["often"] * Decimal(n["often"]).ln() + n["seldom"] * Decimal(n["seldom"]).ln()) / total
    ),
    "perplexity": lambda n: (-sum(Decimal(str(each)).ln() for each in n["p"]) / 3).exp(),
    "sequence_log_probability": lambda n: sum(Decimal(str(each)).ln() for each in n["p"]),
    "time_to_finish": lambda n: n["first_ms"] + sum(n["each_ms"] for _ in range(1, n["generated"])),
    "exponentials_and_sum": exponentials,
    "softmax_row": lambda n: softmax(n["logits"]),
    "greedy_token": lambda n: in_order(n)[0],
    "top_3_row": lambda n: kept(n, 3),
    "half_temperature_row": lambda n: softmax(n["logits"], 0.5),
    "double_temperature_row": lambda n: softmax(n["logits"], 2),
}
"""For each question, its answer from the numbers that are shown."""
