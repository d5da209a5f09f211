"""Format strings: what breaks a program, as `msgfmt` says where it is installed."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_translation.format_strings import Invalid, breach, directives

from textlint_pt.formats.gettext import plural_forms

MSGFMT = shutil.which("msgfmt")
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: pt\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
#: what is joined at random; of each language only what every version of gettext judges alike
PIECES = {
    "c-format": "%d %s %i %u %ld %x %% % %5.2f %*d %1$s %2$d %3$s %c %p %m %<PRId64> %lu %.*f %y",
    "objc-format": "%d %s %@ %1$@ %2$@ %% % %ld",
    "python-format": "%d %s %i %f %c %x % %%",
    "php-format": "%d %s %1$s %2$d %% %05d %u %f %c",
    "javascript-format": "%d %s %1$s %2$d %% % %5d %f %c %x",
    "lua-format": "%d %s %% % %q %f %x %c %i",
    "awk-format": "%d %s %% % %1$s %2$d %f %c %i %u",
    "perl-format": "%d %s %% %1$s %2$d %f %c %ld %u",
    "ruby-format": "%d %s %% % %f %p %i",
    "java-printf-format": "%d %s %1$s %2$d %% % %n %f %x %tY %b %c %3$s",
    "qt-format": "%1 %2 %3 %",
    "sh-format": "$a ${a} $b ${b} $1 ${a:-x}",
    "java-format": "{0} {1} '{' ''",
}


@pytest.mark.parametrize(
    ("language", "source", "target", "what"),
    [
        ("c-format", "Copied %d of %s.", "De %s, %d copiados.", "order"),
        ("c-format", "Copied %d of %s.", "De %2$s, %1$d copiados.", ""),
        ("c-format", "Done: 100%%", "Feito: 100%", "invalid"),
        ("c-format", "%d%% done", "%d% feito", "added"),
        ("c-format", "%d files", "%ld ficheiros", "order"),
        ("c-format", "50%, off", "50% de %d", ""),  # the source is no format string
        ("python-format", "%(n)d of %(all)d", "%(all)d, %(n)d", ""),
        ("python-format", "%(n)d of %(all)d", "%(n)d", "missing"),
        ("python-format", "%s: %d", "%d: %s", "order"),
        ("python-brace-format", "{a} of {b}", "{b}: {a", "invalid"),
        ("python-brace-format", "{a} of {b}", "{b}: {a}", ""),
        ("python-brace-format", "{a:>10}", "{a:>12}", ""),
        ("java-format", "{0} of {1}", "{1}: '{0}'", "missing"),
        ("csharp-format", "{0:N2} {{x}}", "{0} {x}", "invalid"),
        ("ruby-format", "%{a} %<b>d", "%<b>d %{a}", ""),
        ("qt-format", "%1 of %2", "%2: %1", ""),
        ("qt-format", "%1 of %2", "%1", "missing"),
        ("boost-format", "%1% of %2%", "%2%: %1%", ""),
        ("sh-format", "$a of ${b}", "${b} de $c", "added"),
        ("lisp-format", "~a", "", ""),  # not known: nothing is said
    ],
)
def test_translated_placeholders_that_break_a_program_are_found(
    language: str, source: str, target: str, what: str
) -> None:
    found = breach(source, target, language, may_lack=False)
    assert (found.what if found else "") == what


def test_c_plural_string_for_one_number_may_omit_the_placeholder() -> None:
    assert breach("%d files", "um ficheiro", "c-format", may_lack=True) is None
    assert breach("%d files", "um ficheiro", "c-format", may_lack=False) is not None
    # an argument too many stops a program in Python
    assert breach("%d files", "um ficheiro", "python-format", may_lack=True) is not None


@pytest.mark.skipif(MSGFMT is None, reason="gettext is not installed")
@pytest.mark.parametrize("language", PIECES)
def test_translated_placeholders_are_reported_only_if_msgfmt_rejects_them(
    language: str, tmp_path: Path
) -> None:
    pieces, chance = PIECES[language].split(" "), random.Random(7)
    entries, starts, text = [], [], HEADER
    for number in range(250):
        source = chance.choices(pieces, k=chance.randint(0, 3))
        target = chance.sample(source, len(source))
        if target and chance.random() < 0.5:
            target[chance.randrange(len(target))] = chance.choice(pieces)
        entry = f"a {' '.join(source)} x.", f"b {' '.join(target)} y.", chance.random() < 0.3
        entries.append(entry)
        starts.append(text.count("\n") + 1)
        text += f'#, {language}\nmsgctxt "{number}"\nmsgid "{entry[0]}"\n'
        if entry[2]:
            text += f'msgid_plural "{entry[0]}"\nmsgstr[0] "{entry[1]}"\nmsgstr[1] "{entry[0]}"\n\n'
        else:
            text += f'msgstr "{entry[1]}"\n\n'
    path = tmp_path / "a.po"
    path.write_text(text, encoding="utf-8")
    command = [str(MSGFMT), "--check", str(path), "-o", str(tmp_path / "a.mo")]
    process = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"LC_ALL": "C"}
    )
    said = process.stderr
    lines = [int(m[1]) for m in re.finditer(r"a\.po:(\d+): (?!warning)", said)]
    refused = {max(n for n, start in enumerate(starts) if start <= line) for line in lines}
    ours = {
        number
        for number, (source, target, is_plural) in enumerate(entries)
        if breach(source, target, language, may_lack=is_plural)
    }
    assert [entries[number] for number in sorted(refused ^ ours)] == []
    assert refused


@given(
    st.sampled_from(sorted(PIECES)),
    st.text(alphabet="%{}$'<>()|1250 adsx*.@", max_size=20),
)
def test_any_format_string_is_parsed_without_error(language: str, text: str) -> None:
    found = directives(text, language)
    places = [(found.start, found.end)] if isinstance(found, Invalid) else [d[2:] for d in found]
    assert all(0 <= low < high <= len(text) for low, high in places)
    assert breach(text, text, language, may_lack=False) is None


@pytest.mark.parametrize(
    ("header", "count", "fault"),
    [
        ("nplurals=2; plural=(n != 1);", 2, ""),
        ("nplurals=2; plural=n > 1", 2, ""),
        ("nplurals=3; plural=(n==0 || n==1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;", 3, ""),
        ("nplurals=1; plural=0;", 1, ""),
        ("nplurals=2;", 0, "plural-header"),
        ("nplurals=INTEGER; plural=EXPRESSION;", 0, "plural-expression"),
        ("nplurals=2; plural=n <> 1;", 2, "plural-expression"),
        ("nplurals=2; plural=(n != 1;", 2, "plural-expression"),
        ("nplurals=2; plural=n/0;", 2, "plural-expression"),
        ("nplurals=2; plural=n;", 2, "plural-range"),
        ("nplurals=2; plural=n-1;", 2, "plural-range"),
        (f"nplurals=2; plural={'(' * 9000}n;", 2, "plural-expression"),
        (f"nplurals=2; plural={'!' * 9000}n;", 2, "plural-expression"),
    ],
)
def test_po_plural_forms_header_is_parsed_to_a_plural_count_or_an_error(
    header: str, count: int, fault: str
) -> None:
    assert plural_forms(header) == (count, fault)
