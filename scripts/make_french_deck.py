#!/usr/bin/env python3
"""Draws the French deck with its two jokers and three backs, the program's icon and the emblem of Matrix Solitaire: by
program, so that all cards share their measures, and a change to a suit reaches all of them.

Writes assets/cards/french/, three of assets/cards/back-*.svg, assets/icon/parlour.svg and
assets/emblems/matrix-solitaire.svg, and the icon's PNG files too if rsvg-convert is there. The same script gives the
same bytes. Only the outlines of the index figures come from outside, from Inter SemiBold (SIL Open Font License).

Needs fontTools.
"""

import math
import shutil
import subprocess
from typing import NamedTuple

from drawing import (
    ASSETS, BRASS, BRASS_DIM, BRASS_LIGHT, CARDS, CX, CY, FACE, FIELD_HEIGHT, FIELD_LEFT, FIELD_TOP, FIELD_WIDTH,
    FIGURE_HEIGHT, FIGURE_SCALE, H, Lattice, OUTLINE, PARCHMENT, QUARTER, STEEL, STEEL_DARK, W, at, back, bezier, border,
    both_sides, circle, disc, face, figure_outline, figure_width, flipped, glyph_bounds, glyph_outline, half_turned,
    larger, line, mirrored, notch, notched_corners, number, outer_border, parse, path, path_data, polyline, rectangle,
    ring, rotated, rounded, save, star, svg, transform, twice,
)

BLACK, RED = "#1C1B1A", "#B3261E"
INK, TEAL = "#12191B", "#1F4A46"


class Theme(NamedTuple):
    suit: str
    main: str
    soft: str  # for fine lines on main


THEMES = {suit: Theme(suit, BLACK, "#41474A") for suit in "SC"} | {suit: Theme(suit, RED, "#D25B4B") for suit in "HD"}

# The suits, about 100 units high around the origin.
PIPS = {
    "H": mirrored("M0,-29 C4,-41 13,-47 24,-47 C38,-47 48,-36 48,-20 C48,6 14,25 0,50"),
    "D": mirrored("M0,-55 C10,-35 24,-15 43,0 C24,15 10,35 0,55"),
    "S": mirrored("M0,-52 C9,-32 47,-13 47,13 C47,27 37,36 25,36 C16,36 9,32 4.5,25 C5.5,36 10,44 20,50 L0,50"),
    "C": disc(0, -27.5, 22.5) + disc(-25, 9.5, 22.5) + disc(25, 9.5, 22.5)
    + mirrored("M0,-20 L12,-10 L12,6 L5,14 C5,33 9,43 20,50 L0,50"),
}


def pip(suit, x, y, height, colour):
    return path(transform(PIPS[suit], x, y, height / 100), colour)


# The index

INDEX_X, INDEX_Y = 36, 16  # its middle and its top

# The same where it is largest, by how much its figure grows in width and height, and its right edge.
LARGE_X, LARGE_Y = 46, 13
LARGE_FIGURE = 1.45, 1.6
LARGE_END = 85


def narrow_ten(width=53, gap=5):
    """A 10 about as wide as the other figures: the flag of the 1 is cut short, the hole in the 0 is narrowed."""
    _, _, one_right, _ = glyph_bounds("1")
    zero_left, _, zero_right, _ = glyph_bounds("0")
    zero_width = width - gap - figure_width("1") * 0.82
    stem = 0.23 * (zero_right - zero_left)
    hole = zero_right - zero_left - 2 * stem
    narrow_hole = zero_width / FIGURE_SCALE - 2 * stem

    def shorten_flag(x):
        x -= one_right  # the flag is what lies more than 205 to the left of the stem's right edge
        return max(x, -205 + (x + 205) * 0.62)

    def narrow(x):
        x -= zero_left
        if x <= stem:
            return x
        if x >= stem + hole:
            return x - hole + narrow_hole
        return stem + (x - stem) / hole * narrow_hole

    one = glyph_outline("1", shorten_flag)
    one_width = -min(x for _, points in parse(one) for x, _ in points)
    left = -(one_width + gap + zero_width) / 2
    return transform(one, left + one_width) + transform(glyph_outline("0", narrow), left + one_width + gap)


def index(rank, suit):
    colour = THEMES[suit].main
    figure = narrow_ten() if rank == "T" else figure_outline(rank)
    return large_index(
        [path(transform(figure, INDEX_X, INDEX_Y), colour)],
        LARGE_FIGURE,
        [pip(suit, INDEX_X, INDEX_Y + FIGURE_HEIGHT + 31, 43, colour)],
        (INDEX_X, INDEX_Y + FIGURE_HEIGHT + 31),
        1.5,
        32,
    )


