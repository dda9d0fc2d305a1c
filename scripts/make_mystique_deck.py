#!/usr/bin/env python3
"""Draws the Mystique deck, its two backs and its suits alone: by program, so that all cards share their measures, and a
change to a suit or a colour reaches all of them.

Writes assets/cards/mystique/ (60 cards), assets/cards/back-gold.svg, assets/cards/back-silver.svg and assets/suits/ (four
figures in white, which get the colour of what is written beside them). The same script gives the same bytes. Only the outlines of the figures come from outside, from Inter SemiBold (SIL Open Font License).

A card's file is named after its number, colour and suit: 3rC.svg is the three of red crowns. Each colour has a pattern
too, so that cards can be told apart in grey: yellow is dotted, red is solid, blue is hatched.

Needs fontTools.
"""

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from drawing import (
    ASSETS, BOTH_WAYS, BRASS, BRASS_DIM, BRASS_LIGHT, CARDS, CX, CY, FACE, FIELD_HEIGHT, FIELD_LEFT, FIELD_TOP, FIELD_WIDTH,
    FIGURE_HEIGHT, Lattice, OUTLINE, PARCHMENT, STEEL, STEEL_DARK, W, at, back, bezier, border, both_sides, circle,
    disc, face, figure_outline, figure_width, group, half_turned, larger, line, mirrored, notch, notched_corners, number,
    parse, path, path_data, polyline, rectangle, ring, rotated, rounded, save, star, svg, transform, twice,
)


class Colour(NamedTuple):
    main: str
    deep: str  # for outlines and figures; its contrast with the card's face is more than 7 to 1
    pale: str  # for the pattern on main
    tint: str  # the ground of the palms
    pattern: str


COLOURS = {
    "y": Colour("#C98A00", "#6B4700", "#FBEBBE", "#EFD593", "dots"),
    "r": Colour("#B5322A", "#7E1D18", "#F6D9D2", "#E5B5A8", "solid"),
    "b": Colour("#2A5DA8", "#1B3F78", "#DCE8F7", "#B4C8E2", "lines"),
}
MOONS, SUNS, ARMS, CROWNS = SUITS = "MSAC"


# Geometry


def arc(x, y, r, start, end, first="M"):
    """An arc of a circle as a path, clockwise if end is greater than start."""
    pieces = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = (end - start) / pieces
    handle = 4 / 3 * math.tan(math.radians(step) / 4)
    turns = [rotated(1, 0, start + step * i) for i in range(pieces + 1)]
    segments = [(first, [(x + r * turns[0][0], y + r * turns[0][1])])]
    for (cos0, sin0), (cos1, sin1) in pairwise(turns):
        controls = [(cos0 - handle * sin0, sin0 + handle * cos0), (cos1 + handle * sin1, sin1 - handle * cos1)]
        segments.append(("C", [(x + r * across, y + r * down) for across, down in [*controls, (cos1, sin1)]]))
    return path_data(segments)


def smooth(points):
    """A smooth open path through the points."""
    segments = [("M", points[:1])]
    padded = [points[0], *points, points[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:]):
        first = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        second = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        segments.append(("C", [first, second, end]))
    return path_data(segments)


def polygons(data):
    """The outlines of a path, its curves replaced by ten straight lines each."""
    found = []
    for command, points in parse(data):
        if command == "M":
            found.append(points)
        elif command == "L":
            found[-1].extend(points)
        elif command == "C":
            start = found[-1][-1]
            found[-1] += [bezier(start, *points, i / 10) for i in range(1, 11)]
    return found


