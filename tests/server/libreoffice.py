"""Run by a Python that has `uno`: what LibreOffice's own checker finds with a server of ours.

    python3 libreoffice.py PIPE URL TEXT

prints the findings as JSON; LibreOffice listens on the pipe, and is ended.
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
CHECKER = "org.openoffice.lingu.LanguageToolGrammarChecker"


def main(pipe, url, text):
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

    place = PropertyValue(Name="nodepath", Value=SETTINGS)
    provider = create("com.sun.star.configuration.ConfigurationProvider")
    kind = "com.sun.star.configuration.ConfigurationUpdateAccess"
    settings = provider.createInstanceWithArguments(kind, (place,))
    settings.setPropertyValue("BaseURL", url)
    settings.setPropertyValue("IsEnabled", True)
    settings.commitChanges()
    portuguese = Locale("pt", "PT", "")
    found = create(CHECKER).doProofreading("1", text, portuguese, 0, len(text), ()).aErrors
    print(json.dumps([[e.nErrorStart, e.nErrorLength, list(e.aSuggestions)] for e in found]))
    with contextlib.suppress(DisposedException):
        create("com.sun.star.frame.Desktop").terminate()


main(*sys.argv[1:])
