"""Classes: submissions are discovered, matched with a roster, graded by an executor, and stored so that a run can resume."""
