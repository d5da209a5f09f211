"""Benchmarks: programs that read files given by path and print a table with our row in it."""
