"""How what ships is made: `python -m training` lists the commands (docs/training.md)."""

from benchmarks.evaluation import command

TABLE: command.Table = {
    name: (f"training.{target or name}", about)
    for name, target, about in (
        ("status", "__main__:status", "what ships, and what of it is stale"),
        ("build", "__main__:build", "make an artefact and what depends on it"),
        ("record", "__main__:record", "write down what an artefact was made with by hand"),
        ("digest", "__main__:digest", "the line `files` of a source in sources.toml"),
        ("acceptability", "", "what encoder and n-gram model say together"),
        ("choice", "", "which of the words that are taken for one another stands where"),
        ("confidence signals", "confidence:signals", "signals of findings that were read"),
        ("confidence cases", "confidence:cases", "signals of what rules find in their cases"),
        ("confidence pairs", "confidence:pairs", "signals of pairs of a bad and a good sentence"),
        ("confidence fit", "confidence:fit", "how probably a rule of language is right"),
        ("corrections mine", "corrections.mining:mine", "small edits in histories of texts"),
        ("corrections keep", "corrections.mining:keep", "those that correct the language"),
        ("drift", "", "how far two good translations drift apart"),
        ("encoder pack", "encoder.edits.pack", "all that a machine with torch needs to teach it"),
        ("encoder train", "encoder.edits.learn:main", "teach the encoder to correct"),
        ("encoder export", "encoder.edits.export", "the taught layers as they ship"),
        ("encoder rewrite", "encoder.artefact", "the shipped encoder, written anew"),
        ("encoder prepare", "encoder.prepare", "sentences, words and inflections"),
        ("english_words", "", "words that English texts have"),
        ("fingerprints", "", "samples that show that training and evaluation are apart"),
        ("forms", "", "the lexicon of word forms"),
        ("lexicon", "", "what words are about, Portuguese and English"),
        ("meaning", "", "on what scale the meaning of a translation is judged"),
        ("meaning_encoder train", "meaning_encoder.train", "which words answer each other"),
        ("meaning_encoder export", "meaning_encoder.export", "the meaning encoder as it ships"),
        ("ngram", "", "how likely words are where they stand"),
        ("peers", "", "kinds of text, and what is usual for each"),
        ("slips", "", "which letters people write for which, and how often"),
        ("translations", "", "which Portuguese words render an English one"),
        ("vectors", "", "word vectors, and what distances are usual"),
    )
}

command.by_module("training", TABLE)
