import re


def render(messages, add_generation_prompt=True):
    out = ""
    for message in messages:
        if message["role"] not in ("system", "user", "assistant"):
            raise ValueError("unknown role")
        out += "<|im_start|>" + message["role"] + "\n" + message["content"].strip() + "<|im_end|>" + "\n"
    if add_generation_prompt:
        out += "<|im_start|>assistant\n"
    return out


SPECIAL = {"<|im_start|>": 256, "<|im_end|>": 257}


def chat_ids(messages):
    ids = []
    for chunk in re.split(r"(<\|im_start\|>|<\|im_end\|>)", render(messages)):
        if chunk in SPECIAL:
            ids.append(SPECIAL[chunk])
        else:
            ids.extend(chunk.encode("utf-8"))
    return ids


def read_chat(ids):
    messages = []
    current = None
    for i in ids:
        if i == 256:
            current = []
            messages.append(current)
        elif i == 257:
            current = None
        elif current is not None:
            current.append(i)
    result = []
    for m in messages:
        role, _, content = bytes(m).decode("utf-8", errors="replace").partition("\n")
        result.append({"role": role, "content": content})
    return result
