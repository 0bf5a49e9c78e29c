"""All checks of softmax_by_hand as plain pytest tests, the baseline for `learn check softmax_by_hand`.

Cases, number of random vectors and tolerances are the same, and the solution is written out. check_speed.py copies this file
beside the learner's module.
"""

import numpy as np
import pytest
from softmax_by_hand import softmax

WORKED = ([4, 3, 2, 1, 0.5], [0.631632, 0.232365, 0.085482, 0.031447, 0.019074])
SMALL = [
    ([0, 0, 0, 0], [0.25, 0.25, 0.25, 0.25]),
    ([7.5], [1.0]),
    ([-1, -2], [0.731059, 0.268941]),
    ([-1, 2, -3], [0.047123, 0.946499, 0.006377]),
]


def solution(logits):
    exponentials = np.exp(logits)
    return exponentials / exponentials.sum()


def vectors(seed, count, scale=3.0, limit=50.0):
    """Draw logits as grader/core/generators.py does: some with ties, some whole."""
    rng = np.random.default_rng(seed)
    for size in rng.integers(1, 51, count):
        logits = np.clip(rng.normal(0.0, scale, size), -limit, limit)
        if rng.random() < 0.1:
            logits = np.round(logits)
        if size > 1 and rng.random() < 0.2:
            chosen = rng.choice(size, int(rng.integers(2, size + 1)), replace=False)
            logits[chosen] = logits[chosen[0]]
        yield logits


def near(got, expected):
    return np.allclose(got, expected, rtol=1e-9, atol=1e-12)  # much quicker than pytest.approx on arrays


def near_printed(got, expected):
    return np.allclose(got, expected, rtol=0, atol=0.0000005)


def test_the_worked_example():
    logits, expected = np.array(WORKED[0], float), WORKED[1]
    assert near(softmax(logits), solution(logits))
    assert near_printed(softmax(logits), expected)


@pytest.mark.parametrize(("logits", "expected"), SMALL)
def test_small_cases(logits, expected):
    logits = np.array(logits, float)
    assert near(softmax(logits), solution(logits))
    assert near_printed(softmax(logits), expected)


def test_adds_up_to_one():
    for logits in vectors(1, 50):
        assert near(softmax(logits).sum(), 1.0)


def test_keeps_the_order():
    for logits in vectors(2, 50):
        p = softmax(logits)
        assert (p >= 0).all()
        ranked = p[np.argsort(-logits, kind="stable")]
        assert near(ranked, np.minimum.accumulate(ranked))


def test_only_differences_matter():
    for logits in vectors(3, 50, limit=40.0):
        assert near(softmax(logits + 3.0), softmax(logits))


def test_leaves_its_input_alone():
    for logits in vectors(4, 20):
        before = logits.copy()
        softmax(logits)
        assert np.array_equal(logits, before)


def test_60_random_vectors():
    for logits in vectors(5, 60, scale=6.0):
        assert near(softmax(logits), solution(logits))
