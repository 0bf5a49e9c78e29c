"""Typical wrong versions of one step with all settings."""

import numpy as np

from ..bending.bias_ban_min_tokens import shape_logits as _shape_logits
from ..bending.frequency_presence import frequency_presence as _frequency_presence
from ..bending.repetition_penalty import repetition_penalty as _repetition_penalty
from ..picking.sampler_pipeline import next_distribution as _next_distribution
from .one_step import step_probs as _step_probs

_DEFAULTS = {
    "logit_bias": None,
    "repetition_penalty": 1.0,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "allowed": None,
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
}


def _biased(z, given):
    """Return the logits after the bias."""
    return _shape_logits(z, given["logit_bias"] or {}, [], 0, 0, 0)


def _repeated(z, prompt, generated, given):
    """Return the logits after the repetition penalty."""
    return _repetition_penalty(z, [*prompt, *generated], given["repetition_penalty"])


def _counted(z, generated, given):
    """Return the logits after the frequency and presence penalty."""
    return _frequency_presence(z, [], generated, given["frequency_penalty"], given["presence_penalty"])


def _masked(z, given):
    """Return the logits after the mask."""
    z = z if given["allowed"] is None else np.where(given["allowed"], z, -np.inf)
    if np.isneginf(z).all():
        raise ValueError("nothing is left")
    return z


def _bent(logits, prompt, generated, given):
    """Return the logits after all steps that change logits."""
    z = _repeated(_biased(logits, given), prompt, generated, given)
    return _masked(_counted(z, generated, given), given)


def _filtered(z, given):
    """Return the probabilities after temperature and filters."""
    return _next_distribution(z, given["temperature"], given["top_k"], given["top_p"], given["min_p"])


def _in_turn(z, given, *steps):
    """Do the steps of the sampler in another order; each is a dict from the sampler's argument to the setting."""
    for step in steps:
        with np.errstate(divide="ignore"):
            z = np.log(_next_distribution(z, **{name: given[each] for name, each in step.items()}))
    return np.exp(z)


def bias_ignored(logits, prompt, generated, **given):
    """The bias has no effect.

    It is added to the logits before anything else happens to them.
    """
    return _step_probs(logits, prompt, generated, **given | {"logit_bias": None})


def bias_after_the_penalties(logits, prompt, generated, **given):
    """The bias is added after the penalties.

    The repetition penalty multiplies and divides, so it matters what it finds. The bias comes first.
    """
    given = _DEFAULTS | given
    z = _counted(_repeated(logits, prompt, generated, given), generated, given)
    return _filtered(_masked(_biased(z, given), given), given)


def repetition_after_the_subtraction(logits, prompt, generated, **given):
    """The frequency and presence penalties are applied before the repetition penalty.

    One subtracts, the other multiplies and divides, so their order matters. The repetition penalty comes first.
    """
    given = _DEFAULTS | given
    z = _repeated(_counted(_biased(logits, given), generated, given), prompt, generated, given)
    return _filtered(_masked(z, given), given)


def penalties_ignored(logits, prompt, generated, **given):
    """None of the three penalties has an effect.

    They need to know which tokens have come before. Both lists are among the arguments.
    """
    off = {"repetition_penalty": 1.0, "frequency_penalty": 0.0, "presence_penalty": 0.0}
    return _step_probs(logits, prompt, generated, **given | off)


def prompt_counts_for_the_subtraction(logits, prompt, generated, **given):
    """The frequency and presence penalties count the tokens of the prompt as well.

    They are meant for what the model has written itself. Only the repetition penalty looks at the prompt.
    """
    given = _DEFAULTS | given
    z = _repeated(_biased(logits, given), prompt, generated, given)
    return _filtered(_masked(_counted(z, [*prompt, *generated], given), given), given)


def repetition_forgets_the_prompt(logits, prompt, generated, **given):
    """The repetition penalty looks at the generated tokens only.

    Some servers do it that way. Here it is for all tokens in the text so far, and those of the prompt are among them.
    """
    return _step_probs(logits, [], generated, **given)


def repetition_forgets_the_text(logits, prompt, generated, **given):
    """The repetition penalty looks at the prompt only.

    It is for all tokens in the text so far, and the generated ones are among them.
    """
    given = _DEFAULTS | given
    z = _counted(_repeated(_biased(logits, given), prompt, [], given), generated, given)
    return _filtered(_masked(z, given), given)


def mask_ignored(logits, prompt, generated, **given):
    """Tokens that are not allowed keep their probability.

    Their logits become minus infinity, so that softmax gives them exactly 0.
    """
    return _step_probs(logits, prompt, generated, **given | {"allowed": None})


