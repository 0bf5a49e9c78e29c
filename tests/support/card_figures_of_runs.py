"""The figures of cards about texts, passes, costs, caches and drafts; importing it adds them to FIGURES."""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import ceil

import numpy as np
from card_figures import HOT, ONE, TWO, Figures, P, exact, grouped, of, short

from grader.course import find

TINY = find().solutions / "tiny_lm"


# --- text -------------------------------------------------------------------------------------


def tiny_merges() -> list[tuple[int, int]]:
    """Return the merges of the tiny model's tokenizer."""
    return [tuple(pair) for pair in json.loads((TINY / "tokenizer.json").read_text("utf-8"))["merges"]]


def tiny_ids(text: str) -> list[int]:
    """Encode a text by going through the merges once, from their front, word by word."""
    ids: list[int] = []
    for word in re.findall(r" ?[A-Za-z]+| ?\d+| ?[^\s\w]+|\s", text):
        pieces = list(word.encode())
        for merged, pair in enumerate(tiny_merges(), start=256):
            at = 0
            while at < len(pieces) - 1:
                if (pieces[at], pieces[at + 1]) == pair:
                    pieces[at : at + 2] = [merged]
                at += 1
        ids += pieces
    return ids


def tiny_chances(text: str) -> np.ndarray:
    """Return the tiny model's probabilities of the next token, without a cache and one head at a time."""
    model = json.loads((TINY / "weights.json").read_text("utf-8"))["target"]
    with np.load(TINY / "target.npz") as stored:
        low, high = stored["planes"].astype("<u2")
    sizes = [np.prod(shape) for shape in model["shapes"].values()]
    parts = np.split((low + 256 * high).view("<f2").astype(float), np.cumsum(sizes)[:-1])
    numbers = {name: part.reshape(shape) for (name, shape), part in zip(model["shapes"].items(), parts, strict=True)}
    ids, heads = tiny_ids(text), model["heads"]
    x = numbers["emb"][ids]
    positions, width = x.shape
    half = width // heads // 2
    angle = np.arange(positions)[:, None] * 10000.0 ** (-np.arange(half) / half)
    turn = np.cos(angle) + 1j * np.sin(angle)  # a pair of columns is one complex number
    may_see = np.tri(positions, dtype=bool)

    def scaled(rows: np.ndarray, weight: np.ndarray) -> np.ndarray:
        return rows * weight / np.sqrt(np.mean(rows**2, axis=1) + 1e-5)[:, None]

    for layer in range(sum(name.endswith(".qkv") for name in numbers)):
        own = {name.partition(".")[2]: value for name, value in numbers.items() if name.startswith(f"{layer}.")}
        q, k, v = np.split(scaled(x, own["n1"]) @ own["qkv"], 3, axis=1)
        mixed = []
        for head in range(heads):
            columns = slice(head * 2 * half, (head + 1) * 2 * half)
            query, key = ((rows[:, columns][:, :half] + 1j * rows[:, columns][:, half:]) * turn for rows in (q, k))
            scores = (query @ key.conj().T).real / np.sqrt(2 * half)
            weights = np.where(may_see, np.exp(scores - scores.max()), 0)
            mixed.append(weights @ v[:, columns] / weights.sum(axis=1, keepdims=True))
        x = x + np.hstack(mixed) @ own["o"]
        x = x + np.maximum(scaled(x, own["n2"]) @ own["up"], 0) ** 2 @ own["down"]
    logits = scaled(x, numbers["nf"])[-1] @ numbers["emb"].T
    return np.exp(logits - np.logaddexp.reduce(logits))


@of("text.capitals")
def capitals() -> Figures:
    return {"paris": str(len(tiny_ids(" Paris"))), "madrid": str(len(tiny_ids(" Madrid")))}


@of("text.first_merge")
def first_merge() -> Figures:
    counts: Counter[str] = Counter()
    for word, count in {"low": 5, "lower": 2, "newest": 6, "widest": 3}.items():
        for pair in pairwise(word):
            counts["".join(pair)] += count
    best = sorted(pair for pair, count in counts.items() if count == max(counts.values()))
    assert best == ["es", "st"]
    assert (
        max(count for pair, count in counts.items() if pair not in ("es", "st")) < counts["es"]
    )  # so “es” + “t” is next
    first, rival = (f"“{pair[0]}” + “{pair[1]}”" for pair in best)
    return {"first": first, "count": str(counts["es"]), "rival": rival, "second": "“es” + “t”"}


@of("text.earliest_merge")
def earliest_merge() -> Figures:
    return {"pieces": " + ".join(f"“{piece}”" for piece in "abc".replace("bc", " bc").split())}


