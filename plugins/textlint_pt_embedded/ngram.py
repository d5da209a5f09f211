"""How probable every token of a sentence is, and how acceptable the sentence, by the n-gram model.

Light to import: numpy and the model are loaded when the first sentence is scored.
"""
Calibration = features = None