def depth(outlines, x, y):
    """How far inside the outlines a point lies; less than 0 outside."""
    inside, nearest = False, math.inf
    for outline in outlines:
        x0, y0 = outline[-1]
        for x1, y1 in outline:
            dx, dy = x1 - x0, y1 - y0
            if (y0 > y) != (y1 > y) and x < dx * (y - y0) / dy + x0:
                inside = not inside
            squared = dx * dx + dy * dy
            t = max(0, min(1, ((x - x0) * dx + (y - y0) * dy) / squared)) if squared else 0
            nearest = min(nearest, (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2)
            x0, y0 = x1, y1
    return math.sqrt(nearest) * (1 if inside else -1)


def extent(outlines):
    """A little more than the greatest distance of the outlines from the origin."""
    return max(math.hypot(x, y) for outline in outlines for x, y in outline) + 1


def around(count, radius):
    """Points on a circle about the origin, from its top on clockwise."""
    return [rotated(0, -radius, i * 360 / count) for i in range(count)]


# Patterns: whole dots, or strokes that stop short of the outline


class Grain(NamedTuple):
    dot_pitch: float
    dot_radius: float
    line_pitch: float
    line_width: float
    margin: float


GRAINS = {
    "small": Grain(13, 3.6, 9.6, 3.7, 2.2),
    "large": Grain(14, 3.9, 11, 4.3, 2.8),
    "fine": Grain(11, 3, 8.6, 3.2, 2.6),
}


def dotting(shape, pitch, r, margin, shift):
    """Dots (x, y and radius) in rows, each midway between those of the row above; shift moves them down."""
    outlines = polygons(shape)
    row_height = pitch * 0.866
    count = int((extent(outlines) + abs(shift)) / row_height) + 1
    dots = []
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            x, y = (column + row % 2 / 2) * pitch, shift + row * row_height
            if depth(outlines, x, y) >= r + margin:
                dots.append((x, y, r))
    return dots


def hatching(shape, pitch, margin, shift=0, shortest=3):
    """Strokes that rise to the right, found in steps of half a unit."""
    outlines = polygons(shape)
    far = extent(outlines)
    count = int(far / pitch) + 1
    strokes = ""
    for row in range(-count, count + 1):
        start = None
        for step in range(int(4 * far) + 1):
            along = step / 2 - far
            within = depth(outlines, *rotated(along, shift + row * pitch, -45)) >= margin
            if within and start is None:
                start = along
            if not within and start is not None:
                if along - start >= shortest:
                    ends = start, along - 0.5
                    strokes += polyline(*(rotated(end, shift + row * pitch, -45) for end in ends))
                start = None
    return strokes


def dot_group(dots, colour):
    return group([f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>' for x, y, r in dots], fill=colour)


def engraved(shape, colour, grain, shift=0):
    """The colour's pattern within a shape."""
    grain = GRAINS[grain]
    if colour.pattern == "dots":
        return [dot_group(dotting(shape, grain.dot_pitch, grain.dot_radius, grain.margin, shift), colour.pale)]
    if colour.pattern == "lines":
        strokes = hatching(shape, grain.line_pitch, grain.margin + grain.line_width / 2)
        return [line(strokes, colour.pale, grain.line_width)]
    return []


def spotted(dots, shape, colour, size, scale):
    """The dots given for the dotted colour, the usual pattern for the others."""
    if colour.pattern == "dots":
        return [dot_group([(x * scale, y * scale, r * scale) for x, y, r in dots], colour.pale)]
    return engraved(shape, colour, size)


# Suits, about 100 units high around the origin


def crescent_tips(r, hollow, shift):
    """How far the tips lie to the right of the disc's middle, and how far above and below it.

    The hollow is a disc whose middle lies further right by shift.
    """
    x = (r * r - hollow * hollow + shift * shift) / (2 * shift)
    return x, math.sqrt(r * r - x * x)


def crescent(r, hollow, shift):
    """A crescent with its tips to the right, the middle of its width at the origin."""
    x, y = crescent_tips(r, hollow, shift)
    outer, inner = math.degrees(math.atan2(y, x)), math.degrees(math.atan2(y, x - shift))
    data = arc(0, 0, r, outer, 360 - outer) + arc(shift, 0, hollow, 360 - inner, inner, "L") + "Z"
    return transform(data, (r - x) / 2)


def crescent_dots(r, hollow, shift, count, spread):
    """Dots along the middle of that crescent, smaller towards its tips."""
    x, _ = crescent_tips(r, hollow, shift)
    dots = []
    for i in range(count):
        angle = math.radians(180 + spread * (2 * i / (count - 1) - 1))
        cos, sin = math.cos(angle), math.sin(angle)
        inner = shift * cos + math.sqrt(hollow * hollow - shift * shift * sin * sin)
        middle = (r + inner) / 2
        dots.append((middle * cos + (r - x) / 2, middle * sin, (r - inner) * 0.24))
    return dots


def rays(count, inner, outer, half, angle=0):
    """Straight pointed rays; half is half the angle of a ray's foot."""
    data = ""
    for i in range(count):
        middle = angle + i * 360 / count
        feet = middle - half, middle + half
        data += polyline(rotated(0, -inner, feet[0]), rotated(0, -outer, middle), rotated(0, -inner, feet[1])) + "Z"
    return data


SHIELD = mirrored("M0,-27 C10,-27 21,-28.5 30,-32 C33,-6 31,24 0,47")
SHIELD_DOTS = {
    "small": [(-15, -14, 5.6), (0, -13, 5.6), (15, -14, 5.6), (-8.5, 4, 5.6), (8.5, 4, 5.6), (0, 22, 5.6)],
    "large": [
        (-19, -15.5, 4), (-6.4, -13.5, 4), (6.4, -13.5, 4), (19, -15.5, 4), (-13, -2.5, 4), (0, -1.5, 4), (13, -2.5, 4),
        (-18.5, 10, 3.8), (-6.4, 10, 4), (6.4, 10, 4), (18.5, 10, 3.8), (-12, 22, 3.8), (0, 22, 4), (12, 22, 3.8),
        (0, 34.5, 3.6),
    ],
}
CROWN = (
    "M-44,-22 L-24,0 L-22,-3 L0,-36 L22,-3 L24,0 L44,-22 L36,26 C24,30 12,31.5 0,31.5 C-12,31.5 -24,30 -36,26Z"
)
CROWN_BAND = (
    "M-36,26 C-24,30 -12,31.5 0,31.5 C12,31.5 24,30 36,26 L33.5,42 C23,46 12,47.5 0,47.5 C-12,47.5 -23,46 -33.5,42Z"
)
CROWN_DOTS = {
    "small": [(-22, 15, 6), (0, 15, 6), (22, 15, 6), (0, -7, 6)],
    "large": [
        (-27, 16.5, 4.6), (-13.5, 18, 4.6), (0, 18.5, 4.6), (13.5, 18, 4.6), (27, 16.5, 4.6), (-33.5, 3.5, 3.8),
        (-7.2, 5.5, 4.4), (7.2, 5.5, 4.4), (33.5, 3.5, 3.8), (0, -7, 4.4), (0, -20, 3.4),
    ],
}


@cache
def suit_figure(suit, colour, height, size="large"):
    """A suit around the origin; a small one has fewer and larger details."""
    scale = height / 100
    main, deep = colour.main, colour.deep
    width = 2.2 if size == "large" else 1.9
    if suit == MOONS:
        measures, angle = (50, 37, 22.5), -22
        shape = transform(crescent(*measures), 0, 0, scale, angle)
        upright = crescent_dots(*measures, 5, 80) if size == "small" else crescent_dots(*measures, 7, 92)
        dots = [(*rotated(x, y, angle), r) for x, y, r in upright]
        return [path(shape, main, deep, width), *spotted(dots, shape, colour, size, scale)]
    if suit == SUNS:
        corona = transform(rays(8, 35, 52, 9.5) + rays(8, 35, 46, 8.5, 22.5), scale=scale)
        shape = transform(disc(0, 0, 30), scale=scale)
        dots = [(x, y, 6) for x, y in [(0, 0), *around(6, 19)]]
        return [
            path(corona, main, deep, width * 0.6, "miter"),
            path(shape, main, deep, width),
            *spotted(dots, shape, colour, size, scale),
        ]
    if suit == ARMS:
        shield_scale = scale * 1.08 if size == "small" else scale
        shape = transform(SHIELD, scale=shield_scale)
        return [
            *swords(scale, deep, size),
            path(shape, main, FACE, width * 2 + 2.2),
            path(shape, main, deep, width),
            *spotted(SHIELD_DOTS[size], shape, colour, size, shield_scale),
        ]
    shape = transform(CROWN, scale=scale)
    return [
        path(shape, main, deep, width),
        *spotted(CROWN_DOTS[size], shape, colour, size, scale),
        path(transform(CROWN_BAND, scale=scale), deep, deep, width),
        *(
            circle(x * scale, y * scale, r * scale, main, deep, width)
            for x, y, r in ((-45, -28, 7.5), (0, -43, 8.5), (45, -28, 7.5))
        ),
    ]


def swords(scale, ink, size):
    """Two crossed swords, points up."""
    blade = "M-4.6,38 L-4.6,-60 L0,-71 L4.6,-60 L4.6,38Z"
    thick = max(6 * scale, 3.4)
    parts = []
    for angle in (-44, 44):
        x, y = rotated(0, 59 * scale, angle)
        parts += [
            path(transform(blade, 0, 2 * scale, scale, angle), STEEL if size == "large" else ink, ink, 1.6),
            line(transform("M-14,39L14,39", 0, 2 * scale, scale, angle), ink, thick),
            line(transform("M0,40L0,54", 0, 2 * scale, scale, angle), ink, thick),
            circle(x, y + 2 * scale, 6 * scale, ink),
        ]
    return parts


# The index: the number above the suit above a mark with the colour's pattern

INDEX_X, INDEX_Y = 41, 16  # its middle and its top
SUIT_HEIGHT = 50
SUIT_Y = INDEX_Y + FIGURE_HEIGHT + 7 + SUIT_HEIGHT / 2
MARK_WIDTH, MARK_HEIGHT = 60, 14
MARK_Y = SUIT_Y + SUIT_HEIGHT / 2 + 8

# The same where it is largest: its middle, its top, and by how much each part grows.
LARGE_X, LARGE_Y = 46, 11
LARGE_FIGURE = 1.45, 1.6
LARGE_SUIT = 1.3
LARGE_MARK = 1.25, 1.15


def mark(colour):
    """Three dots, a bar, or three slanting bars."""
    left, bottom = INDEX_X - MARK_WIDTH / 2, MARK_Y + MARK_HEIGHT
    if colour.pattern == "dots":
        r = MARK_HEIGHT / 2
        apart = MARK_WIDTH / 2 - r
        return [circle(INDEX_X + i * apart, MARK_Y + r, r - 0.6, colour.main, colour.deep, 1.2) for i in (-1, 0, 1)]
    if colour.pattern == "solid":
        return [
            rectangle(left + 0.6, MARK_Y + 0.6, MARK_WIDTH - 1.2, MARK_HEIGHT - 1.2, 2, colour.main, colour.deep, 1.2)
        ]
    width, slant = 8, 6
    bars = ""
    for i in range(3):
        x = left + i * (MARK_WIDTH - width - slant) / 2
        bars += polyline((x, bottom), (x + slant, MARK_Y), (x + slant + width, MARK_Y), (x + width, bottom)) + "Z"
    return [path(bars, colour.main, colour.deep, 1)]


def index(value, colour, suit):
    figure = path(transform(figure_outline(str(value)), INDEX_X, INDEX_Y), colour.deep)
    sign = at(INDEX_X, SUIT_Y, suit_figure(suit, colour, SUIT_HEIGHT, "small"))
    end = LARGE_Y + FIGURE_HEIGHT * LARGE_FIGURE[1]
    suit_y = end + 7 + SUIT_HEIGHT * LARGE_SUIT / 2
    mark_y = suit_y + SUIT_HEIGHT * LARGE_SUIT / 2 + 6
    return [
        larger([figure], LARGE_FIGURE, (INDEX_X, INDEX_Y), (LARGE_X, LARGE_Y)),
        larger([sign], LARGE_SUIT, (INDEX_X, SUIT_Y), (LARGE_X, suit_y)),
        larger(mark(colour), LARGE_MARK, (INDEX_X, MARK_Y), (LARGE_X, mark_y)),
    ]


def serial_number(value, colour, suit, right, top, ink):
    """The card's own number from 1 to 60, small, in a corner that the indexes leave free."""
    serial = 15 * SUITS.index(suit) + 5 * list(COLOURS.values()).index(colour) + value
    scale, gap = 10.5 / FIGURE_HEIGHT, 1.2
    outlines = ""
    for character in reversed(str(serial)):
        width = figure_width(character) * scale
        outlines += transform(figure_outline(character, scale), right - width / 2, top)
        right -= width + gap
    return path(outlines, ink)


# Number cards

# How high the suits are, and the places of the upper ones; and the same beside the largest indexes.
ARRANGEMENTS = {2: (106, [(161, 86)]), 3: (88, [(172, 70)]), 4: (72, [(122, 61), (198, 141)])}
LARGE_ARRANGEMENTS = {2: (1, [(164, 84)]), 3: (0.96, [(174, 70)]), 4: (0.86, [(134, 56), (204, 119)])}
LARGE_MIDDLE = 0.69


def number_card(value, colour, suit):
    (height, upper), (scale, upper_large) = ARRANGEMENTS[value], LARGE_ARRANGEMENTS[value]
    corner = [*index(value, colour, suit), serial_number(value, colour, suit, W - 16, 16, BRASS_DIM)]
    figure = '<defs><g id="p">' + "".join(suit_figure(suit, colour, height)) + "</g></defs>"

    def one(place, to, turn=""):
        x, y = map(number, place)
        use = f'<use href="#p" transform="translate({x} {y}){turn}"/>'
        return larger([use], LARGE_MIDDLE if place == to else scale, place, to)

    places = list(zip(upper, upper_large)) + ([((CX, CY), (CX, CY))] if value == 3 else [])
    lower = zip(half_turned(upper[::-1]), half_turned(upper_large[::-1]))
    uses = [one(*place) for place in places] + [one(*place, " rotate(180)") for place in lower]
    return svg([face(), figure, *twice(corner, "i"), "".join(uses)])


# Aces: the suit's great emblem in a glory of fine rays. The frame leaves room for the indexes, and its border has the
# colour's pattern.

MARGIN, NOTCH = 14, (79, 151)
LARGE_NOTCH = 90, 194
BORDER = 10.5


def frame(inset, radius):
    return rounded(notched_corners(MARGIN, NOTCH, inset), radius, "C")


def border_dots():
    corners = notched_corners(MARGIN, NOTCH, BORDER / 2)
    dots = []
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        count = max(1, round(math.hypot(x1 - x0, y1 - y0) / 11))
        dots += [(x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count, 2.8) for i in range(count)]
    return dots


@cache
def rays_within_frame():
    """Fine rays from around the middle to the frame, every other one shorter."""
    outlines = polygons(frame(BORDER, 4))
    count, inner = 96, 58
    data = ""
    for i in range(count):
        angle = 2 * math.pi * i / count
        x, y = math.sin(angle), -math.cos(angle)
        outer = inner
        # In the corners of the frame they end where those beside them do.
        while depth(outlines, CX + x * outer, CY + y * outer) >= 8 and not (
            abs(x * outer) > 72 and abs(y * outer) > 123
        ):
            outer += 0.5
        if i % 2:
            outer = inner + (outer - inner) * 0.78
        if outer - inner > 6:
            data += polyline((CX + x * inner, CY + y * inner), (CX + x * outer, CY + y * outer))
    return data


@cache
def glory(colour):
    parts = [path(frame(0, 8), colour.main, colour.deep, 1.8)]
    if colour.pattern == "dots":
        parts.append(dot_group(border_dots(), colour.pale))
    elif colour.pattern == "lines":
        strokes = hatching(frame(0, 8) + frame(BORDER, 4), 7.4, 2.9, shift=1, shortest=4.5)
        parts.append(line(strokes, colour.pale, 2.8))
    return [
        *parts,
        path(frame(BORDER, 4), PARCHMENT, colour.deep, 1.6),
        line(frame(BORDER + 3.4, 2), BRASS_DIM, 0.8),
        line(rays_within_frame(), BRASS, 0.9),
    ]


def ace(colour, suit):
    emblem = {MOONS: great_moon, SUNS: great_sun, ARMS: great_arms, CROWNS: great_crown}[suit]
    cover = notch(MARGIN, NOTCH, LARGE_NOTCH, BORDER, (1.6, 1.4), colour.main, colour.deep)
    corner = [*index(1, colour, suit), serial_number(1, colour, suit, W - MARGIN - 19, MARGIN + 19, colour.deep)]
    shown = larger([at(CX, CY, emblem(colour))], 0.64, (CX, CY))
    return svg([face(), *glory(colour), *twice([cover], "n"), shown, *twice(corner, "i")])


def great_moon(colour):
    """A crescent with a face in profile, in a hood of the colour."""
    main, deep = colour.main, colour.deep
    profile = (
        "M30,-47 C16,-43 5,-36 0,-24 C-2,-19 -1.5,-15 1.5,-12 C0,-10 -0.5,-8 0.5,-6 L12,5.5 C13.5,8 11,10 6,9.5"
        " C5,11 6.5,12.5 8.5,13.5 C9.5,15 8.5,16.5 4.5,17.5 C8.5,18.5 9.5,20.5 7.5,22.5 C5.5,24 5.5,25 7,26.5"
        " C11,31 9,37 4,38 C12,44 20,47 30,47"
    )
    tip = math.degrees(math.atan2(47, 30))
    nape = arc(0, 0, 55.8, tip, 360 - tip)
    moon = profile + nape.replace("M", "L", 1) + "Z"
    hood = nape + arc(10.8, 0, 50.8, 292.2, 67.8, "L") + "Z"
    if colour.pattern == "dots":
        dots = []
        for i in range(-4, 5):
            width = 16.5 * (1 - (i / 6.2) ** 2)
            dots.append((*rotated(55.6 - width / 2, 0, 180 + i * 22), width * 0.25))
        pattern = [dot_group(dots, colour.pale)]
    else:
        pattern = engraved(hood, colour, "fine")
    parts = [
        path(moon, PARCHMENT, PARCHMENT, 8),
        circle(8, 0, 47, PARCHMENT),
        path(moon, FACE, deep, OUTLINE),
        path(hood, main, deep, OUTLINE),
        *pattern,
        # The closed eye with its lashes, the brow, the mouth, the nostril and the cheek.
        line("M-15,-6C-11,-1.5 -6,-1.5 -2.5,-4.5", deep, 2.2),
        line("M-12.5,-3.6L-14.5,0.2M-8.8,-1.9L-9.4,2.2M-5.2,-2.6L-4.4,1.2", deep, 1.5),
        line("M-18,-15C-13,-20 -6,-20 -1,-15", deep, 2),
        line("M4.5,17.5C1,18.5 -2,18 -4.5,16", deep, 1.7),
        line("M6,9.5C3,10 1.5,8.5 2,6.5", deep, 1.5),
        circle(-13, 14, 6.4, colour.pale, main, 1.4),
        *(
            path(transform(star(5, r, r * 0.42), x, y), BRASS, deep, 1.4)
            for x, y, r in ((36, -14, 9.5), (24, 15, 6.5), (41, 16, 5))
        ),
    ]
    return [at(3, 0, parts, 0.97)]


def flame(inner, outer, width):
    """A ray with S-shaped sides from its foot to its tip."""
    length = outer - inner
    return (
        f"M{-width},{-inner} C{-width - 2},{-inner - length * 0.4} {-width * 0.2 + 2.5},{-inner - length * 0.55} "
        f"2,{-outer} C{width * 0.2 + 5},{-inner - length * 0.6} {width - 1},{-inner - length * 0.4} {width},{-inner}Z"
    )


def great_sun(colour):
    """A sun with a face, straight rays and flames in turn."""
    main, deep = colour.main, colour.deep
    straight = rays(10, 36, 61, 10.5)
    flames = "".join(transform(flame(35, 56, 5.4), angle=18 + i * 36) for i in range(10))
    pattern = []
    if colour.pattern == "dots":
        pattern.append(dot_group([(x, y, 3) for x, y in around(20, 33.6)], colour.pale))
    elif colour.pattern == "lines":
        places = enumerate(around(26, 33.6))
        strokes = "".join(transform("M-3,3.2L3,-3.2", x, y, 1, i * 360 / 26) for i, (x, y) in places)
        pattern.append(line(strokes, colour.pale, 3))
    brow = "M-17,-9 C-14,-14 -7,-14.5 -4,-9.5"
    eye = "M-16,-3.5 C-13,-8.5 -7,-8.5 -4.5,-3.5 C-7,-0.5 -13,-0.5 -16,-3.5Z"
    return [
        path(straight + flames + disc(0, 0, 40), PARCHMENT, PARCHMENT, 7),
        path(flames, BRASS, deep, 1.5),
        path(straight, main, deep, OUTLINE),
        circle(0, 0, 39.5, main, deep, OUTLINE),
        *pattern,
        circle(0, 0, 27.5, FACE, deep, 1.7),
        *(line(data, deep, 1.9) for data in both_sides(brow)),
        *(path(data, FACE, deep, 1.5) for data in both_sides(eye)),
        *(circle(x, -4, 2.2, deep) for x in (-10, 10)),
        line("M-3.6,-8.5C-3,-3 -3.4,2 -5,5.5C-3.5,8.5 3.5,8.5 5,5.5", deep, 1.7),
        path("M-8.5,13.5C-4,11.8 -2,11.4 0,12.6C2,11.4 4,11.8 8.5,13.5C4,18.5 -4,18.5 -8.5,13.5Z", main, deep, 1.3),
        *(circle(x, 8, 4.2, colour.pale, main, 1.2) for x in (-16, 16)),
    ]


def great_sword(colour, angle):
    def turned(data):
        return transform(data, angle=angle)

    main, deep = colour.main, colour.deep
    blade = turned("M-6,66 L-6,-86 L0,-101 L6,-86 L6,66Z")
    guard = mirrored("M0,62 L5,62 C11,64 15,62 20,58 C23,62 23,67 19,70 C13,70 8,69 0,71")
    pommel = rotated(0, 97, angle)
    return [
        path(blade, PARCHMENT, PARCHMENT, 6),
        path(blade, STEEL),
        path(turned("M0,66 L0,-101 L6,-86 L6,66Z"), STEEL_DARK),
        line(blade, deep, 1.7),
        path(turned("M-3.6,70L-3.6,92L3.6,92L3.6,70Z"), main, deep, 1.6),
        line(turned("M-3.6,79L3.6,75M-3.6,86L3.6,82"), BRASS_LIGHT, 1.4),
        path(turned(guard), BRASS, deep, 1.6),
        circle(*pommel, 6.6, BRASS, deep, 1.6),
        circle(*pommel, 2.2, main, deep, 0.9),
    ]


def great_arms(colour):
    """A shield with a chevron and three stars over two crossed swords."""
    main, deep = colour.main, colour.deep
    scale = 0.94
    shield = transform(mirrored("M0,-46 C17,-46 33,-48 47,-53 C52,-14 48,36 0,70"), scale=scale)
    inner = transform(mirrored("M0,-39.5 C15,-39.5 28,-41 41,-44.5 C44,-12 40,30 0,61"), scale=scale)
    chevron = transform(mirrored("M0,-12 L42.3,18 C41,27 38,35 34,41 L0,15"), scale=scale)
    parts = [
        *great_sword(colour, -32),
        *great_sword(colour, 32),
        path(shield, PARCHMENT, PARCHMENT, 7),
        path(shield, BRASS, deep, OUTLINE),
        path(inner, main, deep, 1.6),
        *engraved(inner, colour, "large", -29),
        path(chevron, FACE, deep, 1.6),
        *(
            path(transform(star(6, 7, 3.2), x * scale, y * scale), BRASS, deep, 1.2)
            for x, y in ((0, 1.6), (-22, 17.4), (22, 17.4))
        ),
    ]
    return [at(0, -4, parts, 0.94)]


def great_crown(colour):
    """A closed crown, the pattern on its velvet."""
    main, deep = colour.main, colour.deep
    arches = both_sides("M50,30 C76,-4 66,-44 34,-44 C18,-44 8,-42 0,-36")
    velvet = mirrored("M0,-32 C12,-45 38,-47 50,-34 C66,-18 56,8 48,34 L0,44")
    between_arches = mirrored("M0,-31 C12,-41 32,-43 44,-32 C56,-20 50,4 44,26 L0,34")
    parts = [
        path(velvet, PARCHMENT, PARCHMENT, 7),
        *(line(arch, PARCHMENT, 19) for arch in arches),
        path(velvet, main, deep, OUTLINE),
        *engraved(between_arches, colour, "large", -5),
        *(line(arch, deep, 11.6) for arch in arches),
        *(line(arch, BRASS, 8.2) for arch in arches),
    ]
    for x, y in [bezier((50, 30), (76, -4), (66, -44), (34, -44), t) for t in (0.2, 0.4, 0.6, 0.8)] + [(19, -42.4)]:
        parts += [circle(x, y, 2.4, FACE), circle(-x, y, 2.4, FACE)]
    cross = mirrored("M0,-66 L4.2,-66 L3,-60 L9,-61.2 L9,-52.8 L3,-54 L4,-46 L0,-46")
    parts += [
        path(mirrored("M0,-36 C10,-30 11,10 8,38 L0,38"), BRASS, deep, 1.7),
        *(circle(0, y, 2.4, FACE) for y in (-20, -8, 4, 16)),
        path(cross, BRASS, deep, 1.5),
        circle(0, -39, 9.5, BRASS, deep, OUTLINE),
        line("M-9,-39L9,-39", deep, 1.3),
    ]
    leaf = mirrored("M0,4 L6,4 C4,-4 12,-4 12,-11 C8,-10 6,-12 5,-15 C4,-19 2,-22 0,-25")
    for x, y, scale, angle in (-43, 31, 1.05, -13), (43, 31, 1.05, 13), (-22, 36, 0.8, -6), (22, 36, 0.8, 6):
        parts.append(path(transform(leaf, x, y, scale, angle), BRASS, deep, 1.6))
    # The circlet, its lower edge in shade, with jewels and pearls.
    jewel = mirrored("M0,-7 L5,0 L0,7")
    parts += [
        path(mirrored("M0,38 C21,38 40,35 54,28 L51,50 C38,57 19,60 0,60"), BRASS, deep, OUTLINE),
        path(mirrored("M0,55 C19,55 38,52 51.7,45.6 L51,50 C38,57 19,60 0,60"), BRASS_DIM),
        line("M-51.7,45.6C-38,52 -19,55 0,55C19,55 38,52 51.7,45.6", deep, 1.2),
        *(
            path(transform(jewel, x, y, 1, angle), main, deep, 1.1)
            for x, y, angle in ((0, 46.6, 90), (-35, 42.8, 100), (35, 42.8, 80))
        ),
        *(circle(x, y, 3, FACE, deep, 1.1) for x, y in ((-18, 45.8), (18, 45.8), (-48, 38.4), (48, 38.4))),
    ]
    return [at(0, 0, parts, 0.85)]


# Palms: an open hand that bears the suit


class Finger(NamedTuple):
    x: float  # of its root
    y: float
    angle: float
    length: float
    root: float  # half its width at the root, the middle joint and the tip
    joint: float
    tip: float

    def at(self, t, aside):
        """The point at t, from the root at 0 to the tip at 1, aside from the middle line."""
        dx, dy = rotated(aside, -t * self.length, self.angle)
        return self.x + dx, self.y + dy

    def outline(self):
        """Up its left side, over the tip and down its right side."""
        sides = [
            (0.19, self.root),
            (0.36, self.root * 0.94),
            (0.55, self.joint),
            (0.78, self.joint * 0.9),
            (0.92, self.tip),
            (0.985, self.tip * 0.55),
        ]
        left, right = ([self.at(t, side * width) for t, width in sides] for side in (-1, 1))
        return [*left, self.at(1, 0), *reversed(right)]

    def creases(self):
        segments = []
        for t, part in (0.37, 0.62), (0.66, 0.6):
            width = self.root * part
            segments.append(("M", [self.at(t, -width)]))
            segments.append(("Q", [self.at(t - 0.035, 0), self.at(t, width)]))
        return path_data(segments)


FINGERS = [
    Finger(94.5, 172, -14, 75, 9, 8.4, 6),
    Finger(113, 164, -5, 101, 9.8, 9.1, 6.5),
    Finger(133.5, 162, 2.5, 111, 10, 9.3, 6.7),
    Finger(153.5, 167, 10, 99, 9.8, 9.2, 6.5),
]
BETWEEN_FINGERS = [(101.75, 158), (123.25, 153), (145, 154.5)]
OUTER_EDGE = [(104, 297), (101, 266), (92, 236), (86, 205)]
THUMB = [
    (165.5, 184), (167, 196), (172.5, 198), (180, 187), (186.5, 171), (192, 157), (198, 150), (205, 152), (206.5, 162),
    (201.5, 180), (194, 200), (184, 219), (171, 238), (157, 257), (152, 268), (149, 297),
]


def hand(ink):
    outline = OUTER_EDGE + FINGERS[0].outline()
    for between, finger in zip(BETWEEN_FINGERS, FINGERS[1:]):
        outline += [between, *finger.outline()]
    return [
        path(smooth(outline + THUMB) + "Z", FACE, ink, 2.1),
        line("".join(finger.creases() for finger in FINGERS), ink, 1.2),
        line("M162,196C149,206 146,232 151,260", ink, 1.5),
        line("M93,195C106,194 121,187 130,174", ink, 1.2),
    ]


def cuff(colour):
    """A sleeve in the colour's pattern, a frill and a band with pearls."""
    sleeve = "M88,296 C112,302 140,302 163,296 L168,331 C140,336 110,336 83,331Z"
    x, y = CX + 0.5, 314
    frill = [("M", [(90, 297)])]
    for i in range(7):
        left, right = 90 + i * 71 / 7, 90 + (i + 1) * 71 / 7
        frill.append(("C", [(left - 1, 281), (right + 1, 281), (right, 297)]))
    band = "M86.5,292 C112,299 139,299 164.5,292 L165.5,301 C140,308 111,308 85.5,301Z"
    places = (98, 299.3), (111.5, 301.3), (125.5, 302), (139.5, 301.3), (153, 299.3)
    return [
        path(sleeve, colour.main, colour.deep, OUTLINE),
        at(x, y, engraved(transform(sleeve, -x, -y), colour, "fine", 1)),
        path(path_data(frill) + "Z", FACE, colour.deep, 1.5),
        path(band, BRASS, colour.deep, 1.6),
        *(circle(*place, 2.1, FACE, colour.deep, 0.9) for place in places),
    ]


def palm(colour, suit):
    cover = notch(MARGIN, NOTCH, LARGE_NOTCH, 4, (1.6, 0.8), colour.tint, colour.deep)
    corner = [*index(5, colour, suit), serial_number(5, colour, suit, W - MARGIN - 12, MARGIN + 12, colour.deep)]
    arm = group(hand(colour.deep) + cuff(colour), transform="translate(112 166) rotate(17) translate(-125 -181)")
    return svg(
        [
            face(),
            path(frame(0, 7), colour.tint, colour.deep, 1.8),
            line(frame(4, 4.5), colour.deep, 0.9),
            *twice([cover], "n"),
            larger([arm, at(106, 202, suit_figure(suit, colour, 62))], 0.58, (CX, CY)),
            *twice(corner, "i"),
        ]
    )


# Backs


def flat_suit(suit, height, ink):
    scale = height / 100
    if suit == MOONS:
        return path(transform(crescent(50, 40, 19), 0, 0, scale, -22), ink)
    if suit == SUNS:
        return path(transform(rays(12, 30, 52, 9), scale=scale) + transform(disc(0, 0, 22), scale=scale), ink)
    if suit == CROWNS:
        crown = "M-44,-26 L-22,4 L0,-40 L22,4 L44,-26 L35,26 L-35,26ZM-34,33 L34,33 L32,43 L-32,43Z"
        return path(transform(crown, scale=scale), ink)
    sword = "M-4,34 L-4,-56 L0,-66 L4,-56 L4,34 L14,34 L14,42 L4,42 L4,60 L-4,60 L-4,42 L-14,42 L-14,34Z"
    return path("".join(transform(sword, 0, 0, scale, angle) for angle in (-45, 45)), ink)


def suit_alone(suit):
    """A suit in white, in the middle of a square."""
    side, height, ink = 100, {MOONS: 82, SUNS: 90, ARMS: 72, CROWNS: 86}[suit], "#fff"
    figure = [shield_and_swords(height, ink)] if suit == ARMS else [flat_suit(suit, height, ink)]
    return svg([at(side / 2, side / 2, figure)], side, side)


def shield_and_swords(height, ink):
    """As on the cards: of the swords only what the shield does not hide, and a gap between."""
    scale = height / 100
    ends = "M-5.5,-50 L-5.5,-62 L0,-73 L5.5,-62 L5.5,-50ZM-15,41 L15,41 L15,48 L4,48 L4,65 L-4,65 L-4,48 L-15,48Z"
    swords = "".join(transform(ends, 0, 2 * scale, scale, angle) for angle in (-44, 44))
    return path(transform(SHIELD, scale=scale) + swords, ink)


def back_gold():
    """A lattice of lozenges, each row with a suit."""
    columns, rows = 8, 12
    lattice = Lattice(columns, rows)
    lines = "".join(lattice.falling(i) + lattice.rising(i) for i in range(-rows, columns + 1, 2))
    inner = [(column, row) for row in range(1, rows) for column in range(1, columns)]
    dots = [(*lattice.node(column, row), 1.7) for column, row in inner if (column + row) % 2 == 0]
    heights = {MOONS: 19, SUNS: 24, ARMS: 23, CROWNS: 20}
    half = ""
    for column, row in inner:
        # Only half of the middle row, for all is drawn again turned half round.
        if (column + row) % 2 and (row < 6 or (row == 6 and column < 4)):
            suit = "MSCAMS"[row - 1]
            half += at(*lattice.node(column, row), [flat_suit(suit, heights[suit], BRASS)])
    parts = [line(lines, BRASS_DIM, 0.9), dot_group(dots, BRASS), *twice([half]), *border(BRASS, BRASS_DIM)]
    return back("#14292E", parts)


def back_silver():
    """A wheel of the heavens in a field of small stars."""
    ground, silver, dim = "#3A4757", "#D3DAE2", "#8593A3"
    stars = []
    for row in range(1, 20):
        for column in range(1, 14):
            x, y = FIELD_LEFT + column * FIELD_WIDTH / 14, FIELD_TOP + row * FIELD_HEIGHT / 20
            if (column + row) % 2 == 0 and math.hypot(x - CX, y - CY) > 88:
                stars.append((x, y, 1.25))
    degrees = ""
    for i in range(72):
        ends = (rotated(0, -r, i * 5) for r in (50 if i % 6 else 46, 53))
        degrees += polyline(*((CX + x, CY + y) for x, y in ends))
    heights = {MOONS: 15, SUNS: 19, ARMS: 18, CROWNS: 16}
    suits = [
        at(CX + x, CY + y, [flat_suit(suit, heights[suit], silver)], 1, i * 45)
        for i, (suit, (x, y)) in enumerate(zip("CMASCMAS", around(8, 65)))
    ]
    parts = [
        dot_group(stars, dim),
        circle(CX, CY, 80, ground, silver, 1.4),
        ring(CX, CY, 76, dim, 0.9),
        ring(CX, CY, 50, dim, 0.9),
        ring(CX, CY, 46, silver, 1.2),
        line(degrees, dim, 0.9),
        *suits,
        path(transform(rays(8, 20, 41, 12) + rays(8, 20, 31, 9, 22.5), CX, CY), silver),
        circle(CX, CY, 19, ground),
        circle(CX, CY, 15.5, silver),
        circle(CX, CY, 11.5, ground),
        circle(CX, CY, 5, silver),
    ]
    return back(ground, parts + border(silver, dim))


def card(value, colour, suit):
    if value == 1:
        return ace(colour, suit)
    return palm(colour, suit) if value == 5 else number_card(value, colour, suit)


def main():
    drawings = {
        CARDS / "mystique" / f"{value}{letter}{suit}.svg": card(value, colour, suit)
        for suit in SUITS
        for letter, colour in COLOURS.items()
        for value in range(1, 6)
    }
    for suit, word in zip(SUITS, ("moons", "suns", "arms", "crowns")):
        drawings[ASSETS / "suits" / f"{word}.svg"] = suit_alone(suit)
    drawings[CARDS / "back-gold.svg"] = back_gold()
    drawings[CARDS / "back-silver.svg"] = back_silver()
    save(drawings)


if __name__ == "__main__":
    main()
