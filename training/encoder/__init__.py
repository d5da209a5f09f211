"""The shipped encoder: `python -m training.encoder` makes it from public inputs; each step is a
command of its own, in the order prepare, treebank, teacher, train, agreement, train, evaluate,
export. Every step takes its inputs as paths and says in `--help` what it writes."""
