"""Train the tiny models anew; needs torch, which nothing else here does.

From the root of the repository, with torch 2.13 and numpy installed:

    python -m solutions.tiny_lm.train

It takes about ten minutes on one core and writes `tokenizer.json`, `target.npz`, `draft.npz` and
`weights.json` beside this file. The corpus, the tokenizer, the order of the batches and the first weights are the
same in every run. The trained weights are not, to the last bit, on another machine or with another torch, because
sums are added in another order; the models then behave the same, as `tests/content/test_tiny_lm.py` says what they must do.
Only its pinned hash and its golden texts may have to change. Give a folder to write elsewhere.
"""

import hashlib
import json
import math
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import cross_entropy, rms_norm, scaled_dot_product_attention

from . import corpus
from .model import CONTEXT, HERE, planes
from .tokenizer import Tokenizer
from .tokenizer import train as train_tokenizer

DOCUMENTS, HELD_OUT = 60_000, 2_000
MERGES = 447
WINDOWS = ((24, 96),) * 7 + ((5, 480),)
"""How many texts of how many tokens each step sees, in turn: mostly short ones, now and then nearly a full context."""
WARM_UP = 100
PEAK_RATE = 3e-3


class Shape(NamedTuple):
    """How large a model is, and how long it learns."""

    d: int
    layers: int
    heads: int
    steps: int


SHAPES = {"target": Shape(64, 4, 4, steps=4000), "draft": Shape(32, 1, 2, steps=8000)}


