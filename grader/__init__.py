"""The engine and the command line of Token by Token."""

__version__ = "0.2.0.dev0"