def large_index(figure, figure_scale, sign, place, sign_scale, half):
    """Figure and sign of an index as they grow; half is half the height of the largest sign."""
    y = LARGE_Y + FIGURE_HEIGHT * figure_scale[1] + 8 + half
    return [
        larger(figure, figure_scale, (INDEX_X, INDEX_Y), (LARGE_X, LARGE_Y)),
        larger(sign, sign_scale, place, (LARGE_X + place[0] - INDEX_X, y)),
    ]


# Number cards

LEFT, RIGHT = 94, 156
CORNERS = [(LEFT, 64), (RIGHT, 64)]
ROWS = [(x, y) for y in (54, 131.5) for x in (LEFT, RIGHT)]
SIDES = [(LEFT, CY), (RIGHT, CY)]
BETWEEN = (CX, (64 + CY) / 2)

# How high the pips are, those that are drawn again turned half round, and those drawn once.
ARRANGEMENTS = {
    "2": (60, [(CX, 66)], []),
    "3": (60, [(CX, 66)], [(CX, CY)]),
    "4": (48, CORNERS, []),
    "5": (48, CORNERS, [(CX, CY)]),
    "6": (48, CORNERS, SIDES),
    "7": (46, CORNERS, [*SIDES, BETWEEN]),
    "8": (46, [*CORNERS, BETWEEN], SIDES),
    "9": (43, ROWS, [(CX, CY)]),
    "T": (43, [*ROWS, (CX, 92.75)], []),
}


# How high pips in two columns are between the largest indexes, and how near to the middle each is then.
LARGE_PIP = 32
LARGE_COLUMN = CX - LARGE_END - 5 - 0.48 * LARGE_PIP


def number_card(rank, suit):
    height, half, once = ARRANGEMENTS[rank]
    is_in_columns = rank not in "23"
    scale = LARGE_PIP / height if is_in_columns else 1

    def one(x, y):
        drawn = pip(suit, x, y, height, THEMES[suit].main)
        to = CX + (x - CX) / (CX - LEFT) * LARGE_COLUMN, y
        return larger([drawn], scale, (x, y), to) if is_in_columns else drawn

    def pips(places):
        return [one(*place) for place in places]

    return svg([face(), *twice(pips(half)), *pips(once), *twice(index(rank, suit), "i")])


def ace(suit):
    colour = THEMES[suit].main
    size, y = {"S": (150, 172), "H": (118, 177), "D": (132, CY), "C": (122, CY)}[suit]
    shape = transform(PIPS[suit], CX, y, size / 100)
    sharp = ' stroke-miterlimit="6"'
    parts = [
        # Together these two leave a fine line around the pip.
        path(shape, colour, colour, 13, "miter", sharp),
        path(shape, FACE, FACE, 10.4, "miter", sharp),
        path(shape, colour),
    ]
    if suit == "S":
        parts.append(at(CX, y, laurel()))
    scale = (CX - LARGE_END) / (0.48 * size + 6.5)
    return svg([face(), larger(parts, scale, (CX, y), (CX, CY)), *twice(index("A", suit), "i")])


def laurel():
    """A sprig of laurel, ivory on a brass stem."""
    leaf = mirrored("M0,0 C9,-8 9,-20 0,-34")
    leaves = ""
    for y, scale, angle in (36, 0.9, 68), (20, 1.16, 60), (4, 1.1, 52), (-11, 0.88, 44), (-24, 0.64, 35):
        for side in (-1, 1):
            leaves += transform(leaf, side * 2.8, y, scale, side * angle)
    leaves += transform(leaf, 0, -33, 0.84)
    return [path(leaves, FACE), line("M0,-29L0,49", BRASS, 2.2)]


# Courts and jokers: in a frame that leaves room for the indexes, a slanting band with a roundel, and twice the emblem.

MARGIN = 16
NOTCH = NOTCH_X, NOTCH_Y = 75, 131
LARGE_NOTCH = LARGE_END + 3, 174
SLOPE = 0.47
SLANT = math.degrees(math.atan(SLOPE))
EMBLEM_X, EMBLEM_Y = 155, 86


def frame(inset, radius):
    return rounded(notched_corners(MARGIN, NOTCH, inset), radius, "Q")


def band(inset, radius):
    """The band within the frame's inner line, moved in by inset along its slanting edges."""
    left, right, top = MARGIN + 4, W - MARGIN - 4, NOTCH_Y + 4
    low = H - (NOTCH_Y + (right - NOTCH_X) * SLOPE + inset)
    turning = NOTCH_X + (top - NOTCH_Y - inset) / SLOPE
    half = [
        ("L", [(left, low)]),
        ("L", [(left, top + radius)]),
        ("Q", [(left, top), (left + radius, top)]),
        ("L", [(turning, top)]),
    ]
    half += [(command, half_turned(points)) for command, points in half]
    return "M" + path_data(half)[1:] + "Z"


