"""Values that every room uses: calls and outcomes, verdicts, results, comparison, text of values. No I/O."""
