"""`junit`: XML for continuous integration and editors; each check is a test case.

It keeps to Jenkins' schema, as pytest's does (https://github.com/jenkinsci/xunit-plugin, junit-10.xsd). That has no
field for points, and properties only for suites: each exercise is a suite, and says its points there.
"""

from xml.etree import ElementTree

from grader.core.escape import guarded, line, lines
from grader.core.result import CheckResult, ExerciseResult, Result, Verdict
from grader.reports import Format
from grader.reports.text import check_lines

FAILURES = (Verdict.FAIL, Verdict.NOT_ATTEMPTED)


def render(result: Result) -> str:
    """Return the result as JUnit XML."""
    root = ElementTree.Element("testsuites", name="learn")
    for exercise in result.exercises:
        root.append(_suite(exercise))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(exercise: ExerciseResult) -> ElementTree.Element:
    verdicts = [check.verdict for check in exercise.checks]
    passed_or_skipped = (Verdict.PASS, Verdict.SKIPPED)
    suite = ElementTree.Element(
        "testsuite",
        name=exercise.id,
        tests=str(len(verdicts)),
        failures=str(sum(verdict in FAILURES for verdict in verdicts)),
        errors=str(sum(verdict not in (*FAILURES, *passed_or_skipped) for verdict in verdicts)),
        skipped=str(verdicts.count(Verdict.SKIPPED)),
        time=f"{exercise.seconds:.3f}",
    )
    properties = ElementTree.SubElement(suite, "properties")
    scored = {"score": exercise.score, "max_score": exercise.max_score} if exercise.is_graded else {}
    for name, value in scored.items():
        ElementTree.SubElement(properties, "property", name=name, value=str(value))
    for check in exercise.checks:
        suite.append(_case(exercise, check))
    return suite


def _case(exercise: ExerciseResult, check: CheckResult) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=exercise.id.replace("/", "."), name=line(check.name))
    if check.verdict is Verdict.PASS:
        return case
    if check.verdict is Verdict.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=line(check.message))
        return case
    tag = "failure" if check.verdict in FAILURES else "error"
    problem = ElementTree.SubElement(case, tag, message=line(check.message), type=check.verdict.value)
    problem.text = "\n".join(check_lines(check))
    if check.stdout:
        ElementTree.SubElement(case, "system-out").text = "\n".join(map(guarded, lines(check.stdout)))
    return case


FORMAT = Format(render, "continuous integration, GitLab, editors", "a suite for each exercise, a case for each check")
