"""Clean texts by set, from any of the formats that benchmarks are given."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from benchmarks.evaluation.common import conllu_sentences, read_jsonl, read_text, stem
from textlint_pt.registry import plugins


@dataclass(frozen=True)
class Item:
    """A text of a set; `kind` and `author` where the data says so. Of a file `name` is its path
    within the folder given, without `suffix`."""

    name: str
    text: str
    kind: str = ""
    author: str = ""
    suffix: str = ".txt"


def load(path: str) -> dict[str, list[Item]]:
    """Return sets of texts by name.

    * JSON Lines with `text`: a text a line (`id`, `kind`, `author`);
    * JSON Lines with `doc` and Portuguese columns (`pt_PT`, `pt_BR`, …): one set a column, the
      segments of a document as running text;
    * CoNLL-U: sentences that share their id up to the last number are a document;
    * anything else a document a file, of a folder every file in a format that the linter reads,
      without English originals (`NAME.en.md`).
    """
    if Path(path).is_dir():
        files = files_of(Path(path))
        return {Path(path).name: [_file(file, str(file.relative_to(path))) for file in files]}
    if ".conllu" in path:
        sentences = [(name.rpartition("-")[0], text) for name, text in conllu_sentences(path)]
        return {stem(path): _documents(sentences)}
    if ".jsonl" not in path:
        return {stem(path): [_file(Path(path), Path(path).name)]}
    rows = read_jsonl(path)
    if rows and "text" in rows[0]:
        return {
            stem(path): [
                Item(str(r["id"]), r["text"], r.get("kind", ""), r.get("author", "")) for r in rows
            ]
        }
    columns = [key for key in rows[0] if key == "pt" or key.startswith("pt_")]
    return {
        f"{stem(path)}-{column}" if len(columns) > 1 else stem(path): _documents(
            [(str(r.get("doc", r.get("id"))), r[column]) for r in rows]
        )
        for column in columns
    }


def files_of(folder: Path) -> list[Path]:
    """Return the files below a folder that the linter reads, without English originals."""
    known = plugins.load(third_party=False).extensions
    files = sorted(path for path in folder.rglob("*") if path.suffix in known)
    return [path for path in files if ".en" not in path.suffixes and path.name != "README.md"]


def _file(path: Path, name: str) -> Item:
    return Item(name.removesuffix(path.suffix), read_text(str(path)), suffix=path.suffix)


def _documents(sentences: list[tuple[str, str]]) -> list[Item]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for name, sentence in sentences:
        grouped[name].append(sentence)
    return [Item(name, _running(group)) for name, group in grouped.items()]


def _running(sentences: list[str]) -> str:
    """Return the sentences as one paragraph; what does not end like one is a title on its own."""
    text = ""
    for sentence in sentences:
        is_sentence = sentence.rstrip("\"'”’»)]").endswith((".", "!", "?", "…", ":"))
        text += f"{sentence} " if is_sentence else f"\n\n{sentence}\n\n"
    return text.strip()
