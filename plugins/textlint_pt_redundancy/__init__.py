"""(being written)"""

TEXTLINT_PT_API = 1