def mask_after_the_filters(logits, prompt, generated, **given):
    """The mask is applied to the probabilities, after the filters.

    Top-k may then have kept only tokens that may not come, and nothing is left. Forbid first, filter what remains.
    """
    given = _DEFAULTS | given
    p = _filtered(_bent(logits, prompt, generated, given | {"allowed": None}), given)
    p = p if given["allowed"] is None else np.where(given["allowed"], p, 0.0)
    if p.sum() == 0:
        raise ValueError("nothing is left")
    return p / p.sum()


def mask_multiplied(logits, prompt, generated, **given):
    """Logits of forbidden tokens become 0.

    A logit of 0 is an ordinary score, and often a good one. Which logit gives a probability of exactly 0?
    """
    given = _DEFAULTS | given
    z = _bent(logits, prompt, generated, given | {"allowed": None})
    return _filtered(z if given["allowed"] is None else z * given["allowed"], given)


def forbidden_not_impossible(logits, prompt, generated, **given):
    """Forbidden tokens get a very low logit, such as −1,000,000,000, instead of minus infinity.

    Many programs write such a number. A high temperature lifts it again, and a step in which nothing may come is not noticed.
    Only minus infinity gives exactly 0 in any case.
    """
    return _low(logits, prompt, generated, given, -1e9)


def forbidden_not_impossible__refused_by_the_mask(logits, prompt, generated, **given):
    """A mask that allows nothing is refused."""
    return _low(logits, prompt, generated, given, -1e9, is_mask_asked=True)


def forbidden_not_impossible__ten_thousand(logits, prompt, generated, **given):
    """-10,000 does the same."""
    return _low(logits, prompt, generated, given, -1e4)


def forbidden_not_impossible__ten_thousand_and_refused(logits, prompt, generated, **given):
    """A mask that allows nothing is refused."""
    return _low(logits, prompt, generated, given, -1e4, is_mask_asked=True)


def forbidden_not_impossible__hundred_subtracted(logits, prompt, generated, **given):
    """100 is subtracted from each, like a bias."""
    return _low(logits, prompt, generated, given, -100.0, is_added=True)


def forbidden_not_impossible__hundred_subtracted_and_refused(logits, prompt, generated, **given):
    """A mask that allows nothing is refused."""
    return _low(logits, prompt, generated, given, -100.0, is_added=True, is_mask_asked=True)


def _low(logits, prompt, generated, given, low, *, is_added=False, is_mask_asked=False):
    """Give forbidden tokens a finite logit."""
    given = _DEFAULTS | given
    z, allowed = _bent(logits, prompt, generated, given | {"allowed": None}), given["allowed"]
    if allowed is not None:
        if is_mask_asked and not np.any(np.asarray(allowed) & ~np.isneginf(z)):
            raise ValueError("nothing is left")
        z = np.where(allowed, z, z + low if is_added else low)
    return _filtered(z, given)


def mask_inverted(logits, prompt, generated, **given):
    """The allowed tokens are forbidden, and the others are not.

    True means that a token may come.
    """
    given = _DEFAULTS | given
    allowed = given["allowed"]
    return _step_probs(
        logits, prompt, generated, **given | {"allowed": None if allowed is None else np.logical_not(allowed)}
    )


def filters_ignored(logits, prompt, generated, **given):
    """top_k, top_p and min_p have no effect.

    The exercise on the sampler has put all of them into one function; give it all of its arguments.
    """
    return _step_probs(logits, prompt, generated, **given | {"top_k": 0, "top_p": 1.0, "min_p": 0.0})


def min_p_ignored(logits, prompt, generated, **given):
    """min_p has no effect, though top_k and top_p have.

    It is the last filter of the sampler, and easily forgotten. Give the sampler all of its arguments.
    """
    return _step_probs(logits, prompt, generated, **given | {"min_p": 0.0})


def temperature_ignored(logits, prompt, generated, **given):
    """The temperature has no effect.

    It divides the logits before any filter. Give the sampler all of its arguments.
    """
    return _step_probs(logits, prompt, generated, **given | {"temperature": 1.0})


def temperature_before_the_penalties(logits, prompt, generated, **given):
    """The temperature divides the logits before bias and penalties change them.

    A bias is then worth more at a low temperature than at a high one. The steps that change logits come first.
    """
    given = _DEFAULTS | given
    T = given["temperature"]
    z = np.asarray(logits) / T if T else logits
    return _filtered(_bent(z, prompt, generated, given), given | {"temperature": 1.0 if T else 0.0})


def temperature_after_the_filters(logits, prompt, generated, **given):
    """Top-k, top-p and min-p come before the temperature.

    The filters then see the model's own probabilities, and a high temperature cannot let a token in that a low one
    keeps out. The task names the order of the steps.
    """
    given = _DEFAULTS | given
    filters = {"top_k": "top_k", "top_p": "top_p", "min_p": "min_p"}
    return _in_turn(_bent(logits, prompt, generated, given), given, filters, {"T": "temperature"})


