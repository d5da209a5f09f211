"""The shipped encoder: `python -m training encoder make` makes it from public inputs, and each step
is a command of its own."""
