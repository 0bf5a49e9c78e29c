"""The columns of the playground: ways of choosing tokens, in reading order."""

from typing import NamedTuple


class Strategy(NamedTuple):
    """A way of choosing tokens: its heading, its effect in a sentence or two, and the settings that it changes."""

    name: str
    words: str
    settings: dict[str, float]


class StrategyGroup(NamedTuple):
    """Strategies under one heading, and their common trait."""

    title: str
    words: str
    strategies: tuple[Strategy, ...]


GROUPS = (
    StrategyGroup(
        "From cold to hot",
        "A low temperature lets the favorites win, a high one flattens the differences. Only 0 removes tokens.",
        (
            Strategy(
                "Greedy",
                "Always takes the likeliest token. No dice, so no surprise and no way out of a loop.",
                {"temperature": 0.0},
            ),
            Strategy("Cold", "Favorites grow, and the others are left with little.", {"temperature": 0.3}),
            Strategy("Cool", "A little more cautious than the model itself.", {"temperature": 0.7}),
            Strategy("Pure sampling", "Draws from the model's own chances, rare tokens included.", {}),
            Strategy("Warm", "Favorites lose; all others together gain.", {"temperature": 1.5}),
            Strategy(
                "Hot",
                "Hundreds of unlikely tokens together become likely. The text loses its thread.",
                {"temperature": 2.0},
            ),
        ),
    ),
    StrategyGroup(
        "Cutting the tail",
        "Filters remove unlikely tokens before the draw. What those had is shared out among the rest.",
        (
            Strategy("Top-k", "Keeps a fixed number of tokens, however sure the model is.", {"top_k": 5}),
            Strategy(
                "Top-p",
                "Keeps the smallest group that holds a given share: few if the model is sure.",
                {"top_p": 0.9},
            ),
            Strategy(
                "Min-p",
                "Cuts tokens that are far less likely than the best: few if the model is unsure.",
                {"min_p": 0.1},
            ),
        ),
    ),
    StrategyGroup(
        "Against loops, and all together",
        "Penalties lower the scores of tokens that the text already has, before anything else.",
        (
            Strategy(
                "Repetition penalty",
                "Lowers each token of the prompt and the text, so greedy decoding can leave a loop.",
                {"temperature": 0.0, "repetition_penalty": 1.3},
            ),
            Strategy(
                "Frequency penalty",
                "Lowers a token further each time it is generated. The prompt does not count.",
                {"temperature": 0.0, "frequency_penalty": 1.0},
            ),
            Strategy(
                "All together",
                "As warm as above, but the tail is cut before the draw.",
                {"temperature": 1.5, "top_k": 20, "top_p": 0.9},
            ),
        ),
    ),
)