def along_band(distance, aside=0):
    """The point at a distance from the card's middle along the band."""
    x, y = rotated(distance, aside, SLANT)
    return CX + x, CY + y


def lozenges():
    return [
        path(transform(PIPS["D"], *along_band(distance), size, SLANT + 90), colour)
        for distance, size, colour in ((47, 0.16, BRASS), (59.5, 0.1, FACE), (72, 0.16, BRASS))
    ]


def blossoms():
    leaf = mirrored("M0,0 C5,-3 6,-9 0,-15")

    def blossom(distance):
        return [path(transform(leaf, *along_band(distance), 0.62, SLANT + turn), BRASS) for turn in (45, 135, 225, 315)]

    return [*blossom(47), circle(*along_band(59.5), 3.4, FACE), *blossom(72)]


def chevrons():
    shape = ((-5, -9), (1.5, 0), (-5, 9), (0, 9), (6.5, 0), (0, -9))
    return [
        path(polyline(*(along_band(distance + ahead, aside) for ahead, aside in shape)) + "Z", BRASS)
        for distance in (44, 54.5, 65)
    ]


def stars(colour):
    def one(distance):
        return path(transform(star(5, 7.4, 3.1), *along_band(distance)), colour)

    return [one(47), circle(*along_band(59.5), 2.8, FACE), one(72)]


def framed(corner, half, main, centre, trim=BRASS):
    return svg(
        [
            face(),
            path(frame(0, 7), PARCHMENT, BRASS_DIM, 1.8),
            path(band(0, 4.5), main),
            line(band(4.4, 1), trim, 1.2, "miter"),
            line(frame(4, 4.5), BRASS_DIM, 0.9),
            *twice(half),
            *twice([notch(MARGIN, NOTCH, LARGE_NOTCH, 4, (1.6, 0.8), PARCHMENT, BRASS_DIM), *corner], "i"),
            circle(CX, CY, 33.5, PARCHMENT),
            circle(CX, CY, 30.5, FACE, main, 2.2),
            ring(CX, CY, 26.8, trim, 1.5),
            centre,
        ]
    )


def emblem(y, parts):
    """The emblem of a court card; it makes way for a larger index."""
    return larger([at(EMBLEM_X, y, parts)], 0.92, (EMBLEM_X, y), (EMBLEM_X + 5, y))


def court(rank, suit):
    figure, ornament = {"K": (crown, lozenges), "Q": (rose, blossoms), "J": (helm, chevrons)}[rank]
    theme = THEMES[suit]
    half = [*ornament(), figure(theme)]
    return framed(index(rank, suit), half, theme.main, pip(suit, CX, CY, 38, theme.main))


def pearls(places, r):
    return [circle(x, y, r, FACE, INK, 1.3) for x, y in places]


def crown(theme):
    """The king's: a closed crown, the suit on its velvet."""
    velvet = mirrored("M0,-34 C12,-47 38,-49 52,-36 C68,-20 58,8 50,34 L0,44")
    parts = [path(velvet, theme.main, INK, OUTLINE)]
    parts += [line(fold, theme.soft, 2) for fold in both_sides("M33,30 C44,8 46,-14 36,-34")]
    arches = both_sides("M54,30 C78,-6 66,-46 34,-46 C18,-46 8,-44 0,-38")
    parts += [line(arch, INK, 12) for arch in arches]
    parts += [line(arch, BRASS, 8.4) for arch in arches]
    for x, y in [bezier((54, 30), (78, -6), (66, -46), (34, -46), t) for t in (0.2, 0.4, 0.6, 0.8)] + [(19, -44)]:
        parts += [circle(x, y, 2.5, FACE), circle(-x, y, 2.5, FACE)]
    cross = mirrored("M0,-66 L4,-66 L3,-60 L9,-61 L9,-53 L3,-54 L4,-48 L0,-48")
    parts += [
        path(cross, BRASS, INK, 1.5),
        circle(0, -40, 9.5, BRASS, INK, OUTLINE),
        line("M-9,-40 L9,-40", INK, 1.3),
        pip(theme.suit, 0, -1, 44, FACE),
    ]
    leaf = mirrored("M0,4 L6,4 C4,-4 12,-4 12,-11 C8,-10 6,-12 5,-15 C4,-19 2,-22 0,-25")
    for x, y, scale, angle in (-46, 30, 1, -13), (46, 30, 1, 13), (-24, 36, 0.62, -6), (24, 36, 0.62, 6):
        parts.append(path(transform(leaf, x, y, scale, angle), BRASS, INK, 1.6))
    # The circlet, its lower edge in shade.
    parts += [
        path(mirrored("M0,38 C22,38 42,35 57,28 L54,50 C40,57 20,60 0,60"), BRASS, INK, OUTLINE),
        path(mirrored("M0,55 C20,55 40,52 54.6,45.6 L54,50 C40,57 20,60 0,60"), BRASS_DIM),
        line("M-54.6,45.6 C-40,52 -20,55 0,55 C20,55 40,52 54.6,45.6", INK, 1.2),
    ]
    jewel = transform(PIPS["D"], 0, 0, 0.14, 90)
    parts.append(path(transform(jewel, 0, 46.6), theme.main, INK, 1))
    for side in (-1, 1):
        parts.append(path(transform(jewel, side * 37, 42.8, 1, -side * 10), theme.main, INK, 1))
        parts += pearls([(side * 19, 45.8), (side * 51, 38)], 3)
    return emblem(EMBLEM_Y + 4, parts)


