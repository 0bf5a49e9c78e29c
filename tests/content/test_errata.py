"""docs/reference/errata.md: each figure of its tables is computed or has its source, and nothing corrected is said again."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from libraries import SOLUTIONS, ours
from places import COURSE_FOLDER, PACKAGE, ROOT

import flashcards

DOCUMENT = ROOT / "docs" / "reference" / "errata.md"
Passages = dict[str, list[str]]
"""For rows of the tables, the passages that hold their figures, word for word."""

STATED: Passages = {
    "15": ["T = 1 and p = 1", "k = 50"],
    "16": ["20", "16"],
    "18": ["32 000 (Llama 2)", "50 257 (GPT-2)", "128 256 (Llama 3)", "200 000 (o200k)", "256 000"],
    "21": ["40", "50"],
    "31": ["k = 50"],
    "32": ["As of 2026", "GPT-5", "Claude Opus 4.7"],
}
"""Figures that are facts about other software, with their sources beside them, and not results."""


def rows() -> dict[str, list[str]]:
    """Return the cells of each row of the document's tables, by the name in the first one."""
    lines = [line for line in DOCUMENT.read_text("utf-8").splitlines() if re.match(r"\| (\d+|[a-h]) \|", line)]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {each[0].strip(): each[1:] for each in cells}


def short(number: float, places: int = 3) -> str:
    """Write a number as the document does: rounded, without a zero in front of the point."""
    return f"{number:.{places}f}".removeprefix("0")


def several(numbers: Any, places: int = 3) -> str:
    return " ".join(short(number, places) for number in numbers)


def grouped(number: int) -> str:
    """Write a whole number with a space between thousands."""
    return f"{number:,}".replace(",", " ")


LOGITS = np.array([4, 3, 2, 1, 0.5])
softmax = ours("scores/softmax_by_hand", "softmax")
nucleus = ours("picking/nucleus_membership", "nucleus")
top_k = ours("picking/top_3_renormalisation", "top_k")
temperature_probs = ours("scores/temperature_rescaling", "temperature_probs")


def compute_choices() -> Passages:
    """Compute the figures of the worked example, of temperatures and of filters."""
    p, cool, hot = (temperature_probs(LOGITS, T) for T in (1, 0.5, 2))
    three, two = np.round(p, 3), np.round(p, 2)
    printed = [0.866, *np.round(cool, 3)[1:]]
    tree = {(): [0.5, 0.4, 0.1], (0,): [0.4, 0.3, 0.3], (1,): [0.05, 0.9, 0.05], (2,): [0.4, 0.3, 0.3]}
    _, best = ours("bending/greedy_trap", "best_sequence")(lambda text: np.array(tree[text]), 2)
    eighths, shares = np.array([1 / 2, 1 / 4, 1 / 8, 1 / 8]), (0.5, 0.75, 0.875)
    bits = ", ".join(short(ours("scores/entropy", "entropy_bits")(each)) for each in (cool, p, hot))
    first, last = ours("picking/sampler_pipeline", "next_distribution")(LOGITS, T=2, top_p=0.9), top_k(p, 3)[:3] ** 0.5
    assert all(np.flatnonzero(top_k(each, 3)).tolist() == [0, 1, 2] for each in (cool, p, hot))
    return {
        "a": [
            f"exp(8) = {np.exp(8):.3f} of {np.exp(2 * LOGITS).sum():.3f} = {short(cool[0], 6)}",
            several(cool),
            ".866",
            f"adds up to {sum(printed):.3f}",
            short(softmax(2 * LOGITS[:3])[0], 5),
        ],
        "b": [
            short(top_k(p, 3)[0], 6),
            f".632 / .949 = {short(three[0] / three[:3].sum(), 6)}",
            f".63 / .95 = {short(two[0] / two[:3].sum(), 4)}",
            short(top_k(p, 3)[0]),
        ],
        "c": [short(p[:4].sum(), 6), several(p.cumsum()), several(three.cumsum())],
        "d": [several(p), f"add up to {short(three.sum())}", several(p, 6)],
        "e": [
            f"at T = .5 and the two likeliest at T = 1: {short(cool[0], 4)} and {short(p[:2].sum(), 4)}",
            f"the four likeliest at T = 1 and two at T = .5: {short(p[:4].sum(), 4)} and {short(cool[:2].sum(), 4)}",
        ],
        "f": [f"T = .5 multiplied gives {short(softmax(LOGITS * 0.5)[0])}", f"T = 2 divided gives {short(hot[0])}"],
        "g": [
            f"p = .95 keeps {len(nucleus(p, 0.95))}",
            short(p[:3].sum(), 6),
            f".63 + .23 + .09 = .95, and keeps {1 + int((two.cumsum() < 0.95 - 1e-9).sum())}",
        ],
        "h": [f"{short(cool[0])} → {short(p[0])} → {short(hot[0])}"],
        "12": [f"(.1 + .2) + .3 and .1 + (.2 + .3) differ by {0.1 + 0.2 + 0.3 - (0.1 + (0.2 + 0.3)):.1e}"],
        "13": [f".5 × .4 = {short(tree[()][0] * tree[(0,)][0], 2)}", f".4 × .9 = {short(best, 2)}"],
        "14": [
            "1/2, 1/4, 1/8, 1/8 and p = 1/2, 3/4, 7/8",
            "≥ keeps {}, {}, {}".format(*(len(nucleus(eighths, share)) for share in shares)),
            "> keeps {}, {}, {}".format(*(1 + int((eighths.cumsum() <= share).sum()) for share in shares)),
        ],
        "19": [
            f"At T = .5 the first form leaves {short(p[0])} at {short((p / 0.5 / (p / 0.5).sum())[0])}",
            f"the second makes it {short((p**2 / (p**2).sum())[0])}",
            "p^(1/T)",
        ],
        "22": [
            "At T = .5, 1, 2 top-p .9 keeps {}, {}, {} tokens".format(*(len(nucleus(q, 0.9)) for q in (cool, p, hot))),
            "top-k 3 the same three",
            f"T = 2 first: {several(first[first > 0])}",
            f"last: {several(last / last.sum())}",
        ],
        "23": [f"at T = .5, 1, 2 it is {bits} bits"],
    }


