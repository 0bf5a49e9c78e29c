import re

SPECIAL = {"<|im_start|>": 256, "<|im_end|>": 257}


def encode(text, allowed_special="all"):
    """like tiktoken's encode(text, allowed_special="all")"""
    ids = []
    for part in re.split(r"(<\|im_start\|>|<\|im_end\|>)", text):
        if part in SPECIAL:
            ids.append(SPECIAL[part])
        else:
            ids.extend(part.encode("utf-8"))
    return ids


def chat_ids(messages):
    # chat markup language
    prompt = ""
    for message in messages:
        prompt += f"<|im_start|>{message['role']}\n{message['content']}<|im_end|>\n"
    prompt += "<|im_start|>assistant\n"
    return encode(prompt)


def read_chat(ids):
    names = {v: k for k, v in SPECIAL.items()}
    text = b"".join(names[i].encode() if i in names else bytes([i]) for i in ids).decode("utf-8", errors="ignore")
    out = []
    for block in text.split("<|im_start|>")[1:]:
        role, _, content = block.partition("\n")
        out.append({"role": role, "content": content.split("<|im_end|>")[0]})
    return out
