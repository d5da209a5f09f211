"""textlint-pt in LibreOffice: a proofreader that asks the server on this machine.

Runs in LibreOffice's own Python, with its standard library alone. LibreOffice's client of such
servers shows no page of a rule, ignores no rule, has no dictionary and starts nothing.
"""

import json
import os
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.document import XDocumentEventListener
from com.sun.star.frame import XTerminateListener
from com.sun.star.lang import Locale, XServiceDisplayName, XServiceInfo, XServiceName
from com.sun.star.linguistic2 import (
    LinguServiceEvent,
    ProofreadingResult,
    SingleProofreadingError,
    XLinguServiceEventBroadcaster,
    XProofreader,
)
from com.sun.star.task import XJobExecutor
from com.sun.star.ui import XContextMenuInterceptor

NAME = "textlint_pt.Checker"
COUNTRIES = ("PT", "BR", "AO", "MZ")
#: where a server usually is; seconds for an answer, and until one is looked for again
DEFAULT_ADDRESS = os.environ.get("TEXTLINT_PT_SERVER", "http://127.0.0.1:8081")
ANSWER_SECONDS, RETRY_SECONDS = 10, 30
#: seconds after which the rest of an answer is asked for
REST_SECONDS = 5
#: where a program of one's own may be, besides the search path
PROGRAM_PATHS = (
    "~/.local/bin/textlint-pt",
    "~/.local/share/textlint-pt/venv/bin/textlint-pt",
    "~/AppData/Local/textlint-pt/venv/Scripts/textlint-pt.exe",
)
#: colours of lines by category; another is blue
COLOURS = {"TYPOS": 0xD0202A, "GRAMMAR": 0x7A4AB5, "CONFUSED_WORDS": 0x7A4AB5}
COLOURS.update(dict.fromkeys(("PUNCTUATION", "TYPOGRAPHY", "CASING"), 0xC07800))
COLOURS.update(dict.fromkeys(("STYLE", "REDUNDANCY", "REPETITIONS", "REPETITIONS_STYLE"), 0x20805F))
OTHER_COLOUR = 0x2B6CB0
#: unknown words that were seen lately, at most
MAX_UNKNOWN = 1_000
WORDS = {
    "pt": {
        "add": "textlint-pt: adicionar «{}» ao dicionário",
        "missing": "O textlint-pt não está instalado: pip install 'textlint-pt[serve]'",
    },
    "en": {
        "add": "textlint-pt: add “{}” to the dictionary",
        "missing": "textlint-pt is not installed: pip install 'textlint-pt[serve]'",
    },
}


