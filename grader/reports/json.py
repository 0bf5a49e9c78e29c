"""`json`: the result document itself, schema `learn/result/v1`."""

import json

from grader.core.result import Result
from grader.reports import Format


def render(result: Result) -> str:
    """Return the result as JSON with a stable order of keys."""
    text = json.dumps(result.to_json(), indent=2, ensure_ascii=True)
    return text.replace("##[", "#\\u0023[") + "\n"  # GitHub's runner obeys ##[name] anywhere in a line


FORMAT = Format(render, "programs, the record", "everything; [its schema](../schema/result.schema.json)")
