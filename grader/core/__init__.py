"""Values that everything speaks of: calls and outcomes, verdicts, results, comparison, text of values. No I/O."""