def compute_costs() -> Passages:
    """Compute the figures of loops, caches, calls and drafts."""
    count, share = ours("cost/loop_op_counts", "op_counts"), ours("cost/price_of_a_call", "output_share")
    expected, accept = ours("formulas", "expected"), ours("speculative/accept_and_residual", "accept_and_residual")
    weights, position = 2 * (12 * 12 * 768**2 + 50_257 * 768), 4 * 768 * 12
    parts = [position * length / (position * length + weights) for length in (128, 1024)]
    factors = [f"× {after / before:.2f}" for after, before in zip(count(1, 2000), count(1, 1000), strict=True)]
    naive = count(1000, 1)
    cached = [after - before for after, before in zip(count(999, 2), count(999, 1), strict=True)]
    long, brief = count(1000, 500), count(1000, 50)
    decode = [count(length, 500)[3] - count(length, 1)[3] for length in (10, 10_000)]
    gains = [expected(*each)[1] for each in ((0.8, 4, 0.05), (0.8, 4, 0.5), (0.5, 4, 0.5))]
    p, hot = softmax(LOGITS), temperature_probs(LOGITS, 2)
    kept, _ = accept(p, hot)
    return {
        "1": [
            "12 layers of width 768, 50 257 tokens",
            f"{grouped(weights)} operations for the weights, {grouped(position)} for each position looked at",
            f"{parts[0]:.0%} at 128 positions, {parts[1]:.0%} at 1 024, half at".replace("%", " %"),
            grouped(round(weights / position)),
        ],
        "2": [
            "From 1 000 tokens to 2 000",
            f"positions {factors[0]} without a cache and {factors[1]} with one",
            f"pairs {factors[2]} and {factors[3]}",
        ],
        "3": [
            "After 1 000 tokens the next one takes",
            f"{grouped(naive[0])} positions and {grouped(naive[2])} pairs without a cache",
            f"{cached[1]} position and {grouped(cached[3])} pairs with one",
        ],
        "4": [
            "Prompt 1 000, output 500",
            f"{grouped(long[0])} / {grouped(long[1])} = {long[0] / long[1]:.1f}",
            f"{grouped(long[2])} / {grouped(long[3])} = {long[2] / long[3]:.1f}",
            f"Output 50: {grouped(brief[0])} / {grouped(brief[1])} = {brief[0] / brief[1]:.1f}",
        ],
        "6": ["Prompt 1 000, output 500", f"{grouped(naive[1])} positions in 1 pass, then {long[1] - naive[1]} in 499"],
        "7": [
            f"500 tokens look at {grouped(decode[0])} pairs after a prompt of 10, at {grouped(decode[1])} after one of 10 000",
            f"at 2 and 8 a million, {100 * (1 - share(10_000, 500, 2, 8)):.0f} % of that bill is input",
        ],
        "8": [
            f"1 000 in, 500 out, output 4 times as expensive: {100 * share(1000, 500, 1, 4):.0f} %",
            f"100 000 in, 500 out, 5 times: {100 * share(100_000, 500, 1, 5):.1f} %",
            f"n = r·m, here {grouped(next(n for n in range(1, 9000) if share(n, 500, 1, 4) <= 0.5))}",
        ],
        "9": [
            "1 000 in, 500 out: output is {:.0f} % of the bill at 2 times, {:.0f} % at 8 times".format(
                *(100 * share(1000, 500, 1, ratio) for ratio in (2, 8))
            )
        ],
        "10": [f"Acceptance .8, 4 drafted: {expected(0.8, 4, 0.05)[0]:.2f} tokens per pass, between 1 and 5"],
        "26": [
            f"Acceptance .8, 4 drafted: {gains[0]:.2f} if a draft pass costs .05 of a target pass, {gains[1]:.2f} if it costs .5",
            f"acceptance .5 and cost .5: {short(gains[2], 2)}",
        ],
        "27": [
            f"draft at T = 2, target at T = 1: “or” is kept with {short(p[4])} / {short(hot[4])} = {short(kept[4], 2)}",
            f"“the” with {kept[0]:.0f}",
            f"a draft with {short(float(hot @ kept))}",
            "min(1, p/q)",
        ],
    }


