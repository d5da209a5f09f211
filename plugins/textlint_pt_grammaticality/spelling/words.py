"""Lists of words that several rules of words mistaken for one another read."""

from __future__ import annotations

from textlint_pt_grammaticality.reading import listed

STOPS = frozenset('.?!…:;,)»”"')
SUBJECTS = listed("eu tu ele ela nós eles elas você vocês isso isto aquilo ninguém alguém")
NUMBERS = listed(
    """um uma dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta
    quarenta cinquenta cem alguns algumas vários várias muitos muitas poucos poucas uns umas tantos
    tantas"""
)
