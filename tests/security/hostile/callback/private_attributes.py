"""
class: callback
attempts: asks for attributes and methods that were not offered, by messages of its own
exercise: small/reply
verdict: crash, error
max-score: 0
success-shows-as: leak
"""

# @@PRELUDE@@
NAMES = ("__class__", "__dict__", "__init__", "new_cache.__globals__", "", "ids", "__reduce__")


def reply(model, prompt, count):
    for name in NAMES:
        send({"op": "ask", "of": 0, "use": "get", "name": name, "args": []})
    return [3, 4, 0][:count]
