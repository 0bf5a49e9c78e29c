from typing import Any

import numpy as np
from cached_block import run_block


class RMSNorm:
    def __init__(self, weight, eps=1e-5, add_unit_offset=True):
        self.weight, self.eps, self.add_unit_offset = weight, eps, add_unit_offset

    def __call__(self, x):
        output = x / np.sqrt((x * x).mean(-1, keepdims=True) + self.eps)
        return output * (1 + self.weight) if self.add_unit_offset else output * self.weight


def forward(params: dict[str, Any], ids: list[int], cache: Any) -> np.ndarray:
    # from gemma_pytorch
    hidden_states = params["emb"][ids]
    # scale the embeddings
    hidden_states = hidden_states * (params["emb"].shape[1] ** 0.5)
    for i, layer in enumerate(params["layers"]):
        hidden_states = run_block(hidden_states, layer, params["heads"], i, cache)
    hidden_states = RMSNorm(params["nf"])(hidden_states)
    return hidden_states @ params["emb"].T
