"""Facts of a sentence: its words, what the lexicon and the parse say of them; no opinion."""
