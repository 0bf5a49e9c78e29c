"""
class: protocol
attempts: answers to a table of calls that has not been sent, while the file is loaded
exercise: softmax_by_hand
verdict: fail, crash, error
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
send({"op": "loaded", "did": "returned", "callable": True, "is_defined": True, "names": [], "line": 1})
for _ in range(400):
    send({"op": "called", "count": 1, "text": 5}, b"[[1]]")