def rose(theme):
    """The queen's: a double rose with a coronet."""
    y = 18
    parts = []
    foot_x, foot_y = rotated(38, 0, 22)
    leaf = transform("M0,0 C10,-16 30,-20 48,-8 C36,8 14,12 0,0Z", foot_x, y + foot_y, 0.8, 22)
    vein = transform("M4,0 C18,-6 30,-8 42,-8", foot_x, y + foot_y, 0.8, 22)
    parts += [path(leaf, TEAL, INK, 1.6), line(vein, BRASS_LIGHT, 1.3)]
    parts += [path(flipped(leaf), TEAL, INK, 1.6), line(flipped(vein), BRASS_LIGHT, 1.3)]
    sepal = mirrored("M0,-64 C4,-56 9,-50 8,-42 L0,-36")
    parts += [path(transform(sepal, 0, y, 1, angle), TEAL, INK, 1.6) for angle in (-36, 36)]

    def five(data, angle=0):
        return "".join(transform(data, 0, y, 1, angle + 72 * i) for i in range(5))

    def petals(half, angle, fill, stroke, width, seam):
        shape = five(mirrored(half), angle)
        return [path(shape, stroke, stroke, 2 * width), path(shape, fill), line(five(seam, angle + 36), stroke, width)]

    outer = "M0,-45 C6,-52 19,-53 26,-44 C32,-36 29,-25 20,-16 L0,-4"
    inner = "M0,-28.5 C4,-33 12,-33 16,-27 C19,-22 17,-16 12,-10 L0,-2"
    parts += petals(outer, 0, theme.main, PARCHMENT, 1.8, "M0,-24L0,-47")
    parts.append(line(five("M-17,-40.5 C-10,-37 -4,-37 0,-41 C4,-37 10,-37 17,-40.5"), theme.soft, 1.8))
    parts += petals(inner, 36, FACE, theme.main, 1.6, "M0,-15L0,-28.5")
    parts += [circle(0, y, 15, BRASS, INK, 1.6), pip(theme.suit, 0, y, 20, theme.main)]

    coronet = [
        path(mirrored("M0,-26 L8,-8 L20,-22 L24,-8 L40,-20 L33,12 C20,17 10,18 0,18"), BRASS, INK, OUTLINE),
        line("M-34.6,4 C-20,9 -10,10 0,10 C10,10 20,9 34.6,4", INK, 1.3),
        *pearls([(0, -29), (20, -25), (-20, -25), (40, -23), (-40, -23)], 4.4),
    ]
    jewels = (0, 14), (11, 13.5), (-11, 13.5), (22, 11.8), (-22, 11.8)
    coronet += [circle(jewel_x, jewel_y, 2.1, theme.main) for jewel_x, jewel_y in jewels]
    parts.append(at(0, -40, coronet, 0.84))
    return emblem(EMBLEM_Y + 5, parts)


