"""Run a real language model in numpy: download it, convert it once, tokenize, format chats, compute logits."""