@of("text.before_the_merges")
def before_the_merges() -> Figures:
    return {"count": str(len(["I", " won", " 3", "-", "0", "."]))}


@of("text.letters_of_a_token")
def letters_of_a_token() -> Figures:
    whole = [bytes([value]) for value in range(256)]
    for left, right in tiny_merges():
        whole.append(whole[left] + whole[right])
    ids = tiny_ids(" strawberry")
    return {"pieces": "|".join(whole[each].decode() for each in ids).strip(), "count": str(len(ids))}


@of("text.special_as_text")
def special_as_text() -> Figures:
    return {"pieces": str(len(["<|", "im", "_", "end", "|>"]))}


@of("text.ids_of_a_chat")
def ids_of_a_chat() -> Figures:
    return {"count": str(len("*user.Hi*.") + len("*assistant.")), "special": str("*user.Hi*.*assistant.".count("*"))}


@of("text.injected_end")
def injected_end() -> Figures:
    return {"count": str(len(b"<|im_end|>"))}


@of("text.byte_values")
def byte_values() -> Figures:
    return {"bytes": str(len(bytes(range(256))))}


@of("text.vocabulary")
def vocabulary() -> Figures:
    return {"ours": str(256 + len(tiny_merges()) + 1)}


@of("text.blank_at_the_end")
def blank_at_the_end() -> Figures:
    (joined,), (apart,) = tiny_ids(" 5"), tiny_ids("5")
    chances = tiny_chances("2 + 3 =")[joined], tiny_chances("2 + 3 = ")[apart]
    return {"joined": short(Decimal(float(chances[0]))), "apart": short(Decimal(float(chances[1])), 4)}


@of("text.lengths_in_utf8")
def lengths_in_utf8() -> Figures:
    limits = (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)  # RFC 3629, section 3: the last code point of 1, 2, 3 and 4 bytes
    lengths = [1 + sum(ord(sign) > limit for limit in limits) for sign in "aé€\U0001f600"]
    return {"lengths": "{}, {}, {} and {}".format(*lengths), "waiting": str(lengths[-1] - 1)}


# --- loop, cost -------------------------------------------------------------------------------


@of("loop.perplexity")
def perplexity() -> Figures:
    product = Fraction(1, 2) * Fraction(1, 4) * Fraction(1, 64)
    bits = Fraction(product.denominator.bit_length() - 1, 3)
    return {"nats": short(exact(bits) * TWO.ln()), "bits": str(bits), "perplexity": str(2**bits)}


@of("loop.smallest_probability")
def smallest_probability() -> Figures:
    zeros = next(n for n in range(300, 400) if float(f"9.99e-{n + 1}") == 0)
    return {"zeros": str(zeros), "lead": "1000", "gap": "−1000"}  # log(1 + exp(-1000)) is below 1e-434


@of("loop.gradient")
def gradient() -> Figures:
    return {"gradient": "\u00a0".join(short(p - (place == 1)).replace("-0.", "−.") for place, p in enumerate(P))}


@of("loop.end_of_training")
def end_of_training() -> Figures:
    shares = [exact(Fraction(3, 4)), exact(Fraction(1, 4))]
    nats = -sum(p * p.ln() for p in shares)
    return {"nats": short(nats), "shares": "\u00a0".join(short(p, 2) for p in shares)}


@of("loop.passes")
def passes() -> Figures:
    return {"passes": str(20 + 1)}


@of("loop.stop_across_tokens")
def stop_across_tokens() -> Figures:
    texts = [*accumulate(["Us", "er", ": hi", " you"])]
    return {"taken": str(1 + ["User:" in text for text in texts].index(True))}


@of("loop.hold_back")
def hold_back() -> Figures:
    text = "Hi Us"
    held = max(text[at:] for at in range(len(text)) if "User:".startswith(text[at:]))
    return {"shown": text.removesuffix(held).rstrip(), "held": held}


@of("cost.time_to_the_end")
def time_to_the_end() -> Figures:
    return {"seconds": short(Fraction(8, 10) + 100 * Fraction(5, 100), 1)}


def pairs(P: int, N: int) -> tuple[int, int]:
    """Return the pairs without and with a cache, in closed form."""
    last = P + N - 1
    naive = (last * (last + 1) * (last + 2) - (P - 1) * P * (P + 1)) // 6
    return naive, last * (last + 1) // 2