def plume(quill, width, lobes, theme, left=1, right=1):
    """An ostrich feather: round lobes along a curved quill.

    left and right scale its sides, so that the hollow side of a bent feather can be narrower and smoother.
    """

    def edge(t, side, grow=1, ahead=0):
        """The point beside the quill at t; side is 1 or -1."""
        x, y = bezier(*quill, t)
        (x0, y0), (x1, y1) = bezier(*quill, max(0, t - 0.01)), bezier(*quill, min(1, t + 0.01))
        length = math.hypot(x1 - x0, y1 - y0)
        along_x, along_y = (x1 - x0) / length, (y1 - y0) / length
        half = width * (0.16 + 0.84 * math.sin(math.pi * (0.04 + 0.62 * t))) * (left if side > 0 else right)
        aside = half * grow * side
        return x - along_y * aside + along_x * ahead, y + along_x * aside + along_y * ahead

    def controls(i, side):
        grow = 1.45 if (left if side > 0 else right) == 1 else 1.12
        return [edge((i + 0.1) / lobes, side, grow), edge((i + 0.95) / lobes, side, grow + 0.05, 2)]

    tip = width * 1.25
    outline = [("M", [quill[0]]), ("L", [edge(0, 1)])]
    outline += [("C", [*controls(i, 1), edge((i + 1) / lobes, 1)]) for i in range(lobes)]
    outline.append(("C", [edge(1, 1, 1.2, tip), edge(1, -1, 1.2, tip), edge(1, -1)]))
    outline += [("C", [*controls(i, -1)[::-1], edge(i / lobes, -1)]) for i in reversed(range(lobes))]
    outline.append(("Z", []))

    barbs = []
    for i in range(1, lobes + 1):
        t = i / lobes
        for side in (1, -1):
            barbs.append(("M", [bezier(*quill, max(0, t - 0.16))]))
            barbs.append(("Q", [edge(t - 0.12, side, 0.6), edge(t, side, 0.86)]))
    return [
        path(path_data(outline), theme.main, PARCHMENT, 1.8),
        line(path_data(barbs), theme.soft, 1.2),
        line(path_data([("M", quill[:1]), ("C", quill[1:])]), BRASS, 1.8),
    ]


def helm(theme):
    """The jack's: a visored helm with three plumes, the suit on its brooch."""

    def steel(half):
        """A piece of armour, its right side in shade."""
        whole = mirrored(half)
        return [path(whole, STEEL), path(transform(half) + "Z", STEEL_DARK), line(whole, INK, OUTLINE)]

    right_quill = ((4, -10), (15, -57), (54, -67), (59, -32))
    left_quill = [(-x, y) for x, y in right_quill]
    visor_half = "M0,-2 C14,-2 28,-5 38,-9 L40,14 C38,22 34,27 27,31 L0,40"
    visor = mirrored(visor_half)
    breaths = ""
    for side in (-1, 1):
        for i, x in enumerate((8, 15, 22)):
            breaths += polyline((side * x, 19.5 - i), (side * x, 30 - 2.6 * i))
    parts = [
        *plume(right_quill, 13, 6, theme, left=0.66),
        *plume(left_quill, 13, 6, theme, right=0.66),
        *plume(((0, -18), (0, -30), (0, -42), (0, -51)), 15, 3, theme),
        # The collar: two plates with brass rims.
        *steel("M0,38 C20,38 32,35 40,30 C47,37 51,43 53,51 C37,59 19,61 0,61"),
        path(mirrored("M0,55.5 C18,55.5 35,53 50.5,45.5 L53,51 C37,59 19,61 0,61"), BRASS, INK, 1.5),
        path(mirrored("M0,33 C16,33 28,30 36,25 L42,33 C32,40 18,45 0,45"), BRASS, INK, 1.5),
        *steel("M0,-30 C24,-30 37,-14 37,8 C37,18 36,24 33,30 C25,37 12,40 0,42"),
        path(visor, STEEL, INK, 1.6),
        path(transform(visor_half) + "Z", STEEL_DARK),
        *(path(sight, INK) for sight in both_sides("M5,5 C15,5 25,3 34,0 L34,6.5 C25,9.5 15,11.5 5,12Z")),
        line("M0,-2L0,40", INK, 1.4),
        line(breaths, INK, 2.6),
        line(visor, INK, 1.6),
        # The pivots of the visor, and the brooch.
        *(circle(x, -1, 4.2, BRASS, INK, 1.4) for x in (-37, 37)),
        circle(0, -17, 14, BRASS, INK, 1.6),
        pip(theme.suit, 0, -17, 18.5, theme.main),
    ]
    return emblem(EMBLEM_Y + 4, parts)


# Jokers. X1 is of one colour, X2 is parted down the middle, so that they can be told apart in grey.


class Livery(NamedTuple):
    main: str
    right: str  # of the index and of the star in the middle
    metal: str
    light: str
    trim: str
    # Each cloth of the cap with its shade.
    first: tuple
    second: tuple
    middle: tuple


