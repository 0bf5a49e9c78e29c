"""Known wrong answers to which token greedy picking takes."""

from .five_logits import ranked as _ranked


def first_in_the_list(tokens):
    """This is the first token of the list.

    The list is in no order. Look for the largest logit.
    """
    return tokens[0]


def smallest_logit(tokens, logits):
    """This is the token with the smallest logit.

    Greedy picking takes the likeliest token.
    """
    return tokens[_ranked(logits)[-1]]


def second_best(tokens, logits):
    """This is the second best token.

    Greedy picking never takes a risk: there is one logit that is larger.
    """
    return tokens[_ranked(logits)[1]]