def min_p_before_top_p(logits, prompt, generated, **given):
    """min_p comes before top_p.

    Fewer tokens then share the whole probability, and top_p is reached sooner. The task names the order of the steps.
    """
    given = _DEFAULTS | given
    first = {"T": "temperature", "top_k": "top_k", "min_p": "min_p"}
    return _in_turn(_bent(logits, prompt, generated, given), given, first, {"top_p": "top_p"})


def top_p_before_top_k(logits, prompt, generated, **given):
    """top_p comes before top_k.

    The nucleus is then made of all tokens, and not of the k likeliest, which share the whole probability. The task
    names the order of the steps.
    """
    given = _DEFAULTS | given
    first = {"T": "temperature", "top_p": "top_p"}
    return _in_turn(_bent(logits, prompt, generated, given), given, first, {"top_k": "top_k", "min_p": "min_p"})


def logits_returned(logits, prompt, generated, **given):
    """The result holds the changed logits, not probabilities.

    The sampler makes probabilities of them, and applies temperature and filters: step 5.
    """
    given = _DEFAULTS | given
    return _bent(logits, prompt, generated, given)


def changes_its_input(logits, prompt, generated, **given):
    """The logits that were given are changed.

    `+=` on an array writes into it, and the caller may still need the model's own scores. Work on a copy.
    """
    given = _DEFAULTS | given
    p = _step_probs(logits, prompt, generated, **given)
    logits[:] = _biased(logits, given)
    return p


def bias_replaces_the_logit(logits, prompt, generated, **given):
    """A token's bias takes the place of its logit.

    It is added to the logit, so that the model's own score still counts.
    """
    bias = given.get("logit_bias") or {}
    z = np.array(logits, dtype=float)
    z[list(bias)] = 0.0
    return _step_probs(z, prompt, generated, **given)


def repetition_rewards_negative_logits(logits, prompt, generated, **given):
    """The repetition penalty divides negative logits, too.

    That is the formula of CTRL, where it came from (Keskar et al. 2019). Divided by 2, a logit of −4 becomes −2, which is a
    reward. Negative logits are multiplied instead.
    """
    given = _DEFAULTS | given
    z = _biased(logits, given)
    is_seen = np.isin(np.arange(len(z)), [*prompt, *generated])
    z = np.where(is_seen, z / given["repetition_penalty"], z)
    return _filtered(_masked(_counted(z, generated, given), given), given)


def repetition_for_each_time(logits, prompt, generated, **given):
    """The repetition penalty is applied once for each time that a token has come.

    It asks only whether a token has come at all; the frequency penalty counts. What does the second time change?
    """
    given = _DEFAULTS | given
    z = _biased(logits, given)
    for token in [*prompt, *generated]:
        z = _repetition_penalty(z, [token], given["repetition_penalty"])
    return _filtered(_masked(_counted(z, generated, given), given), given)


def greedy_of_the_raw_logits(logits, prompt, generated, **given):
    """At temperature 0 the token with the largest logit of the model comes, whatever else is set.

    Bias, penalties and the mask are earlier steps, and temperature 0 sees what they leave.
    """
    p = _step_probs(logits, prompt, generated, **given)
    return p if given.get("temperature", 1.0) else np.eye(len(p))[int(np.argmax(logits))]


def presence_for_each_time(logits, prompt, generated, **given):
    """The presence penalty is subtracted once for each time that a token was generated.

    That is the frequency penalty. The other one is subtracted once, as soon as the token is there.
    """
    given = _DEFAULTS | given
    both = given["frequency_penalty"] + given["presence_penalty"]
    return _step_probs(logits, prompt, generated, **given | {"frequency_penalty": both, "presence_penalty": 0.0})


def allowed_taken_for_ids(logits, prompt, generated, **given):
    """`allowed` is read as a list of the ids that may come.

    It has a boolean for each token of the vocabulary: its place is the id. `token in allowed` asks for the value, and
    True equals 1.
    """
    allowed = given.get("allowed")
    found = None if allowed is None else [token in list(allowed) for token in range(len(logits))]
    return _step_probs(logits, prompt, generated, **given | {"allowed": found})


def only_the_mask_is_asked(logits, prompt, generated, **given):
    """Only a mask without any True is refused, and logits of minus infinity are not looked at.

    The mask may allow only tokens that the logits forbid, and then nothing is left either. Look after the mask is
    applied.
    """
    try:
        return _step_probs(logits, prompt, generated, **given)
    except ValueError:
        if given.get("allowed") is not None and not any(given["allowed"]):
            raise
        return np.full(len(logits), np.nan)