LIVERIES = {
    "X1": Livery(RED, RED, BRASS, BRASS_LIGHT, BRASS, (RED, "#921E17"), (TEAL, "#173A37"), (BRASS, "#BD8B31")),
    "X2": Livery(
        BLACK, "#8A8D8C", STEEL, FACE, STEEL_DARK, ("#33383A", BLACK), (STEEL, STEEL_DARK), (STEEL, STEEL_DARK)
    ),
}


def joker(kind):
    livery = LIVERIES[kind]
    half = [*stars(livery.metal), fools_cap(livery)]
    return framed(joker_index(livery), half, livery.main, "".join(joker_star(livery, CX, CY + 1.2, 21.5)), livery.trim)


def parted(livery, whole, right):
    """A figure, its right half in a colour of its own where the livery has one."""
    parts = [path(whole, livery.main)]
    if livery.right != livery.main:
        parts.append(path(right, livery.right))
    return parts


def joker_star(livery, x, y, r):
    """The jokers' suit."""
    whole = star(5, r, r * 0.4)
    right = "L".join(whole.split("L")[:6]) + "Z"  # from the upper tip to the lower notch
    return parted(livery, transform(whole, x, y), transform(right, x, y))


def joker_index(livery):
    x = INDEX_X + 1
    half = (
        "M0,6 C1.5,15 3.5,24 6,33 C8,20 11.2,8.5 19.6,8.5 C28.4,8.5 31,20 28.6,36 L22.8,36 C23.4,28 23,24.5 21.1,24.5"
        " C18.3,24.5 17.2,34 17.6,48.6 C12,51 6,52 0,52"
    )
    cap = [
        *parted(livery, mirrored(half), half + "Z"),
        line("M-17.6,40.6C-12,42.8 -6,43.8 0,43.8C6,43.8 12,42.8 17.6,40.6", FACE, 2, "miter"),
        circle(0, 5.3, 5.3, livery.main),
        circle(25.4, 38.5, 5.3, livery.right),
        circle(-25.4, 38.5, 5.3, livery.main),
    ]
    place = x, INDEX_Y + 84.5
    return large_index([at(x, INDEX_Y, cap)], (1.25, 1.5), joker_star(livery, *place, 24), place, 1.35, 32)


def bell(x, y, angle, livery):
    """A round bell; its slit points down before it is turned."""
    r = 8.4
    k = r * QUARTER
    lower = path_data([("M", [(-r, 0)]), ("C", [(-r, k), (-k, r), (0, r)]), ("C", [(k, r), (r, k), (r, 0)])]) + "Z"
    parts = [
        circle(0, 0, r, livery.light),
        path(lower, livery.metal),
        line(polyline((-r, 0), (r, 0)), INK, 1.2),
        line(polyline((0, r * 0.45), (0, r)), INK, 1.5, "miter"),
        circle(0, r * 0.42, r * 0.2, INK),
        ring(0, 0, r, INK, 1.7),
    ]
    return at(x, y, parts, 1, angle)


def fools_cap(livery):
    """Five horns with bells on a jewelled brim, points of cloth below."""
    parts = []

    def horn(whole, shade, cloth):
        parts.extend([path(whole, cloth[0]), path(shade, cloth[1]), line(whole, INK, OUTLINE)])

    outer = "M14,32 C18,-4 28,-35 48,-35 C68,-35 73,-13 65,6 L56,4 C58,-5 57,-12 52,-11 C45,-10 42,8 41,32Z"
    outer_shade = "M27,32 C29,0 37,-24 49,-24 C62,-24 65,-8 60.5,5 L56,4 C58,-5 57,-12 52,-11 C45,-10 42,8 41,32Z"
    inner = "M2,32 C2,-8 10,-55 45,-54 L46,-45 C34,-44 29,-20 29,32Z"
    inner_shade = "M15,32 C15,-12 21,-48 45.5,-49.5 L46,-45 C34,-44 29,-20 29,32Z"
    middle = "M0,-54 L3,-54 C5,-30 15,-6 16,32 L0,34"
    horn(flipped(outer), flipped(outer_shade), livery.first)
    parts.append(bell(-61, 10.5, 12, livery))
    horn(outer, outer_shade, livery.second)
    parts.append(bell(61, 10.5, -12, livery))
    horn(flipped(inner), flipped(inner_shade), livery.second)
    parts.append(bell(-51, -49.5, 84, livery))
    horn(inner, inner_shade, livery.first)
    parts.append(bell(51, -49.5, -84, livery))
    horn(mirrored(middle), transform(middle) + "Z", livery.middle)
    parts.append(bell(0, -56.5, 180, livery))
    parts.append(path(transform(star(5, 9.4, 3.9), 0, 10), livery.main, FACE, 1.2))

    hem = mirrored("M0,-6 L9.5,-6 L9,3 C6,6 3,9 0,14.5")
    cloths = (-33, livery.first), (-17, livery.second), (17, livery.first), (33, livery.second), (0, livery.middle)
    for x, cloth in cloths:
        y, angle = 38 - abs(x) * 0.14, -x * 0.28
        pearl_x, pearl_y = rotated(0, 16.5, angle)
        parts.append(path(transform(hem, x, y, 1, angle), cloth[0], INK, 1.6))
        parts.append(circle(x + pearl_x, y + pearl_y, 3.2, livery.light, INK, 1.3))

    brim = mirrored("M0,26 C17,26 32,23 44,17.5 L45.5,31 C34,37 17,40 0,40")
    jewel = transform(PIPS["D"], 0, 0, 0.115, 90)
    parts += [path(brim, livery.metal, INK, OUTLINE), path(transform(jewel, 0, 33), livery.main, INK, 1)]
    for side in (-1, 1):
        parts.append(path(transform(jewel, side * 28, 30.2, 1, -side * 12), livery.main, INK, 1))
        parts += pearls([(side * 14.5, 32.3), (side * 39, 27)], 2.7)
    return emblem(EMBLEM_Y + 1, parts)


