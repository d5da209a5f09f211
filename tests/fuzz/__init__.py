"""Damaged files of every format: whatever stands in one, the invariants hold (`invariants.py`)."""