class Server:
    """The server on this machine, started where none answers, and ended with LibreOffice then."""

    def __init__(self):
        self._address = self._process = None
        self._looked = float("-inf")
        self._lock = threading.Lock()
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open

    def ask(self, path, timeout=ANSWER_SECONDS, **form):
        """Return the server's JSON answer to a request; None if there is none."""
        data = urllib.parse.urlencode(form).encode("utf-8") if form else None
        try:
            with self._open(f"{self._address or DEFAULT_ADDRESS}{path}", data, timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError:  # too long a text, or too many
            return None
        except (OSError, ValueError):
            self._address = None
            return None

    def is_there(self):
        return self._address is not None

    def connect(self, ready, missing):
        """Find or start the server in a thread, then call `ready` or `missing`."""
        with self._lock:
            if time.monotonic() - self._looked < RETRY_SECONDS:
                return
            self._looked = time.monotonic()

        def connect():
            (ready if self._find_or_start() else missing)()

        threading.Thread(target=connect, daemon=True).start()

    def _find_or_start(self):
        """Return whether a server answers or could be started."""
        info = self.ask("/v2/info", 2)
        if info and "textlint-pt" in str(info):
            self._address = DEFAULT_ADDRESS
            return True
        paths = [
            shutil.which("textlint-pt"),
            *(Path(place).expanduser() for place in PROGRAM_PATHS),
        ]
        command = next((str(place) for place in paths if place and Path(place).is_file()), None)
        return command is not None and any(self._start(command, port) for port in ("8081", "0"))

    def _start(self, command, port):
        """Start `textlint-pt serve` on a port; return whether it answers there."""
        try:
            process = subprocess.Popen(
                [command, "serve", "--port", port],
                cwd=str(Path.home()),  # whose rules.yaml counts
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                universal_newlines=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            return False
        address = process.stdout.readline().partition(": ")[0]
        if not address.startswith("http://"):
            return False  # another program has the port, or it cannot serve at all
        self._process, self._address = process, address
        return True

    def end(self):
        if self._process is not None:
            self._process.terminate()


class State:
    """What all objects of the service share: LibreOffice makes more than one."""

    def __init__(self, context):
        """Share state with, and listen to, all open documents."""
        self.context = context
        self.server = Server()
        self.listeners = []
        #: rules, and rules with a word, that are ignored until LibreOffice is closed
        self.ignored = set()
        #: unknown words that were seen, the last ones last
        self.unknown = {}
        desktop = self.create("com.sun.star.frame.Desktop")
        watch = Watch(self)
        desktop.addTerminateListener(watch)
        everywhere = "com.sun.star.frame.theGlobalEventBroadcaster"
        context.getValueByName(f"/singletons/{everywhere}").addDocumentEventListener(watch)
        components = desktop.getComponents().createEnumeration()
        while components.hasMoreElements():
            watch.watch(components.nextElement())

    def create(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def message(self, name, *fields):
        """Return a message in the language of LibreOffice's user interface."""
        node = PropertyValue(Name="nodepath", Value="/org.openoffice.Setup/L10N")
        provider = self.create("com.sun.star.configuration.ConfigurationProvider")
        service = "com.sun.star.configuration.ConfigurationAccess"
        locale = provider.createInstanceWithArguments(service, (node,)).getPropertyValue("ooLocale")
        return WORDS["pt" if str(locale).startswith("pt") else "en"][name].format(*fields)

    def check_again(self):
        """Have LibreOffice ask about all paragraphs once more."""
        event = LinguServiceEvent()
        event.nEvent = uno.getConstantByName(
            "com.sun.star.linguistic2.LinguServiceEventFlags.PROOFREAD_AGAIN"
        )
        for listener in list(self.listeners):
            listener.processLinguServiceEvent(event)

    def show_missing(self):
        """Show above the document that the program is not installed."""
        document = self.create("com.sun.star.frame.Desktop").getCurrentComponent()
        controller = document and document.getCurrentController()
        if controller is not None and hasattr(controller, "appendInfobar"):
            controller.appendInfobar(
                "textlint-pt", "textlint-pt", self.message("missing"), 1, (), True
            )

    def remember_unknown(self, word):
        """Remember an unknown word, so that the context menu can offer to add it."""
        self.unknown.pop(word, None)
        self.unknown[word] = True
        if len(self.unknown) > MAX_UNKNOWN:
            del self.unknown[next(iter(self.unknown))]

    def add(self, word):
        """Add a word to the user's own vocabulary, which textlint-pt reads everywhere."""
        answer = self.server.ask("/v2/words/add", word=word)
        if answer and answer.get("added"):
            self.unknown.pop(word, None)
            self.check_again()

    def is_in_dictionaries(self, word, locale):
        """Whether the writer has added a word to a dictionary of LibreOffice."""
        dictionaries = self.create("com.sun.star.linguistic2.DictionaryList")
        return dictionaries.queryDictionaryEntry(word, locale, True, True) is not None


class Watch(unohelper.Base, XTerminateListener, XDocumentEventListener, XContextMenuInterceptor):
    """Puts an entry into the menus of documents, and ends the server with LibreOffice."""

    def __init__(self, state):
        self._state = state

    def watch(self, document):
        controller = getattr(document, "CurrentController", None)
        if hasattr(controller, "registerContextMenuInterceptor"):
            controller.registerContextMenuInterceptor(self)

    def documentEventOccured(self, event):
        if event.EventName == "OnViewCreated":
            self.watch(event.Source)

    def notifyContextMenuExecute(self, event):
        """Add «add to the dictionary» to the context menu of an unknown word."""
        word = _word_at(event.Selection)
        if word not in self._state.unknown:
            return uno.Enum("com.sun.star.ui.ContextMenuInterceptorAction", "IGNORED")
        menu = event.ActionTriggerContainer
        entry = menu.createInstance("com.sun.star.ui.ActionTrigger")
        entry.setPropertyValue("Text", self._state.message("add", word))
        entry.setPropertyValue("CommandURL", f"service:{NAME}?{word}")
        menu.insertByIndex(menu.getCount(), entry)
        return uno.Enum("com.sun.star.ui.ContextMenuInterceptorAction", "CONTINUE_MODIFIED")

    def notifyTermination(self, event):
        self._state.server.end()

    def queryTermination(self, event):
        pass

    def disposing(self, event):
        pass


def _word_at(selection):
    """Return the word at the cursor."""
    ranges = selection.getSelection() if selection else None
    if ranges is None or not hasattr(ranges, "getCount") or not ranges.getCount():
        return None
    start = ranges.getByIndex(0)
    cursor = start.getText().createTextCursorByRange(start.getStart())
    if not cursor.isStartOfWord():
        cursor.gotoStartOfWord(False)
    cursor.gotoEndOfWord(True)
    return cursor.getString()


class Checker(
    unohelper.Base,
    XProofreader,
    XServiceInfo,
    XServiceName,
    XServiceDisplayName,
    XLinguServiceEventBroadcaster,
    XJobExecutor,
):
    state = None

    def __init__(self, context, *given):
        if Checker.state is None:
            Checker.state = State(context)
        self._state = Checker.state

    # ------------------------------------------------------------------ a proofreader

    def isSpellChecker(self):
        return False

    def doProofreading(self, document, text, locale, start, end, properties):
        """Return the findings of a paragraph, all with its first sentence."""
        result = ProofreadingResult()
        result.aDocumentIdentifier, result.aText, result.aLocale = document, text, locale
        result.nStartOfSentencePosition = start
        result.nStartOfNextSentencePosition = result.nBehindEndOfSentencePosition = (
            len(text.encode("utf-16-le")) // 2
        )
        result.xProofreader, result.aProperties, result.aErrors = self, (), ()
        if start == 0 and text.strip():  # the paragraph as a whole, once
            result.aErrors = tuple(self._errors(text, locale))
        return result

    def _errors(self, text, locale):
        """Yield LibreOffice's errors for the findings of a text."""
        state = self._state
        if not state.server.is_there():
            state.server.connect(state.check_again, state.show_missing)
            return
        language = f"{locale.Language}-{locale.Country}"
        answer = state.server.ask("/v2/check", text=text, language=language)
        if answer is None:
            return
        if answer["warnings"]["incompleteResults"]:  # the server goes on, and knows the rest then
            threading.Timer(REST_SECONDS, state.check_again).start()
        units = text.encode("utf-16-le")
        for match in answer["matches"]:
            start, length = match["offset"], match["length"]
            marked = units[2 * start : 2 * (start + length)].decode("utf-16-le", "replace")
            rule = match["rule"]
            name = rule["subId"]
            if rule["issueType"] == "misspelling":
                name = f"{name} {marked}"  # a word is ignored, not spelling
                if state.is_in_dictionaries(marked, locale):
                    continue
                state.remember_unknown(marked)
            if name not in state.ignored:
                yield _error(match, name)

    def ignoreRule(self, name, locale):
        self._state.ignored.add(name)

    def resetIgnoreRules(self):
        self._state.ignored.clear()

    def getLocales(self):
        return tuple(Locale("pt", country, "") for country in COUNTRIES)

    def hasLocale(self, locale):
        return locale.Language == "pt" and locale.Country in COUNTRIES

    # ------------------------------------------------------------------ who wants to know

    def addLinguServiceEventListener(self, listener):
        self._state.listeners.append(listener)
        return True

    def removeLinguServiceEventListener(self, listener):
        self._state.listeners[:] = [one for one in self._state.listeners if one != listener]
        return True

    # ------------------------------------------------------------------ the entry of the menu

    def trigger(self, word):
        self._state.add(word)

    # ------------------------------------------------------------------ a service

    def getServiceName(self):
        return NAME

    def getImplementationName(self):
        return NAME

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return (NAME, "com.sun.star.linguistic2.Proofreader")

    def getServiceDisplayName(self, locale):
        return "textlint-pt"


def _error(match, name):
    """Return LibreOffice's error for one match of the server's answer."""
    error = SingleProofreadingError()
    error.nErrorStart, error.nErrorLength = match["offset"], match["length"]
    error.nErrorType = uno.getConstantByName("com.sun.star.text.TextMarkupType.PROOFREADING")
    error.aRuleIdentifier = name
    error.aShortComment = match["message"]
    error.aFullComment = f"{match['message']}\n\n{match['rule']['description']}"
    error.aSuggestions = tuple(one["value"] for one in match["replacements"])
    category = match["rule"]["category"]["id"]
    properties = [("LineColor", COLOURS.get(category, OTHER_COLOUR))]
    properties += [("FullCommentURL", one["value"]) for one in match["rule"]["urls"][:1]]
    error.aProperties = tuple(PropertyValue(Name=key, Value=value) for key, value in properties)
    return error


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(
    Checker, NAME, (NAME, "com.sun.star.linguistic2.Proofreader")
)