MODEL: Any = SOLUTIONS.reference("tiny_lm/model")
TOKENIZER = MODEL.tokenizer()
greedy = ours("picking/greedy_pick", "greedy")
generate_cached = ours("cache/cached_generate", "generate_cached")


def write_greedily(prompt: str, cap: int, penalty: float = 1.0) -> tuple[str, str]:
    """Return what the tiny model adds to a prompt, and why it ended."""
    seen = TOKENIZER.encode(prompt)

    def pick(logits: np.ndarray) -> int:
        seen.append(greedy(ours("bending/repetition_penalty", "repetition_penalty")(logits, seen, penalty)))
        return seen[-1]

    ids, reason = generate_cached(MODEL.load("target"), TOKENIZER.encode(prompt), cap, TOKENIZER.eos, pick)
    return TOKENIZER.decode(ids), reason


def write_json(seed: int, *, is_masked: bool) -> tuple[bool, str]:
    """Return whether an object that the tiny model writes at T = 2 is JSON, and why its text ended."""
    words = [token.decode("utf-8", "replace") for token in TOKENIZER.bytes]
    rng, prompt = np.random.default_rng(seed), TOKENIZER.encode('{"')
    ids = list(prompt)

    def pick(logits: np.ndarray) -> int:
        if is_masked:
            mask = ours("structure/json_mask", "json_mask")(TOKENIZER.decode(ids), words, TOKENIZER.eos)
            logits = np.where(mask, logits, -np.inf)
        ids.append(ours("picking/sample_with_u", "sample")(temperature_probs(logits, 2.0), rng.random()))
        return ids[-1]

    _, reason = generate_cached(MODEL.load("target"), prompt, 50, TOKENIZER.eos, pick)
    try:
        json.loads(TOKENIZER.decode(ids[:-1] if reason == "eos" else ids))
    except ValueError:
        return False, reason
    return True, reason


def slide(name: str, ids: list[int], width: int) -> float:
    """Return how far the logits of a slid window lie from those of the text that it holds."""
    model = MODEL.load(name)
    window = model.new_cache()
    stored = window.get
    window.get = lambda layer: tuple(each[:, -width:] for each in stored(layer))
    slid = [model([token], window)[-1] for token in ids][-1]
    return float(np.abs(slid - model(ids[-width:])[-1]).max())


