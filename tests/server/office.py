"""Run by a Python that has `uno`: what LibreOffice finds by way of a server of ours.

    python3 office.py PIPE TEXT [URL]

LibreOffice listens on the pipe, and is ended. With a URL its own checker is asked; without one our
extension: for a text, after the rule of the first finding is ignored, and after the word of the
last is added. Prints each as JSON, a line each.
"""

import contextlib
import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException, Locale

SETTINGS = "/org.openoffice.Office.Linguistic/GrammarChecking/LanguageTool"
OWN, OURS = "org.openoffice.lingu.LanguageToolGrammarChecker", "textlint_pt.Checker"
PROOFREADER = "com.sun.star.linguistic2.Proofreader"
PORTUGUESE = Locale("pt", "PT", "")


def main(pipe, text, url=""):
    here = uno.getComponentContext()
    name = "com.sun.star.bridge.UnoUrlResolver"
    resolver = here.ServiceManager.createInstanceWithContext(name, here)
    for _ in range(120):
        try:
            there = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            break
        except NoConnectException:
            time.sleep(0.5)

    def create(service):
        return there.ServiceManager.createInstanceWithContext(service, there)

    def errors(checker):
        found = checker.doProofreading("1", text, PORTUGUESE, 0, len(text), ()).aErrors
        print(json.dumps([_plain(error) for error in found]), flush=True)
        return found

    if url:
        set_url(create, url)
        errors(create(OWN))
    else:
        manager = create("com.sun.star.linguistic2.LinguServiceManager")
        print(json.dumps(manager.getConfiguredServices(PROOFREADER, PORTUGUESE)))
        checker = create(OURS)
        for _ in range(60):
            if checker.doProofreading("1", text, PORTUGUESE, 0, len(text), ()).aErrors:
                break
            time.sleep(0.5)  # the server is looked for meanwhile
        found = errors(checker)
        checker.ignoreRule(found[0].aRuleIdentifier, PORTUGUESE)
        errors(checker)
        checker.trigger(text[found[-1].nErrorStart :][: found[-1].nErrorLength])
        errors(checker)
    with contextlib.suppress(DisposedException):
        create("com.sun.star.frame.Desktop").terminate()


def set_url(create, url):
    place = PropertyValue(Name="nodepath", Value=SETTINGS)
    provider = create("com.sun.star.configuration.ConfigurationProvider")
    kind = "com.sun.star.configuration.ConfigurationUpdateAccess"
    settings = provider.createInstanceWithArguments(kind, (place,))
    settings.setPropertyValue("BaseURL", url)
    settings.setPropertyValue("IsEnabled", True)
    settings.commitChanges()


def _plain(error):
    return {
        "start": error.nErrorStart,
        "length": error.nErrorLength,
        "suggestions": list(error.aSuggestions),
        "rule": error.aRuleIdentifier,
        "short": error.aShortComment,
        "full": error.aFullComment,
        "more": {one.Name: one.Value for one in error.aProperties},
    }


main(*sys.argv[1:])
