"""
class: protocol
attempts: answers to calls that have not been made, while the file is loaded
exercise: softmax_by_hand
verdict: fail, crash, error
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
send({"op": "loaded", "did": "returned", "callable": True, "is_defined": True, "names": [], "line": 1})
for _ in range(400):
    send({"op": "called", "steps": [{"did": "returned", "value": 1.0, "changed": []}]})
send({"op": "done", "is_clean": True})
