"""Clients of LanguageTool: what 25 of them send, byte by byte, and what they need of the answer."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import LONGEST, Reply, Served
from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.server.judging import Judged

pytestmark = pytest.mark.loopback

TRANSCRIPTS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).with_name("transcripts").glob("*.json"))
}
TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}
SLIP = "Os bolsos do casaco estavam cheio de geada."


def values(value: Any, path: str) -> list[Any]:
    """Every value at `a.b[].c`; KeyError where one is missing."""
    if not path:
        return [value]
    head, _, rest = path.partition(".")
    inner = value[int(head)] if isinstance(value, list) else value[head.removesuffix("[]")]
    return [
        one for item in (inner if head.endswith("[]") else [inner]) for one in values(item, rest)
    ]


def units(text: str, start: int, length: int) -> str:
    """A piece of a text, counted in UTF-16."""
    return text.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le")


def check(served: Served, text: str, **more: str) -> list[dict[str, Any]]:
    """Matches in a text."""
    body = urllib.parse.urlencode({"language": "pt-PT", "text": text, **more})
    reply = served.ask("POST", "/v2/check", body)
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.json["matches"]
    return found


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_languagetool_answer_has_all_fields_that_clients_need(served: Served, name: str) -> None:
    transcript = TRANSCRIPTS[name]
    for request in transcript["requests"]:
        reply = served.ask(
            request["method"],
            request["path"],
            request["body"],
            request["headers"],
            half_close=request.get("half_close", False),
        )
        origin = next((v for k, v in request["headers"] if k.lower() == "origin"), None)
        assert reply.headers.get("access-control-allow-origin") == origin
        if request["method"] == "OPTIONS":
            assert reply.status == 204
            continue
        assert reply.status == 200, reply.body
        assert reply.headers["content-type"] == request.get(
            "content_type", reply.headers["content-type"]
        )
        if "/check" not in request["path"]:
            continue
        without_slip = "text=Test&language=en-US" in request["body"]
        whole_texts_only = "mode=textLevelOnly" in request["body"]  # the other mode has the finding
        assert bool(reply.json["matches"]) != (without_slip or whole_texts_only)
        for need in transcript.get("needs", ()):
            path, _, kind = need.partition(":")
            if "c=1" in request["path"] and path.startswith("software"):
                continue
            for value in values(reply.json, path):
                assert isinstance(value, TYPES[kind]), need
        if text := request.get("text"):
            for match in reply.json["matches"]:
                context = match["context"]
                marked = units(text, match["offset"], match["length"])
                assert units(context["text"], context["offset"], context["length"]) == marked
                assert context["text"] in text


def test_languagetool_answer_offsets_after_an_emoji_are_utf_16_units(served: Served) -> None:
    text = f"🐈🐈 {SLIP}"
    (match,) = check(served, text)
    assert units(text, match["offset"], match["length"]) == "cheio"
    assert match["replacements"][0] == {"value": "cheios"}
    assert match["shortMessage"] == "Gramática"
    assert match["rule"]["category"] == {"id": "GRAMMAR", "name": "Gramática"}
    assert match["rule"]["issueType"] == "grammar"


def test_languagetool_clients_can_add_a_misspelt_word_to_a_dictionary(served: Served) -> None:
    (match,) = check(served, "O padeiro deu um exmplo aos filhos.")
    rule = match["rule"]
    assert (rule["id"], rule["subId"]) == ("MORFOLOGIK_RULE_PT_PT", "GRA901")
    assert (rule["issueType"], rule["category"]["id"]) == ("misspelling", "TYPOS")
    assert match["replacements"][0] == {"value": "exemplo"}
    assert check(served, "O padeiro deu um exmplo aos filhos.", language="pt-BR")[0]["rule"][
        "id"
    ] == ("MORFOLOGIK_RULE_PT_BR")


@pytest.mark.parametrize(
    "named", ["GRA103", "agreement.predicative", "GRA401,GRA103", "NO_SUCH_RULE, GRA103"]
)
def test_http_request_can_disable_a_rule_by_its_code_or_name(served: Served, named: str) -> None:
    assert check(served, SLIP)
    assert check(served, SLIP, disabledRules=named) == []


def test_http_request_can_disable_rules_by_their_languagetool_names(served: Served) -> None:
    text = "O padeiro deu um exmplo aos filhos , que riram."
    assert {m["rule"]["subId"] for m in check(served, text)} == {"GRA901", "GRA404"}
    left = check(served, text, disabledRules="HUNSPELL_RULE,HUNSPELL_NO_SUGGEST_RULE")
    assert {m["rule"]["subId"] for m in left} == {"GRA404"}
    left = check(served, text, disabledRules="COMMA_PARENTHESIS_WHITESPACE")
    assert {m["rule"]["subId"] for m in left} == {"GRA901"}
    left = check(served, text, disabledCategories="TYPOS")
    assert {m["rule"]["subId"] for m in left} == {"GRA404"}
    left = check(served, text, enabledOnly="yes", enabledCategories="TYPOS")
    assert {m["rule"]["subId"] for m in left} == {"GRA901"}


def test_each_finding_is_returned_in_one_of_two_languagetool_check_modes(served: Served) -> None:
    repeated = "O pescador velho saiu de madrugada com a rede azul às costas, sem dizer nada."
    text = f"{repeated} {SLIP} {repeated}"
    every = check(served, text)
    parts = [check(served, text, mode=m) for m in ("allButTextLevelOnly", "textLevelOnly")]
    assert [m["rule"]["id"] for m in parts[0]] == ["GRA103"]
    assert [m["rule"]["id"] for m in parts[1]] == ["RED001"]
    assert sorted(m["offset"] for m in every) == sorted(m["offset"] for p in parts for m in p)


def test_compact_languagetool_answer_omits_context_and_sentence(served: Served) -> None:
    body = urllib.parse.urlencode({"language": "pt-PT", "text": SLIP})
    answer = served.ask("POST", "/v2/check?c=1", body).json
    assert "software" not in answer
    assert not {"context", "sentence"} & answer["matches"][0].keys()


def test_markup_in_an_http_request_counts_in_offsets_but_is_not_checked(served: Served) -> None:
    parts = [
        {"markup": "<p>", "interpretAs": ""},
        {"text": "Os bolsos do casaco estavam "},
        {"markup": "<b>"},
        {"text": "cheio"},
        {"markup": "</b>"},
        {"text": " de geada."},
        {"markup": "</p>", "interpretAs": "\n\n"},
        {"text": "A lua via tudo."},
    ]
    sent = "".join(part.get("text") or part["markup"] for part in parts)
    body = urllib.parse.urlencode({"language": "pt", "data": json.dumps({"annotation": parts})})
    (match,) = served.ask("POST", "/v2/check", body).json["matches"]
    assert units(sent, match["offset"], match["length"]) == "cheio"
    assert match["replacements"] == [{"value": "cheios"}]


def test_http_server_offers_no_corrections_that_span_markup(served: Served) -> None:
    parts = [{"text": "O"}, {"markup": "</i>"}, {"text": " o gato via tudo da janela."}]
    body = urllib.parse.urlencode({"language": "pt", "data": json.dumps({"annotation": parts})})
    (match,) = served.ask("POST", "/v2/check", body).json["matches"]
    assert (match["offset"], match["length"]) == (0, len("O</i> o"))
    assert match["replacements"] == []


def test_http_server_returns_no_findings_for_texts_in_other_languages(served: Served) -> None:
    text = "The cat sat on the the mat, and the moon saw everything from above."
    assert check(served, text, language="en-US") == []
    assert check(served, text, language="auto") == []


@pytest.mark.parametrize("language", ["pt-AO", "pt-MZ"])
def test_spelling_before_1990_is_accepted_for_african_portuguese_locales(
    served: Served, language: str
) -> None:
    text = "A acção do governo foi rápida."
    assert [m["rule"]["subId"] for m in check(served, text)] == ["GRA904"]
    assert check(served, text, language=language) == []


def test_http_request_can_enable_a_rule_that_is_off_by_default(served: Served) -> None:
    text = "Me disseram na receção que o autocarro já partiu. O comboio chega às oito."
    assert "GRA302" not in {match["rule"]["subId"] for match in check(served, text)}
    found = check(served, text, enabledRules="GRA302,NO_SUCH_RULE")
    assert "GRA302" in {match["rule"]["subId"] for match in found}
    assert "GRA302" not in {match["rule"]["subId"] for match in check(served, f"{text} ")}


def test_http_server_adds_words_to_the_vocabulary_of_the_user(served: Served) -> None:
    text = "O amulheto subiu ao telhado da casa."
    assert check(served, text)
    reply = served.ask("POST", "/v2/words/add?username=u&apiKey=k&word=amulheto")
    assert reply.json == {"added": True}
    assert check(served, text) == []
    assert "amulheto" in served.ask("GET", "/v2/words?username=u&apiKey=k").json["words"]


def test_http_server_deletes_words_from_the_vocabulary_of_the_user(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path))
    own = config.own_vocabulary()
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_bytes("# minhas\r\nzurzidela  # dela\r\n!Zurzidela\r\nTrêsmaios\r\n".encode())
    for word in ("Zurzidela", "tre%CC%82smaios"):  # the other with a combining accent
        assert served.ask("POST", f"/v2/words/delete?word={word}").json == {"deleted": True}
        assert served.ask("POST", f"/v2/words/delete?word={word}").json == {"deleted": False}
    assert own.read_bytes() == b"# minhas\r\n!Zurzidela\r\n"
    assert served.ask("GET", "/v2/words/delete?word=a").status == 405
    assert served.ask("GET", "/v2/words/add?word=a").status == 405


def test_http_server_does_not_add_invalid_words_to_the_vocabulary(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "file" / "data"))
    assert served.ask("POST", "/v2/words/add?word=zurzidela").json == {"added": False}
    assert served.ask("POST", "/v2/words/add?word=a->b").json == {"added": False}


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ("text=O+gato", 400, b"Error: Missing 'language' parameter"),
        ("language=pt", 400, b"Error: Missing 'text' or 'data' parameter"),
        ("language=pt&data=%7B", 400, b"Error: The 'data' parameter is no JSON"),
        (f"language=pt&text={'a' * (LONGEST + 1)}", 413, b"Error: the text is longer than 20000"),
    ],
)
def test_http_server_answers_incomplete_or_too_long_requests_with_an_error(
    served: Served, body: str, status: int, said: bytes
) -> None:
    origin = ("Origin", "moz-extension://a-b")
    reply = served.ask("POST", "/v2/check", body, [origin])
    assert (reply.status, reply.body[: len(said)]) == (status, said)
    assert reply.headers["content-type"] == "text/plain; charset=utf-8"
    assert (
        reply.headers["access-control-allow-origin"] == origin[1]
    )  # else the client learns nothing


def test_every_documented_http_server_path_answers_and_others_give_404(served: Served) -> None:
    assert served.ask("GET", "/v2/healthcheck").body == b"OK"
    assert served.ask("POST", "/v2/maxtextlength", b"\0").body == str(LONGEST).encode()
    assert served.ask("GET", "/api/v2/languages").json == served.ask("GET", "/v2/languages").json
    assert served.ask("GET", "/v2/configinfo?language=pt").json["rules"]
    head = served.ask("HEAD", "/v2/languages")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["content-length"]) > 100
    assert served.ask("GET", "/v2/nothing").status == 404
    assert served.ask("DELETE", "/v2/check").status == 405


def test_twenty_simultaneous_http_clients_get_their_own_answers(served: Served) -> None:
    def ask(number: int) -> Reply:
        body = urllib.parse.urlencode({"text": f"{SLIP} São {number}.", "language": "pt-BR"})
        return served.ask("POST", "/v2/check", body)

    with ThreadPoolExecutor(20) as clients:
        replies = list(clients.map(ask, range(20)))
    assert {reply.status for reply in replies} == {200}
    for reply in replies:
        assert "GRA103" in [match["rule"]["id"] for match in reply.json["matches"]]


ALPHABET = b'%&=+{}[]"\\,:aeo \n\r\0\xff\xc3\xa3\xf0\x9f\x90\x88textlanguagedata'


def rubbish(draw: random.Random) -> bytes:
    """A request with something wrong in it, mostly in one part."""
    noise = bytes(draw.choices(ALPHABET, k=draw.randrange(60)))
    line = noise.translate(None, b" \r\n\0")

    def one_of(usual: bytes, *others: bytes) -> bytes:
        return draw.choice(others) if draw.random() < 0.2 else usual

    method = one_of(b"POST", b"GET", b"OPTIONS", b"HEAD", b"BREW", line[:5])
    paths = (
        b"/check",
        b"/text?filename=a.docx",
        b"/v2/words/add",
        b"/",
        b"/%",
        b"/report",
        b"/v2/",
    )
    path = one_of(b"/v2/check", *paths) + one_of(b"", b"?" + line, line)
    body = draw.choice(
        [
            noise,
            b"language=pt&text=" + noise,
            b"language=" + noise + b"&text=O",
            b"text=" + noise + b"&language=pt-PT",
            b"language=pt&data=" + urllib.parse.quote(noise).encode(),
            b'{"text": "' + noise.translate(None, b'"\\') + b'", "language": "pt"}',
            b'{"language": "pt", "data": {"annotation": [{"text": "' + line + b'"}]}}',
            b'{"language": "pt", "data": {"annotation": [' + b"[" * 9 + noise + b"]}}",
            b'{"text": 1, "language": ["pt"], "data": {"annotation": [{"text": 3}, 7]}}',
            b'{"text": "\\ud800 o o", "language": "pt", "disabledRules": {"a": 1}}',
            rb'{"text": "\ufeffO o gato \r\n\r\r x", "language": "pt"}',
            b'{"text": "O o gato", "filename": "a.' + line[:4] + b'"}',
            b"PK\3\4" + noise,
            b"[" * 5000,
            b"&".join([b"a=b"] * 300),
        ]
    )
    headers = [
        b"Host: " + one_of(b"127.0.0.1", b"localhost:1", b"evil.example", line[:9]),
        b"Content-Type: " + one_of(b"application/json", b"multipart/form-data", line[:20]),
        b"Origin: " + one_of(b"http://localhost", b"null", b"https://evil.example", line[:9]),
        b"Content-Length: " + one_of(b"%d" % len(body), b"-1", b"x", b"1", b"%d" % (2 * len(body))),
        one_of(b"Accept: */*", b"Transfer-Encoding: chunked", b"Upgrade: h2c", line),
    ]
    kept = [one for one in headers if draw.random() < 0.9]
    return method + b" " + path + b" HTTP/1.1\r\n" + b"\r\n".join(kept) + b"\r\n\r\n" + body


def hostile(served: Served, count: int, seed: int) -> None:
    """Every request is answered or its connection closed, and the server goes on."""
    draw = random.Random(seed)
    for _ in range(count):
        try:
            reply = served.send(rubbish(draw), half_close=True, seconds=60)
        except (ConnectionError, IndexError, ValueError):
            continue
        assert reply.status != 500, reply.body
    assert served.ask("GET", "/v2/healthcheck").body == b"OK"


def test_garbage_http_requests_do_not_stop_the_http_server(served: Served) -> None:
    hostile(served, 300, seed=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    hostile(served, 2000, seed=2)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 30_000  # KiB
    assert check(served, SLIP)


# ------------------------------------------------------------------ the clients, where installed


def test_language_tool_python_client_applies_corrections_of_the_http_server(
    served: Served,
) -> None:
    client = pytest.importorskip("language_tool_python")
    tool = client.LanguageTool("pt-PT", remote_server=f"http://127.0.0.1:{served.port}")
    text = f"🐈 {SLIP}"
    assert [match.rule_id for match in tool.check(text)] == ["GRA103"]
    assert tool.correct(text) == "🐈 Os bolsos do casaco estavam cheios de geada."


def test_pylanguagetool_client_prints_the_findings_of_the_http_server(
    served: Served, tmp_path: Path
) -> None:
    pytest.importorskip("pylanguagetool", exc_type=ImportError)
    file = tmp_path / "a.txt"
    file.write_text(SLIP, encoding="utf-8")
    url = f"http://127.0.0.1:{served.port}/v2/"
    program = "from pylanguagetool.cli import main; main()"
    command = [sys.executable, "-c", program, "-a", url, "-l", "pt-PT", "-r", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert "cheios" in ran.stdout, ran.stderr


def test_emacs_url_library_gets_findings_of_the_http_server(served: Served, tmp_path: Path) -> None:
    """The request as url.el makes it, without any package."""
    emacs = shutil.which("emacs")
    if emacs is None:
        pytest.skip("Emacs is not installed")
    program = f"""
    (progn
      (require 'url)
      (let* ((url-request-method "POST")
             (url-request-extra-headers
               '(("Content-Type" . "application/x-www-form-urlencoded")))
             (url-request-data
               (concat "language=pt-PT&text=" (url-hexify-string "{SLIP}"))))
        (with-current-buffer
            (url-retrieve-synchronously "http://127.0.0.1:{served.port}/v2/check" t t 60)
          (princ (buffer-string)))))
    """
    command = [emacs, "--batch", "--quick", "--eval", program]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=120,
        env={"HOME": str(tmp_path)},
    )
    assert re.search(r'"value": "cheios"', ran.stdout), ran.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("texstudio") is None, reason="TeXstudio is not installed")
def test_texstudio_editor_checks_an_opened_text_with_the_http_server(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It checks a text when it is opened, without a screen too."""
    asked: dict[str, int] = {}
    check_text = served.judge.check

    def check(given: Input, seconds: float, **more: Any) -> Judged:
        judged = check_text(given, seconds, **more)
        asked[given.data.decode("utf-8-sig").strip()] = len(judged.report.findings)
        return judged

    monkeypatch.setattr(served.judge, "check", check)
    (tmp_path / "dictionaries").mkdir()  # without one for the language it asks nobody
    (tmp_path / "dictionaries" / "pt_PT.aff").write_text("SET UTF-8\n")
    (tmp_path / "dictionaries" / "pt_PT.dic").write_text("1\ngato\n")
    settings = tmp_path / "texstudio.ini"
    settings.write_text(
        "[General]\nConfigVersion=40300\n\n[texmaker]\n"
        f"Grammar\\Language%20Tool%20URL=http://127.0.0.1:{served.port}/\n"
        "Grammar\\Auto%20Start%20LanguageTool=false\nEditor\\Inline%20Grammar%20Checking=true\n"
        "Editor\\Inline%20Spell%20Checking=true\nEditor\\Real-time%20Check=true\n"
        f"Spell\\Language=pt_PT\nSpell\\DictionaryDir={tmp_path / 'dictionaries'}\n"
    )
    text = tmp_path / "a.tex"
    text.write_text(f"\\documentclass{{article}}\n\\begin{{document}}\n{SLIP}\n\\end{{document}}\n")
    given = {**os.environ, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        ["texstudio", "--ini-file", settings, text], env=given, stdout=quiet, stderr=quiet
    ) as running:
        for _ in range(600):
            if SLIP in asked:
                break
            time.sleep(0.1)
        running.terminate()
    assert asked[SLIP] == 1
