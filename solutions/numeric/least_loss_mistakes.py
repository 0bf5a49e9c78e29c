"""Known wrong answers to the loss at which the training of a bigram model ends."""

import math


def zero(often, seldom):
    """The loss was thought to end at 0.

    That would need a model that is certain of each token. Both tokens came, and it can't know which one is next.
    """
    return 0


def before_training(often, seldom):
    """This is the loss where both tokens are equally likely.

    That is where logits of zero begin. Training brings the probabilities to the shares in the text.
    """
    return math.log(2)


def in_bits(often, seldom):
    """The logarithms are those to base 2.

    The entropy is right in bits. Losses are in nats here.
    """
    p, q = often / (often + seldom), seldom / (often + seldom)
    return -p * math.log2(p) - q * math.log2(q)


def likelier_token_only(often, seldom):
    """This is the surprise of the more frequent token.

    The other one comes, too, and its surprise is larger. The loss is the mean over all pairs.
    """
    return -math.log(often / (often + seldom))


def mean_without_weights(often, seldom):
    """The two surprises were averaged as if both tokens came equally often.

    Each surprise counts as often as its token comes.
    """
    p, q = often / (often + seldom), seldom / (often + seldom)
    return (-math.log(p) - math.log(q)) / 2


def not_divided(often, seldom):
    """This is the sum of the surprises of all pairs.

    The loss is the mean over them.
    """
    p, q = often / (often + seldom), seldom / (often + seldom)
    return -often * math.log(p) - seldom * math.log(q)


def sign_forgotten(often, seldom):
    """The sign is missing.

    The logarithm of a share is negative, and surprise is the opposite of that.
    """
    p, q = often / (often + seldom), seldom / (often + seldom)
    return p * math.log(p) + q * math.log(q)
