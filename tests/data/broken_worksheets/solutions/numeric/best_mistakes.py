"""Known wrong answers."""


def first(tokens):
    """This is the first token.

    Look at the weights.
    """
    return tokens[0]