class Texts(NamedTuple):
    """Documents in a row, each ended by the end-of-text token."""

    ids: torch.Tensor
    starts: np.ndarray

    def windows(self, starts: np.ndarray, length: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what stands from each start on, and for each token the one that follows it: (texts, length) both."""
        rows = torch.stack([self.ids[start : start + length + 1] for start in starts.tolist()])
        return rows[:, :-1], rows[:, 1:]


def texts(tokenizer: Tokenizer, documents: list[str]) -> Texts:
    """Return encoded documents, and the starts from which a full context follows."""
    rows = [[*tokenizer.encode(document), tokenizer.eos] for document in documents]
    starts = np.cumsum([0, *map(len, rows)])
    return Texts(torch.tensor([token for row in rows for token in row]), starts[starts < starts[-1] - CONTEXT])


def first_params(shape: Shape, vocabulary: int) -> dict[str, torch.Tensor]:
    """Return random weights under the names of the weight file; what is added to the stream starts small."""
    d, small = shape.d, 1 / math.sqrt(2 * shape.layers)
    generator = torch.Generator().manual_seed(0)

    def matrix(rows: int, columns: int, scale: float) -> torch.Tensor:
        return torch.randn(rows, columns, generator=generator) * scale

    params = {"emb": matrix(vocabulary, d, 0.02), "nf": torch.ones(d)}
    for layer in range(shape.layers):
        params |= {
            f"{layer}.n1": torch.ones(d),
            f"{layer}.qkv": matrix(d, 3 * d, 0.5 / math.sqrt(d)),
            f"{layer}.o": matrix(d, d, 0.5 * small / math.sqrt(d)),
            f"{layer}.n2": torch.ones(d),
            f"{layer}.up": matrix(d, 4 * d, 0.5 / math.sqrt(d)),
            f"{layer}.down": matrix(4 * d, d, 0.5 * small / math.sqrt(4 * d)),
        }
    return params


def forward(params: dict[str, torch.Tensor], heads: int, ids: torch.Tensor) -> torch.Tensor:
    """Return the logits (texts, T, V) of ids (texts, T): model.py's function on many texts, without a cache."""
    d = params["nf"].shape[0]
    x = params["emb"][ids]
    for layer in range(sum(name.endswith(".qkv") for name in params)):
        n1, qkv, o, n2, up, down = (params[f"{layer}.{name}"] for name in ("n1", "qkv", "o", "n2", "up", "down"))
        split = (rms_norm(x, (d,), n1, 1e-5) @ qkv).unflatten(-1, (3, heads, d // heads))
        q, k, v = split.permute(2, 0, 3, 1, 4)  # (texts, heads, T, d_head) each
        mixed = scaled_dot_product_attention(rope(q), rope(k), v, is_causal=True)
        x = x + mixed.transpose(1, 2).flatten(-2) @ o
        x = x + torch.relu(rms_norm(x, (d,), n2, 1e-5) @ up) ** 2 @ down
    return rms_norm(x, (d,), params["nf"], 1e-5) @ params["emb"].T


def rope(x: torch.Tensor) -> torch.Tensor:
    """Turn pairs of columns of x (texts, heads, T, d_head) by their positions, from 0 on."""
    half = x.shape[-1] // 2
    positions = torch.arange(x.shape[-2], dtype=x.dtype)
    angles = torch.outer(positions, 10000.0 ** (-torch.arange(half, dtype=x.dtype) / half))  # (T, half)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()], -1)


def loss(params: dict[str, torch.Tensor], heads: int, seen: torch.Tensor, following: torch.Tensor) -> torch.Tensor:
    """Return the mean surprise, in nats, at the tokens that really followed."""
    return cross_entropy(forward(params, heads, seen).flatten(0, 1), following.flatten())


def train(shape: Shape, vocabulary: int, material: Texts) -> dict[str, torch.Tensor]:
    """Return weights learned with AdamW, a short warm-up, and a rate that falls along a cosine."""
    params = {name: value.requires_grad_() for name, value in first_params(shape, vocabulary).items()}
    matrices = [value for value in params.values() if value.dim() > 1]
    gains = [value for value in params.values() if value.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": gains, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=PEAK_RATE, betas=(0.9, 0.95))
    order = np.random.default_rng(0)
    for step in range(shape.steps):
        progress = max(0.0, (step - WARM_UP) / (shape.steps - WARM_UP))
        rate = PEAK_RATE * min((step + 1) / WARM_UP, 0.05 + 0.95 * (1 + math.cos(math.pi * progress)) / 2)
        for group in optimizer.param_groups:
            group["lr"] = rate
        count, length = WINDOWS[step % len(WINDOWS)]
        found = loss(params, shape.heads, *material.windows(order.choice(material.starts, count), length))
        optimizer.zero_grad()
        found.backward()
        torch.nn.utils.clip_grad_norm_(params.values(), 1.0)
        optimizer.step()
        if step % 250 == 0 or step == shape.steps - 1:
            say(f"  step {step}: loss {found.item():.3f}")
    return {name: value.detach() for name, value in params.items()}


def alike(embeddings: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """Give one row to all tokens that no text has: their rows differ by a hundredth, and compress as one."""
    unseen = torch.bincount(ids, minlength=len(embeddings)) == 0
    return torch.where(unseen[:, None], embeddings[unseen].mean(0), embeddings)


def rounded(halves: np.ndarray) -> np.ndarray:
    """Round float16 numbers to nine significant bits of their eleven: the rest is noise, which cannot be compressed."""
    fractions, exponents = np.frexp(halves)
    return np.ldexp(np.round(fractions * 2**9) / 2**9, exponents).astype(np.float16)


def save(path: Path, heads: int, params: dict[str, torch.Tensor], held_out: Texts) -> dict[str, Any]:
    """Write a weight file in float16; return what is to be known of it."""
    halves = {name: rounded(value.numpy().astype(np.float16)) for name, value in params.items()}
    np.savez(path, planes=planes(np.concatenate([value.ravel() for value in halves.values()])))
    stored = {name: torch.from_numpy(value.astype(np.float32)) for name, value in halves.items()}
    with torch.no_grad():
        surprise = loss(stored, heads, *held_out.windows(held_out.starts[::4], 96)).item()
    return {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "bytes": path.stat().st_size,
        "parameters": sum(value.size for value in halves.values()),
        "validation_loss": round(surprise, 3),
        "heads": heads,
        "shapes": {name: list(value.shape) for name, value in halves.items()},
    }


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(folder: Path) -> None:
    """Write the corpus, learn the merges, train both models, and save all in a folder."""
    torch.set_num_threads(1)
    documents = corpus.documents(DOCUMENTS, seed=1)
    merges = train_tokenizer(documents, MERGES)
    tokenizer = Tokenizer(merges)
    path = folder / "tokenizer.json"
    path.write_text(json.dumps({"merges": merges}) + "\n", "utf-8")
    material = texts(tokenizer, documents)
    held_out = texts(tokenizer, corpus.documents(HELD_OUT, seed=2))
    report: dict[str, Any] = {"torch": torch.__version__, "tokens": len(material.ids)}
    report["tokenizer"] = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "bytes": path.stat().st_size}
    for name, shape in SHAPES.items():
        say(name)
        params = train(shape, len(tokenizer.bytes), material)
        params["emb"] = alike(params["emb"], material.ids)
        report[name] = save(folder / f"{name}.npz", shape.heads, params, held_out)
        say(f"  validation loss {report[name]['validation_loss']}, SHA-256 {report[name]['sha256']}")
    (folder / "weights.json").write_text(json.dumps(report, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
