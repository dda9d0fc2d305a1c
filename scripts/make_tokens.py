#!/usr/bin/env python3
"""Draw the tokens, the stone and the emblem of Mystery Machine.

Writes assets/tokens/token-1.svg to token-8.svg and assets/tokens/stone.svg. Each is drawn in the middle of a card's
plane, 250 by 350, as wide as four tenths of a card. Tokens differ in their colour and in the figure on them, so they can
be told apart in grey.

The emblem, assets/emblems/mystery-machine.svg, is 120 by 120 on a clear ground, made for a dark panel.
"""

from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "assets" / "tokens"
EMBLEM = OUT.parent / "emblems" / "mystery-machine.svg"
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


def svg(parts, width=250, height=350):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n'
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


def emblem():
    """Sixteen cells with tokens of three kinds on some; the first lies under the mystery, a raised card that asks."""
    brass, light, dim, ivory, edge, ink, cloth, red = (
        "#D9A441", "#EDCB84", "#8C6A2B", "#F4EAD2", "#CDBE9C", "#12191B", "#0E2523", "#B3261E"
    )
    cell, step, left, top = 22, 25.5, 16.5, 17.5
    # Rim, edge below, face, figure's colour, figure; which lie where, by column and row.
    coins = [
        (light, dim, brass, ink, '<path d="M0 -5.6L5.1 3.3H-5.1Z"/>'),
        (ivory, edge, ivory, red, '<path d="M0 -6L5 0L0 6L-5 0Z"/>'),
        ("#CF5148", "#6E1712", red, ivory, '<circle r="4"/>'),
    ]
    lying = {(2, 0): 1, (3, 1): 0, (1, 2): 2, (2, 2): 1, (0, 3): 0, (3, 3): 2}

    parts = []
    for row in range(4):
        for column in range(4):
            x, y = left + column * step, top + row * step
            parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{cell}" height="{cell}" rx="3.2" fill="{cloth}" '
                f'stroke="#4A5F62" stroke-width="1.2"/>'
            )
            if (column, row) in lying:
                rim, below, face, colour, figure = coins[lying[column, row]]
                parts.append(
                    f'<g transform="translate({x + cell / 2:g} {y + cell / 2:g})">'
                    f'<circle cy="1" r="8.6" fill="{below}"/><circle cy="-.6" r="8.6" fill="{rim}"/>'
                    f'<circle cy="-.2" r="7.4" fill="{face}"/><g fill="{colour}">{figure}</g></g>'
                )

    def plate(inset, paint):
        width, height = 37 - 2 * inset, 49 - 2 * inset
        return (
            f'<rect x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="{5 - inset:g}" {paint}/>'
        )

    parts.append('<g transform="translate(28.5 32) rotate(-7)">')
    for number in range(6):  # the shadow of what is lifted, and a light around it, both without filters
        dark = plate(3 - number, f'fill="{ink}" fill-opacity=".13"')
        parts.append(f'<g transform="translate(5 7)">{dark}</g>')
    for number in range(10):
        parts.append(
            plate(0, f'fill="none" stroke="{brass}" stroke-width="{13 - number * 1.3:g}" stroke-linejoin="round" '
                     f'stroke-opacity="{0.022 + 0.012 * number:.3f}"')
        )
    parts += [
        plate(0, f'fill="{light}"'),
        plate(1.4, f'fill="{brass}"'),
        plate(3.1, f'fill="none" stroke="{light}" stroke-width=".9"'),
        f'<path d="M-8.2 -7.2A8.2 8.2 0 1 1 4.5 -0.3C1.4 1.7 0 3.3 0 6" fill="none" stroke="{ink}" '
        'stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>',
        f'<circle cy="14.8" r="3.6" fill="{ink}"/>',
        "</g>",
    ]
    return svg(parts, 120, 120)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for number, kind in enumerate(TOKENS, 1):
        (OUT / f"token-{number}.svg").write_text(token(*kind), encoding="utf-8")
    (OUT / "stone.svg").write_text(stone(), encoding="utf-8")
    EMBLEM.parent.mkdir(parents=True, exist_ok=True)
    EMBLEM.write_text(emblem(), encoding="utf-8")


if __name__ == "__main__":
    main()
