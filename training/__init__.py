"""How what ships is made: `python -m training` lists the commands (docs/training.md)."""

from pathlib import Path

from benchmarks.evaluation import command

TABLE = command.read_table("training", Path(__file__).with_name("commands.tsv"))

command.by_module("training", TABLE)