def compute_runs() -> Passages:
    """Compute the figures that come from running the tiny models."""
    lengths: list[int] = []

    class Watched:
        """The smaller model, which notes how long its cache is after each pass."""

        new_cache = MODEL.load("draft").new_cache

        def __call__(self, ids: list[int], kept: Any) -> Any:
            logits = MODEL.load("draft")(ids, kept)
            lengths.append(kept.length)
            return logits

    generate_cached(Watched(), [70, 71, 72, 73], 3, -1, greedy)
    ids = TOKENIZER.encode("Once upon a time there was a happy cat named Mia. One day Mia found a ball.")
    assert slide("draft", ids, 16) < 1e-12
    france = MODEL.load("target")(TOKENIZER.encode("The capital of France is"))
    assert [TOKENIZER.decode([row.argmax()]) for row in france[-2:]] == [" is", " Paris"]
    loops = [write_greedily("I think that", cap) for cap in (30, 60)]
    assert [reason for _, reason in loops] == ["max_tokens"] * 2
    assert loops[1][0].startswith(loops[0][0])
    assert write_greedily("I think that", 60, 1.3) == (" I think that Mia is happy.", "eos")
    assert write_greedily("I think that Mia", 60) == (" is happy.", "eos")
    free, masked = ([write_json(seed, is_masked=each) for seed in range(20)] for each in (False, True))
    assert {reason for is_json, reason in masked if not is_json} == {"max_tokens"}
    return {
        "5": ["Prompt 4, tokens 1, 2, 3: {}, {}, {}".format(*lengths), "P + n − 1"],
        "18": [f"The model of this course has {len(TOKENIZER.bytes)}"],
        "20": [f"“ Paris” with {short(softmax(france[-1]).max())}"],
        "25": ["“I think that” with a cap of 30 and of 60"],
        "28": [
            f"A window of 16 over {len(ids)} tokens",
            "one layer, the logits differ by less than 1e-12",
            f"four layers, by {short(slide('target', ids, 16), 2)}",
        ],
        "29": ["a penalty of 1.3"],
        "30": [
            "T = 2, 20 objects of at most 50 tokens",
            f"{sum(is_json for is_json, _ in free)} are JSON without a mask",
            f"{sum(is_json for is_json, _ in masked)} with one",
        ],
    }


@cache
def compute_all() -> Passages:
    return compute_choices() | compute_costs() | compute_runs()


def test_all_claims_are_there() -> None:
    assert sorted(rows(), key=lambda name: int(name, 36)) == [
        *map(str, range(1, 10)),
        *"abcdefgh",
        *map(str, range(10, 34)),
    ]
    assert {len(cells) for cells in rows().values()} == {3}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*"abcdefgh", *map(str, range(1, 34))])
def test_figures_are_what_is_computed(name: str) -> None:
    claim, *others = rows()[name]
    rest, passages = " | ".join(others), compute_all().get(name, [])
    assert [passage for passage in passages if passage not in f"{claim} | {rest}"] == []
    for passage in sorted([*passages, *STATED.get(name, [])], key=len, reverse=True):
        rest = rest.replace(passage, "…")
    named = re.sub(r"`[^`]*`|\]\([^)]*\)|arXiv:[\d.]+", "", rest)
    assert re.findall(r"\S*\d\S*", named) == []


CORRECTED = [
    r"[Dd]ivide the scores of tokens in the text by",
    r"only then does the rule of acceptance",
    r"except the newest, which is being fed",
    r"reserve room in advance instead and double",
    r"hardly any single token has a probability",
    r"less likely, by the factor r",
    r"divides every logit by r",
    r"for every state of the reader, which tokens",
    r"the same context always brings the same next token",
    r"rule of thumb of this course",
    r"\bbolder\b",
    r"penalties and bans are applied to logits for that reason",
    r"\b(go|goes|spaces) on for ever|with spaces for ever",
    r"key\W+which says how well it fits",
    r"makes (them|probabilities) nearly equal",
]
"""Statements that the course once made and that are false; each was corrected against its source."""


@pytest.mark.slow
def test_nothing_that_was_corrected_is_said_again() -> None:
    folders = [COURSE_FOLDER / "exercises", COURSE_FOLDER / "solutions", Path(flashcards.__file__).parent, PACKAGE]
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in (".yaml", ".py", ".html")}
    texts = {path: " ".join(path.read_text("utf-8").split()) for path in files}
    found = [(path.name, claim) for path, text in texts.items() for claim in CORRECTED if re.search(claim, text, re.I)]
    assert found == []
