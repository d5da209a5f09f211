<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>Shop</name>
    <message>
        <location filename="shop.cpp" line="12"/>
        <source>Open the &amp;door of the shop</source>
        <translation>Abre a &amp;porta da loja</translation>
    </message>
    <message numerus="yes">
        <source>%n loaf(s) on the table</source>
        <translation>
            <numerusform>%n pão na mesa</numerusform>
            <numerusform>%n pães na mesa, e nenhum no saco</numerusform>
        </translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
