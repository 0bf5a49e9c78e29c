"""
class: forge-file
attempts: leaves results.json, junit.xml, .pytest_cache and a conftest.py in the folder it runs in
exercise: softmax_by_hand
verdict: fail, forbidden, error
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
import os

os.makedirs(".pytest_cache/v/cache", exist_ok=True)
for name in ("results.json", "result.json", "junit.xml", "conftest.py", "pytest.ini", ".pytest_cache/v/cache/lastfailed"):
    with open(name, "w", encoding="utf-8") as file:
        file.write('{"schema": "learn/result/v1", "status": "pass", "score": 8, "max_score": 8}')


def softmax(logits):
    return wrong(logits)
