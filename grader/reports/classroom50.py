"""`classroom50`: the `result.json` of Classroom 50, schema `classroom50/result/v1`.

Keys, integers and the variables are as its runner wants them
(https://github.com/foundation50/classroom50/blob/main/schemas/result-v1.schema.json, and its wiki's page “Advanced
Autograding”). The runner writes `owner`, `assignment_type` and `datetime` over with what it knows itself.
"""

import json
import re
from collections.abc import Mapping

from grader.core.errors import ReportError
from grader.core.escape import title
from grader.core.result import CheckResult, Result, Verdict
from grader.reports import Format
from grader.reports.gradebook import comment
from grader.reports.text import check_lines, titled_checks

SCHEMA = "classroom50/result/v1"
VARIABLES = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "assignment_type": "ASSIGNMENT_TYPE",
    "owner": "OWNER",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
"""Keys of the document, and the runner's variables with their values."""
TAG = re.compile(r"submit/(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-\w+")
UNKNOWN = "1970-01-01T00:00:00Z"
"""The time of a submission whose tag has none; the runner replaces it."""


def render(result: Result, environment: Mapping[str, str]) -> str:
    """Return the document; raise ReportError if a variable of the runner is not set, or not all could be graded."""
    missing = [name for name in VARIABLES.values() if not environment.get(name)]
    if missing:
        raise ReportError(f"the format classroom50 needs variables of Classroom 50's runner: {', '.join(missing)}")
    # The schema wants a score. Without a document, the runner gives none: status `error`, and no release. A fault of
    # ours comes to the same, since the command ends with another exit code than 0.
    if result.verdict is Verdict.UNREADABLE:
        raise ReportError(comment(result))
    tag = TAG.fullmatch(environment["SUBMISSION_TAG"])
    document = {
        "schema": SCHEMA,
        **{key: environment[name] for key, name in VARIABLES.items()},
        "datetime": "{}T{}:{}:{}Z".format(*tag.groups()) if tag else UNKNOWN,
        "score": result.score,
        "max-score": result.max_score,
        "tests": [_test(check, name) for _, check, name in titled_checks(result)],
    }
    return json.dumps(document, indent=2) + "\n"


def _test(check: CheckResult, name: str) -> dict[str, object]:
    """Return one test; its name goes into the Markdown of a release, where the runner escapes `|` only."""
    return {
        "test-name": title(name),
        "passed": check.verdict is Verdict.PASS,
        "score": check.score,
        "max-score": check.max_score,
        "message": "" if check.verdict is Verdict.PASS else "\n".join(check_lines(check)),
    }


FORMAT = Format(render, "Classroom 50", "`result.json`", needs_runner=True, is_for_learners=False)
