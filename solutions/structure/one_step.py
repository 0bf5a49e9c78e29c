"""One step with all settings: from the model's logits to the probabilities that a token is drawn from."""

import numpy as np

from ..bending.bias_ban_min_tokens import shape_logits
from ..bending.frequency_presence import frequency_presence
from ..bending.repetition_penalty import repetition_penalty as penalise_repeats
from ..picking.sampler_pipeline import next_distribution


def step_probs(  # noqa: PLR0913 - the settings of a real interface
    logits: np.ndarray,
    prompt: list[int],
    generated: list[int],
    *,
    logit_bias: dict[int, float] | None = None,
    repetition_penalty: float = 1.0,
    frequency_penalty: float = 0.0,
    presence_penalty: float = 0.0,
    allowed: list[bool] | None = None,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    min_p: float = 0.0,
) -> np.ndarray:
    """Return the probabilities of the next token after all settings.

    Args:
        logits: (V,) float; the model's scores.
        prompt: the ids of the prompt.
        generated: the ids that have been generated.
        logit_bias: from ids to what is added to their logits.
        repetition_penalty: for tokens of the prompt and of the text; 1 is "off".
        frequency_penalty: for each time that a token has been generated.
        presence_penalty: for tokens that have been generated at all.
        allowed: V booleans; which tokens may come, all if None.
        temperature: 0 or more.
        top_k: how many tokens to choose from; 0 is "off".
        top_p: the share of probability to choose from, above 0, at most 1.
        min_p: how likely a token must be, compared with the likeliest; from 0 to 1.

    Returns:
        (V,) float; they add up to 1.

    Raises:
        ValueError: no token is left that may come.

    >>> step_probs(np.log([0.5, 0.25, 0.25]), [0], [], allowed=[True, True, False], top_k=1).tolist()
    [1.0, 0.0, 0.0]

    Source: OpenAI API reference, chat completions, for the settings; the order is this course's, vLLM's differs in min-p.
    """
    bent = bend(logits, prompt, generated, logit_bias or {}, repetition_penalty, frequency_penalty, presence_penalty)
    if allowed is not None:
        bent = np.where(allowed, bent, -np.inf)
    if np.isneginf(bent).all():
        raise ValueError("no token is left that may come")
    return next_distribution(bent, temperature, top_k, top_p, min_p)


def bend(
    logits: np.ndarray,
    prompt: list[int],
    generated: list[int],
    logit_bias: dict[int, float],
    repetition_penalty: float,
    frequency_penalty: float,
    presence_penalty: float,
) -> np.ndarray:
    """Return the logits (V,) after the bias and the penalties."""
    logits = shape_logits(logits, logit_bias, [], 0, 0, 0)  # no bans, no shortest length
    logits = penalise_repeats(logits, [*prompt, *generated], repetition_penalty)
    return frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
