"""Benchmarks: programs that read files given by path and print a table with our row in it.

`python -m benchmarks` lists them, `python -m benchmarks NAME --help` says what one reads and gives.
"""

from benchmarks.evaluation import command

TABLE: command.Table = {
    name: (f"benchmarks.{target or name}", about)
    for name, target, about in (
        ("aia_bde", "", "questions in other words beside the known ones (AIA-BDE)"),
        ("alignment", "", "links between sentences of damaged parallel texts"),
        ("assin", "", "likeness of two sentences, and entailment (ASSIN)"),
        ("census draw", "census:draw_sheet", "documents never looked at, linted for readers"),
        ("census report", "census:report_sheet", "what readers said of the findings"),
        ("census publish", "census:publish_sheet", "the same without any text"),
        ("cli", "", "how long commands take from the shell"),
        ("corrections", "", "corrections of the histories of texts"),
        ("cross_lingual", "", "what the meaning encoder knows of translations"),
        ("editor", "", "what an edit costs in the language server"),
        ("essays", "", "texts as written and as somebody corrected them"),
        ("firings", "", "what fires on edited text, by the words that set it off"),
        ("focus", "", "sentences of another text (FOC001)"),
        ("graders", "", "the score beside grades of people"),
        ("hostile", "", "hostile repositories, damaged files, files that grow"),
        ("kinds", "", "kinds of text"),
        ("life", "", "pairs of a bad sentence and a good one"),
        ("measures", "", "makes the tables of docs/measures.md; --record"),
        ("minimal_pairs", "", "is the good sentence of a pair rated higher?"),
        ("narratives", "", "the loop of the paper on narratives"),
        ("parsing", "", "tags, heads and lemmas beside treebanks"),
        ("pira", "", "answers to questions about texts (Pirá)"),
        ("plants", "", "faults planted in pages of translations"),
        ("proposals", "", "what a rule of language makes of a text, and why"),
        ("realtext", "", "errors that linguists marked"),
        ("redundancy", "", "redundant pairs beside GRUEN's program, planted loops"),
        ("reports", "", "sentences made after public reports of bugs"),
        ("score", "", "texts beside damaged copies of themselves"),
        ("segmentation", "", "boundaries of sentences beside treebanks"),
        ("server_memory", "", "memory of the server over thousands of texts"),
        ("spelling", "", "misspelt words beside hunspell"),
        ("stringplants", "", "faults planted in catalogues, beside msgfmt and pofilter"),
        ("throughput", "", "what a document costs, beside GRUEN"),
        ("translation", "", "drift of translations beside what people say"),
        ("translation_checks", "", "what rules say of good translations"),
    )
}

command.by_module("benchmarks", TABLE)
