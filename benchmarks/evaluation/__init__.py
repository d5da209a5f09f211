"""What training and benchmarks both use: reading data files, texts, trees, planting errors.

It imports neither of them. Training may use benchmarks; benchmarks never use training.
"""
