"""The decoding playground: a page that compares decoding strategies on one prompt."""
