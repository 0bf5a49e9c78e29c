"""Tools for those who write exercises: the gate, the scaffold, the miner, the schema."""