# Backs


def back_lattice():
    columns, rows = 10, 12
    lattice = Lattice(columns, rows)
    lines = "".join(lattice.falling(i) + lattice.rising(columns - i) for i in range(-rows, columns + rows))
    nodes = [lattice.node(column, row) for row in range(1, rows) for column in range(1, columns)]
    dots = "".join(transform(disc(x, y, 1.5)) for x, y in nodes)
    return back("#17393A", [line(lines, BRASS_DIM, 0.9), path(dots, BRASS), *border(BRASS, BRASS_DIM)])


def back_waves():
    """Calm water: rows of one wave, every third brighter."""
    halves, rows, height = 9, 28, 6
    step = FIELD_WIDTH / halves
    highest = FIELD_TOP + height + 5.5
    apart = (FIELD_HEIGHT - 2 * height - 11) / (rows - 1)
    fine = bright = ""
    for row in range(rows):
        y = highest + row * apart
        wave = [("M", [(FIELD_LEFT, y - height)])]
        for i in range(halves):
            x, start, end = FIELD_LEFT + i * step, y - height, y + height
            if i % 2:
                start, end = end, start
            wave.append(("C", [(x + step * 0.3642, start), (x + step * 0.6358, end), (x + step, end)]))
        if row % 3:
            fine += path_data(wave)
        else:
            bright += path_data(wave)
    waves = [line(fine, BRASS_DIM, 0.8, "miter"), line(bright, BRASS, 1.1, "miter")]
    return back("#193A45", waves + border(BRASS, BRASS_DIM))


def back_plain():
    """A double line and one small rosette."""
    ground = "#16302F"
    leaf = mirrored("M0,-5 C8,-11 8,-19 0,-29")
    parts = [
        outer_border(BRASS_DIM),
        rectangle(22, 22, 206, 306, 3, "none", BRASS, 1.3),
        *(path(transform(leaf, CX, CY, 0.72 if i % 2 else 1, i * 45), BRASS) for i in range(8)),
        circle(CX, CY, 7, ground),
        circle(CX, CY, 4, BRASS),
        ring(CX, CY, 35, BRASS, 1.2),
        ring(CX, CY, 38.5, BRASS_DIM, 0.8),
    ]
    return back(ground, parts)


def icon():
    """An ivory card over a brass one on a deep green ground."""
    ground = "#1C4743"
    card = (-50, -70, 100, 140, 12)
    behind = [rectangle(*card, BRASS), rectangle(-41, -61, 82, 122, 6, "none", BRASS_DIM, 3)]
    gap = rectangle(-57, -77, 114, 154, 19, ground)
    front = [gap, rectangle(*card, FACE), pip("S", 0, 0, 88, INK)]
    cards = at(128, 128, [at(-31, 5, behind, 1.08, -22), at(24, 0, front, 1.14, 9)])
    return svg([rectangle(4, 4, 248, 248, 56, ground), cards], 256, 256)


# The emblem of a game: 120 by 120 on a clear ground, made for a dark panel, with small flat cards, brass for what the
# game is about, and light without filters.


