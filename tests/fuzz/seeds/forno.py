"""Conta os pães que saem do forno, e diz quantos faltam."""

# A porta abre às sete, e o forno já está quente.
LOAVES = 12  # pães em cada fornada


def left(sold: int) -> int:
    """Quantos pães faltam vender.

    O que se vendeu ontem não conta, mesmo que a menina o tenha anotado.

    :param sold: os que já se venderam
    """
    return LOAVES - sold
