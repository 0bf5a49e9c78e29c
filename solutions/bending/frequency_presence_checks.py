"""Laws of the frequency and presence penalties."""


def long_text():
    """Return 300 ids: token 0 at the beginning, and then token 1 only."""
    return [0] + [1] * 299


def commutes_with_a_shift(near, logits, prompt, generated, alpha_f, alpha_p):
    """Adding a number to all logits before the penalties is the same as adding it afterwards."""
    rest = {"prompt": prompt, "generated": generated, "alpha_f": alpha_f, "alpha_p": alpha_p}
    plain, shifted = yield [{"logits": logits, **rest}, {"logits": logits + 4.0, **rest}]
    return None if near(shifted, plain + 4.0) else "adding 4 to every logit did not just add 4 to every result"


def ignores_the_prompt(near, logits, prompt, generated, alpha_f, alpha_p):
    """With another prompt the result is the same."""
    rest = {"generated": generated, "alpha_f": alpha_f, "alpha_p": alpha_p}
    short, long = yield [
        {"logits": logits, "prompt": [], **rest},
        {"logits": logits, "prompt": [*prompt, *range(len(logits))], **rest},
    ]
    return None if near(long, short) else "the same answer after another prompt was given other logits"