def card_outline(x, y, width, angle=0, grow=0):
    """A small card around (x, y), grown on every side."""
    r = width * 0.125 + grow
    a, b, k = width / 2 + grow, width * 0.7 + grow, r * (1 - QUARTER)
    outline = (
        f"M{r - a},{-b}L{a - r},{-b}C{a - k},{-b} {a},{k - b} {a},{r - b}"
        f"L{a},{b - r}C{a},{b - k} {a - k},{b} {a - r},{b}"
        f"L{r - a},{b}C{k - a},{b} {-a},{b - k} {-a},{b - r}"
        f"L{-a},{r - b}C{-a},{k - b} {k - a},{-b} {r - a},{-b}Z"
    )
    return transform(outline, x, y, 1, angle)


def small_card(x, y, width, suit, lit=False, angle=0):
    """A card around (x, y) with one large pip."""
    edge, fill = (BRASS_LIGHT, BRASS) if lit else ("#CDBE9C", PARCHMENT)
    parts = [path(card_outline(0, 0, width), edge), path(card_outline(0, 0, width, grow=-width * 0.045), fill)]
    if lit:
        parts.append(line(card_outline(0, 0, width, grow=-width * 0.11), BRASS_LIGHT, width * 0.035))
    parts.append(pip(suit, 0, 0, width * 0.72, INK if lit else THEMES[suit].main))
    return at(x, y, parts, 1, angle)


def glow(outlines):
    """A soft light around the outlines, of many lines that are wider the fainter they are."""
    # One path for all, so that light does not add up where two meet.
    parts = [f'<defs><path id="g" d="{"".join(outlines)}" fill="none"/></defs>']
    steps = 12
    for i in range(steps):
        width = 11.2 * (1 - (i / steps) ** 0.8)
        opacity = 1.5 * (i + 1) / steps / (steps + 1)
        parts.append(
            f'<use href="#g" stroke="{BRASS}" stroke-width="{number(width)}" stroke-linejoin="round" '
            f'opacity="{opacity:.3f}"/>'
        )
    return parts


def trails(x, y, width):
    """Three streaks in the air above a falling card, thinner towards the top."""
    half = width * 0.034
    streaks = ""
    for column, length in (-1, 13), (0, 18), (1, 13):
        streak = mirrored(f"M0,{number(-length)} L{number(half)},{number(-half)} Q{number(half)},0 0,0")
        streaks += transform(streak, x + column * width * 0.27, y)
    return path(streaks, BRASS_LIGHT, more=' opacity="0.7"')


def matrix_emblem():
    """Three by three cards: a spade falls between two spades and a third.

    Three never lie together, for they would leave the matrix at once.
    """
    width, gap = 23.5, 5
    height = width * 1.4
    left, middle, right = (60 + i * (width + gap) for i in (-1, 0, 1))
    top, centre, bottom = (60 + i * (height + gap) for i in (-1, 0, 1))
    pair, third = [(left, centre), (middle, centre)], (right, bottom)
    x, y, angle = right + 0.8, centre - 0.46 * height, 5
    plain = (left, top, "D"), (middle, top, "H"), (left, bottom, "C"), (middle, bottom, "D")
    parts = [
        line(card_outline(right, centre, width, grow=-width * 0.03), "#4A5F62", width * 0.06),
        *glow([card_outline(*place, width) for place in [*pair, third]] + [card_outline(x, y, width, angle)]),
        line(polyline(*pair), BRASS, 6.4),
        trails(x + 1.4, y - height / 2 - 2.8, width),
        *(small_card(card_x, card_y, width, suit) for card_x, card_y, suit in plain),
        *(small_card(*place, width, "S", lit=True) for place in [*pair, third]),
        small_card(x, y, width, "S", lit=True, angle=angle),
    ]
    return svg(parts, 120, 120)


def card(rank, suit):
    if rank == "A":
        return ace(suit)
    return court(rank, suit) if rank in "JQK" else number_card(rank, suit)


def main():
    icons = ASSETS / "icon"
    drawings = {f"french/{rank}{suit}.svg": card(rank, suit) for suit in "SHDC" for rank in "A23456789TJQK"}
    drawings |= {f"french/{kind}.svg": joker(kind) for kind in LIVERIES}
    drawings |= {"back-lattice.svg": back_lattice(), "back-waves.svg": back_waves(), "back-plain.svg": back_plain()}
    drawings = {CARDS / name: drawing for name, drawing in drawings.items()}
    drawings[icons / "parlour.svg"] = icon()
    drawings[ASSETS / "emblems" / "matrix-solitaire.svg"] = matrix_emblem()
    save(drawings)
    if converter := shutil.which("rsvg-convert"):
        for size in map(str, (16, 32, 48, 64, 128, 256)):
            png = icons / f"parlour-{size}.png"
            subprocess.run([converter, "-w", size, "-h", size, "-o", png, icons / "parlour.svg"], check=True)


if __name__ == "__main__":
    main()
