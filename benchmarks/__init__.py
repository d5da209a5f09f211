"""Benchmarks: programs that read files given by path and print a table with our row in it.

`python -m benchmarks` lists them, `python -m benchmarks NAME --help` says what one reads and gives.
"""

from pathlib import Path

from benchmarks.evaluation import command

TABLE = command.read_table("benchmarks", Path(__file__).with_name("commands.tsv"))

command.by_module("benchmarks", TABLE)
