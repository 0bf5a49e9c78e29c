"""Tools for those who write exercises: the gate, scaffolds, starters, mutants, schemas, the public site."""
