"""The running language model: generate text, real models, the API over HTTP, the page that compares decoding strategies."""
