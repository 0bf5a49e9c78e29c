"""Sets of solutions for all exercises, as learners' files: the reference's, and others that were written apart from it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

from places import CORPUS

from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.learner import progress

IMPORT = re.compile(r"^from \.+(?:\w+\.)?(\w+) import (.+)$", re.M)


def reference_set(course: Course) -> dict[str, str]:
    """Return the reference solutions with flat imports, by the name of the file.

    What a solution imports beside another exercise's function, learners have no file for: it comes from a copy.
    """
    exercises = {each.name: each for each in course.exercises()}
    sources = {
        name: (course.content.solutions / f"{each.id}.py").read_text("utf-8") for name, each in exercises.items()
    }

    def flat(match: re.Match[str]) -> str:
        name, names = match[1], match[2].split(", ")
        functions = exercises[name].functions
        own = [each for each in names if each.partition(" ")[0] in functions]
        others = [each for each in names if each not in own]
        lines = [f"from {name} import {', '.join(own)}"] if own else []
        return "\n".join(lines + ([f"from given_{name} import {', '.join(others)}"] if others else []))

    files = {name: IMPORT.sub(flat, text) for name, text in sources.items()}
    return files | {f"given_{name}": text for name, text in files.items()}


PLAIN = dict(
    line.split()
    for line in """\
softmax_by_hand plain_loop
first_story with_a_while_loop
first_loop by_hand
softmax_stable nested_lists
temperature_rescaling plain_loop
entropy plain_loop
greedy_pick plain_loop
sample_with_u subtract
top_3_renormalisation dictionary
nucleus_membership heap
min_p plain_loop
sampler_pipeline list_of_steps
repetition_penalty plain_list
frequency_presence two_loops
bias_ban_min_tokens one_at_a_time
greedy_trap recursion
beam_search plain_lists
bpe_train loops
bpe_encode list_index
pre_tokenize one_loop
chat_template append
utf8_stream needed_bytes
log_probs plain_loop
train_bigram plain_loop
prediction_loop endless_with_breaks
finish_reason elif
stop_sequences loops
stream_hold_back loops
loop_op_counts simulated_loop
price_of_a_call millions
reasoning_usage token_by_token
batch_schedule loops
causal_attention loops
kv_cache rows
split_heads lists
cached_block one_head_at_a_time
cached_forward own_blocks
cached_generate prefill_first
paged_cache loops
accept_and_residual loop
verify_block while
speculative_generate slices
ngram_draft loops
json_mask loops
regex_mask loops
one_step by_hand
complete_generate by_hand""".splitlines()
)
"""For each exercise a variant of tests/corpus/variants in plain Python: loops and lists."""
ARRAYS = PLAIN | dict(
    line.split()
    for line in """\
softmax_by_hand shifted
first_story with_a_list
first_loop copy
softmax_stable one_flat_batch
temperature_rescaling log_sum_exp
entropy where
greedy_pick flatnonzero
sample_with_u argmax_of_a_mask
top_3_renormalisation lexsort
nucleus_membership cumsum_mask
min_p masked_array
sampler_pipeline four_lines
repetition_penalty where_on_ids
frequency_presence one_hot_table
bias_ban_min_tokens mask
greedy_trap whole_tensor
beam_search arrays
bpe_train numpy_ids
bpe_encode heap
pre_tokenize one_pattern
chat_template template_with_places
utf8_stream generator_tuple
log_probs one_hot
train_bigram one_hot_matrices
prediction_loop arrays
finish_reason table
stop_sequences every_place
stream_hold_back with_apply_stops
loop_op_counts array
price_of_a_call dot_product
reasoning_usage clip
batch_schedule arrays
causal_attention imported_softmax
kv_cache preallocated
split_heads swapped
cached_block imported_attention
cached_forward imported_block
cached_generate generator
paged_cache numpy
accept_and_residual minimum
verify_block imported
speculative_generate objects
ngram_draft sliding_windows
json_mask sets_of_tokens
regex_mask matrices
one_step imports
complete_generate imports""".splitlines()
)
"""For each exercise another one, with numpy where it has something to do."""
ANOTHER_TEXT = ("float32", "random_numbers_first")
"""Right variants that write another text: rounded, or with the random numbers in an order of their own."""


def read_variants() -> list[tuple[str, str]]:
    """Return each exercise's name with the name of each of its variants."""
    bodies = {path.stem: ast.parse(path.read_text("utf-8")).body for path in sorted((CORPUS / "variants").glob("*.py"))}
    return [
        (exercise, node.name)
        for exercise, body in bodies.items()
        for node in body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith("variant_")
    ]


def written_set(course: Course, variants: Mapping[str, str]) -> dict[str, str]:
    """Return a set of variants, by the name of the file; of an exercise that has none yet the reference solution."""
    written = {
        each.name: write_variant(each, f"variant_{variants[each.name]}")
        for each in course.exercises()
        if each.name in variants
    }
    return written if len(written) == len(course.exercise_ids) else reference_set(course) | written


def write_variant(exercise: Exercise, variant: str) -> str:
    """Return the file that a learner hands in: a variant under the exercise's name, with what it uses."""
    text = _alone(CORPUS / "variants" / f"{exercise.name}.py", {variant, *exercise.functions})
    return re.sub(rf"\b{variant}\b", exercise.function, text)


def _alone(path: Path, wanted: set[str]) -> str:
    """Return a file without the functions and classes that those wanted do not use."""
    text = path.read_text("utf-8")
    named = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    others = [node for node in ast.parse(text).body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    todo = [*others, *(named.pop(name) for name in {*wanted} & {*named})]
    for node in todo:  # grows on the way
        used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        todo += [named.pop(name) for name in used & {*named}]
    lines = text.splitlines()
    for node in named.values():
        first = min(each.lineno for each in (node, *node.decorator_list))
        lines[first - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - first + 1)
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)).rstrip() + "\n"


def nth_variants(course: Course, n: int) -> dict[str, str]:
    """Return the name of the nth variant of each exercise, beginning anew where there are fewer."""
    chosen = {}
    for exercise in course.exercises():
        text = (CORPUS / "variants" / f"{exercise.name}.py").read_text("utf-8")
        names = re.findall(r"^(?:def|class) variant_(\w+)", text, re.M)
        names = [each for each in names if not any(other in each for other in ANOTHER_TEXT)]
        chosen[exercise.name] = names[n % len(names)]
    return chosen


def write_set(course: Course, folder: Path, files: Mapping[str, str]) -> None:
    """Write a set as a learner's workspace."""
    places = {each.rpartition("/")[2]: f"{each}.py" for each in course.exercise_ids}
    for name, text in files.items():
        path = folder / "exercises" / places.get(name, f"{name}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def passed_set(course: Course, folder: Path, names: tuple[str, ...]) -> None:
    """Write a workspace in which some exercises have passed, with the reference solutions as the learner's files."""
    write_set(course, folder, reference_set(course))
    noted = progress.Progress()
    for name in names:
        noted.standing(course.find(name)).status = "pass"
    assert progress.save(folder / ".learn", noted)
