"""The decoding strategies that the page compares."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Strategy:
    """A decoding strategy: its name, a description for the page, and its settings."""

    name: str
    words: str
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0


@dataclass(frozen=True)
class StrategyGroup:
    """Strategies under one heading, in reading order."""

    title: str
    words: str
    strategies: tuple[Strategy, ...]


TEMPERATURES = StrategyGroup(
    "From cold to hot",
    "A low temperature lets the favourites win, a high one flattens the differences. Only 0 removes tokens.",
    (
        Strategy("Greedy", "Always takes the likeliest token. No dice, so no surprise and no way out of a loop.", 0.0),
        Strategy("Cold", "Favourites grow, and the others are left with little.", 0.3),
        Strategy("Cool", "A little bolder than the model itself.", 0.7),
        Strategy("Pure sampling", "Draws from the model's own chances, rare tokens included."),
        Strategy("Warm", "Favourites lose; all others together gain.", 1.5),
        Strategy("Hot", "Hundreds of unlikely tokens together become likely. The text derails.", 2.0),
    ),
)
FILTERS = StrategyGroup(
    "Cutting the tail",
    "Filters remove unlikely tokens before the draw. What those had is shared out among the rest.",
    (
        Strategy("Top-k", "Keeps a fixed number of tokens, however sure the model is.", top_k=5),
        Strategy("Top-p", "Keeps the smallest group that holds a given share: few if the model is sure.", top_p=0.9),
        Strategy("All together", "As warm as above, but the tail is cut before the draw.", 1.5, 20, 0.9),
    ),
)
GROUPS = (TEMPERATURES, FILTERS)
