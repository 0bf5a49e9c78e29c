"""Known wrong answers to a logit after frequency and presence penalty."""


def prompt_counted(prompt, generated, token, logit, alpha_f, alpha_p):
    """The tokens of the prompt were counted as well.

    The user wrote the prompt, and is allowed to repeat words. Only what the model has generated counts.
    """
    return logit - alpha_f * (prompt + generated).count(token) - alpha_p


def frequency_once(logit, alpha_f, alpha_p):
    """The frequency penalty was taken off only once.

    It is taken off for each time that the token was generated. Only the presence penalty is subtracted once.
    """
    return logit - alpha_f - alpha_p


def presence_each_time(generated, token, logit, alpha_f, alpha_p):
    """The presence penalty was taken off for each time.

    Presence is yes or no: a token that was generated five times is as present as one that was generated once.
    """
    return logit - (alpha_f + alpha_p) * generated.count(token)


def presence_left_out(generated, token, logit, alpha_f):
    """The presence penalty is missing.

    Both penalties act at the same time. Has the token been generated at all?
    """
    return logit - alpha_f * generated.count(token)


def frequency_left_out(logit, alpha_p):
    """The frequency penalty is missing.

    Both penalties act at the same time. How often has the token been generated?
    """
    return logit - alpha_p


def exchanged(generated, token, logit, alpha_f, alpha_p):
    """The two penalties were exchanged.

    The frequency penalty is the one that grows with the count.
    """
    return logit - alpha_p * generated.count(token) - alpha_f


def added(generated, token, logit, alpha_f, alpha_p):
    """The penalties were added to the logit.

    The token would come even more often then. A penalty takes something off.
    """
    return logit + alpha_f * generated.count(token) + alpha_p
