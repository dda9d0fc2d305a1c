#!/usr/bin/env python3
"""Writes assets/fonts/ParlourSuits.otf: the four suits as letters, in the very shapes of the deck.

Text faces lack spades, diamonds and clubs. The outlines are the pips of make_french_deck.py. Needs fontTools; running
it twice gives the same bytes.
"""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

from drawing import ASSETS, parse
from make_french_deck import PIPS

UNITS = 1000
# A pip is about 100 units high around its origin; capitals of the text face are 727 of 1000 high.
SCALE = 7.6
WIDTH = 830
MIDDLE = 364

SUITS = {"spade": ("S", 0x2660), "heart": ("H", 0x2665), "diamond": ("D", 0x2666), "club": ("C", 0x2663)}


def outline(data):
    pen = T2CharStringPen(WIDTH, None)
    place = lambda p: (WIDTH / 2 + p[0] * SCALE, MIDDLE - p[1] * SCALE)
    is_open = False
    for command, points in parse(data):
        points = [place(p) for p in points]
        if command == "M":
            if is_open:
                pen.closePath()
            pen.moveTo(points[0])
            is_open = True
        elif command == "L":
            pen.lineTo(points[0])
        elif command == "C":
            pen.curveTo(*points)
    if is_open:
        pen.closePath()
    return pen.getCharString()


def main():
    names = [".notdef", *SUITS]
    builder = FontBuilder(UNITS, isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({code: name for name, (_, code) in SUITS.items()})
    empty = T2CharStringPen(WIDTH, None).getCharString()
    glyphs = {".notdef": empty} | {name: outline(PIPS[suit]) for name, (suit, _) in SUITS.items()}
    builder.setupCFF("ParlourSuits", {"FullName": "Parlour Suits"}, glyphs, {})
    builder.setupHorizontalMetrics({name: (WIDTH, 0) for name in names})
    builder.setupHorizontalHeader(ascent=968, descent=-242)
    builder.setupNameTable({"familyName": "Parlour Suits", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=968, sTypoDescender=-242, usWinAscent=968, usWinDescent=242)
    builder.setupPost()
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    builder.save(ASSETS / "fonts" / "ParlourSuits.otf")


if __name__ == "__main__":
    main()
