#!/usr/bin/env python3
"""Draw the tokens and the stone of Mystery Machine.

Writes assets/tokens/token-1.svg to token-8.svg and assets/tokens/stone.svg. Each is drawn in the middle of a card's
plane, 250 by 350, as wide as four tenths of a card. Tokens differ in their colour and in the figure on them, so they can
be told apart in grey.
"""

from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "assets" / "tokens"
X, Y, R = 125, 175, 46
INK, PAPER = "#1C1B1A", "#FBF7EC"

# Fill, figure's colour, figure around the middle.
TOKENS = [
    ("#C8443A", PAPER, '<circle r="17"/>'),
    ("#3F7FCB", PAPER, '<path d="M-19 -19H19V19H-19Z"/>'),
    ("#DDAE3F", INK, '<path d="M0 -25L23 17H-23Z"/>'),
    ("#4C9A58", PAPER, '<path d="M0 -26L20 0L0 26L-20 0Z"/>'),
    ("#8A5FB0", PAPER, '<path d="M-8 -24H8V-8H24V8H8V24H-8V8H-24V-8H-8Z"/>'),
    ("#D9793A", INK, '<path d="M0 -20L24 20H10L0 3L-10 20H-24Z"/>'),
    ("#2E8F93", PAPER, '<path fill-rule="evenodd" d="M0 -24A24 24 0 1 1 -0.1 -24ZM0 -12A12 12 0 1 0 0.1 -12Z"/>'),
    ("#6B6459", PAPER, '<path d="M-24 -14H24V-3H-24ZM-24 3H24V14H-24Z"/>'),
]


def svg(parts):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350">\n'
        + "".join(f"  {part}\n" for part in parts)
        + "</svg>\n"
    )


def shadow(rx, ry):
    return "".join(
        f'<ellipse cx="{X}" cy="{Y + 4}" rx="{rx + grow}" ry="{ry + grow}" fill="#0B0F10" fill-opacity=".09"/>'
        for grow in (1, 4, 7)
    )


def token(fill, figure, shape):
    return svg(
        [
            shadow(R, R),
            f'<circle cx="{X}" cy="{Y}" r="{R}" fill="{fill}" stroke="{INK}" stroke-opacity=".55" stroke-width="3"/>',
            f'<circle cx="{X}" cy="{Y}" r="{R - 7}" fill="none" stroke="{PAPER}" stroke-opacity=".45" stroke-width="3"/>',
            f'<g transform="translate({X} {Y})" fill="{figure}">{shape}</g>',
        ]
    )


def stone():
    return svg(
        [
            shadow(66, 46),
            f'<path d="M58 178C56 146 88 124 126 126C168 127 194 148 192 178C190 206 164 224 124 222C84 221 60 206 58 178Z" '
            f'fill="#7E8583" stroke="{INK}" stroke-opacity=".5" stroke-width="3"/>',
            '<path d="M74 166C82 146 108 136 134 138C120 142 92 150 74 166Z" fill="#FBF7EC" fill-opacity=".4"/>',
            '<path d="M180 190C172 206 150 216 122 214C146 210 168 202 180 190Z" fill="#1C1B1A" fill-opacity=".25"/>',
            '<path d="M112 176C124 170 132 182 146 176" fill="none" stroke="#1C1B1A" stroke-opacity=".35" stroke-width="3"/>',
        ]
    )


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for number, kind in enumerate(TOKENS, 1):
        (OUT / f"token-{number}.svg").write_text(token(*kind), encoding="utf-8")
    (OUT / "stone.svg").write_text(stone(), encoding="utf-8")


if __name__ == "__main__":
    main()
