"""The decoding comparison: one prompt under several ways to choose the next token, as a page of its own."""
