"""The shipped encoder: `python -m training.encoder.STEP`, in the order prepare, teacher, train,
evaluate, export. Every step takes its inputs as paths and says in `--help` what it writes."""