@of("cost.positions")
def positions() -> Figures:
    return {"naive": grouped(50 * 200 + 50 * 49 // 2), "cached": grouped(200 + 50 - 1)}


@of("cost.growth_of_pairs")
def growth_of_pairs() -> Figures:
    before, after = pairs(1, 1000), pairs(1, 2000)
    return {"naive": short(Fraction(after[0], before[0]), 1), "cached": short(Fraction(after[1], before[1]), 1)}


@of("cost.factor_of_the_cache")
def factor_of_the_cache() -> Figures:
    factors = {name: Fraction(N * 1000 + N * (N - 1) // 2, 999 + N) for name, N in (("brief", 50), ("long", 500))}
    return {name: short(factor, 1) for name, factor in factors.items()}


@of("cost.share_of_attention")
def share_of_attention() -> Figures:
    weights = 2 * (12 * 12 * 768 * 768 + 50_257 * 768)  # 12 layers of 12·d² weights, and the scores of all tokens
    looking = 12 * 4 * 768
    shares = {name: 100 * Fraction(looking * n, looking * n + weights) for name, n in (("short", 128), ("long", 1024))}
    return {name: f"{short(share, 0)}\u00a0%" for name, share in shares.items()} | {
        "half": grouped(round(Fraction(weights, looking)))
    }


@of("cost.price_of_a_call")
def price_of_a_call() -> Figures:
    return {"price": short(Fraction(1000 * 2 + 500 * 8, 1_000_000))}


@of("cost.cached_input")
def cached_input() -> Figures:
    return {"full": short(Fraction(2000, 10**6)), "cached": short(Fraction(200 * 2 + 400, 10**6), 4)}


@of("cost.shares_of_output")
def shares_of_output() -> Figures:
    brief, long = Fraction(4 * 500, 1000 + 4 * 500), Fraction(5 * 500, 100_000 + 5 * 500)
    return {"brief": f"{short(100 * brief, 0)}\u00a0%", "long": f"{short(100 * long, 1)}\u00a0%"}


@of("cost.break_even")
def break_even() -> Figures:
    return {"tokens": grouped(4 * 500)}


@of("cost.weights_read_once")
def weights_read_once() -> Figures:
    reading = Fraction(16 * 10**9, 3350 * 10**9)  # seconds: bytes of the weights, bytes a second
    computing = Fraction(2 * 8 * 10**9, 989 * 10**12)  # a multiplication and an addition for each weight
    assert round(reading / computing) == round(989 / 3.35)
    return {
        "reading": short(1000 * reading, 1),
        "computing": short(1000 * computing),
        "tokens": grouped(round(reading / computing)),
    }


@of("cost.full_slots")
def full_slots() -> Figures:
    outputs = 1, 3, 2
    return {"continuous": str(max(outputs[1], outputs[0] + outputs[2])), "static": str(max(outputs[:2]) + outputs[2])}


@of("cost.pairs_after_a_prompt")
def pairs_after_a_prompt() -> Figures:
    return {name: grouped(sum(range(P + 1, P + 500))) for name, P in (("short", 10), ("long", 10_000))}


# --- cache, speculative, structure, cheat sheet -------------------------------------------------


@of("cache.keys_seen")
def keys_seen() -> Figures:
    return {"seen": "{}, {} and {}".format(*(10 - 3 + row + 1 for row in range(3)))}


@of("cache.lengths_of_the_cache")
def lengths_of_the_cache() -> Figures:
    return {"lengths": "{}, {} and {}".format(*(4 + n - 1 for n in (1, 2, 3)))}


@of("cache.gpt2")
def gpt2() -> Figures:
    return {"bytes": grouped(2 * 12 * 768 * 2)}


@of("cache.llama3")
def llama3() -> Figures:
    one = 2 * 32 * (4096 // 4) * 2  # a quarter of the width 4096, as 8 of 32 heads
    assert 1024**3 % one == 0
    return {"bytes": grouped(one), "positions": grouped(1024**3 // one)}


@of("cache.shared_keys")
def shared_keys() -> Figures:
    return {"share": f"{short(100 * Fraction(8, 32), 0)}\u00a0%"}


@of("cache.reserved_or_paged")
def reserved_or_paged() -> Figures:
    blocks, missing = divmod(-500, 16)
    return {
        "longest": "2000",
        "used": "500",
        "wasted": f"{short(100 * Fraction(2000 - 500, 2000), 0)}\u00a0%",
        "size": "16",
        "blocks": str(-blocks),
        "empty": str(missing),
    }


@of("cache.shared_beginning")
def shared_beginning() -> Figures:
    full, rest = divmod(1000, 16)
    own = ceil(Fraction(rest + 100, 16))  # of each text: its copy of the block that is partly full, and those after it
    return {"shared": grouped(full + 20 * own), "apart": grouped(20 * (full + own)), "full": str(full)}


@of("speculative.right_drafts")
def right_drafts() -> Figures:
    kept = [min(ONE, p / q) for p, q in zip(P, HOT, strict=True)]
    average = sum(min(p, q) for p, q in zip(P, HOT, strict=True))
    return {"the": short(kept[0], 0), "least": short(kept[-1], 2), "average": short(Decimal(average), 2)}


@of("speculative.prompt_lookup")
def prompt_lookup() -> Figures:
    """Find the latest place by text search."""
    text = "7294725972"
    assert text[:-1].rfind("972") < 0 < text[:-1].rfind("72")
    return {"drafted": ", ".join(text[text[:-1].rfind("72") + 2 :][:2])}


@of("speculative.one_hot_draft")
def one_hot_draft() -> Figures:
    """Condition on another token than the proposed one."""
    p = [Fraction(5, 10), Fraction(0), Fraction(2, 10)]
    return {"accept": ".3", "residual": ", ".join(short(each / sum(p)) if each else "0" for each in p)}


@of("speculative.overlap")
def overlap() -> Figures:
    return {"alpha": short(Fraction(2 + 3 + 2, 10), 1)}


@of("speculative.residual")
def residual() -> Figures:
    lacking = [max(0, p - q) for p, q in ((5, 2), (3, 5), (2, 3))]
    return {"residual": ", ".join(str(Fraction(each, sum(lacking))) for each in lacking)}


def gain(alpha: str, drafts: int, cost: str) -> Fraction:
    """Return the speed-up as a sum of powers over the cost of a round."""
    return sum((Fraction(alpha) ** each for each in range(drafts + 1)), Fraction(0)) / (drafts * Fraction(cost) + 1)


@of("speculative.tokens_per_pass")
def tokens_per_pass() -> Figures:
    return {"tokens": short(gain("0.8", 4, "0"), 2), "limit": str(1 / (1 - Fraction("0.8")))}


@of("speculative.lengths_of_drafts")
def lengths_of_drafts() -> Figures:
    return {name: short(gain("0.8", n, "0.05"), 2) for name, n in (("four", 4), ("eight", 8), ("sixteen", 16))}


@of("speculative.slower")
def slower() -> Figures:
    return {"speed": short(gain("0.5", 4, "0.5"), 2)}


@of("structure.masks_once")
def masks_once() -> Figures:
    return {"states": "200", "tokens": "50,000", "entries": f"{2 * 10**7 // 2:,}"}


@of("structure.dead_end")
def dead_end() -> Figures:
    """Write all texts of up to four more tokens, and look which of them Python's own expressions take."""

    def may(vocab: list[str]) -> str:
        texts = [each for count in range(1, 5) for each in product(vocab, repeat=count)]
        first = {each[0] for each in texts if re.fullmatch("ab*c", "a" + "".join(each))}
        return " and ".join(f"`{each}`" for each in vocab if each in first) or "None of them"

    vocab = ["a", "b", "ca", "cc"]
    return {"may": may(vocab), "with_bc": may([*vocab, "bc"])}


@of("speculative.full_batch")
def full_batch() -> Figures:
    tokens = gain("0.8", 4, "0")
    return {"alone": short(tokens, 2), "full": short(tokens / (4 + 1), 2)}


@of("structure.fifty_right_tokens")
def fifty_right_tokens() -> Figures:
    return {"chance": short(Fraction(99, 100) ** 50)}


@of("cost.hidden_tokens")
def hidden_tokens() -> Figures:
    return {"billed": str(300 + 200), "price": short(Fraction(500 * 8, 10**6)), "share": f"{300 * 100 // 500}\u00a0%"}


@of("cost.nothing_shown")
def nothing_shown() -> Figures:
    row = ("h" * 300 + "a" * 200)[:250]
    return {"billed": str(len(row)), "shown": str(row.count("a"))}


@of("cost.low_limit")
def low_limit() -> Figures:
    return {"low": grouped((10 * 500 + 10 * 1000) // 10), "high": grouped((10 * 500 + 10 * 1500) // 20)}


@of("cache.bits_of_a_weight")
def bits_of_a_weight() -> Figures:
    return {"few": "4", "many": "16", "times": str(16 // 4)}


@of("picking.top_n_sigma")
def top_n_sigma() -> Figures:
    logits = [Fraction(each) for each in ("4", "3", "2", "1", "0.5")]
    mean = sum(logits) / 5
    variance = sum((each - mean) ** 2 for each in logits) / 5
    deviation = (Decimal(variance.numerator) / variance.denominator).sqrt()
    bar = 4 - deviation
    return {"bar": short(bar), "count": str(sum(Decimal(each.numerator) / each.denominator >= bar for each in logits))}
