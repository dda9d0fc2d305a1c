#!/usr/bin/env python3
"""Draw the Mystique deck and its two card backs.

Usage:  python3 scripts/make_mystique_deck.py

Writes assets/cards/mystique/*.svg (60 cards), assets/cards/back-gold.svg and
assets/cards/back-silver.svg.  The output is deterministic: the same script
gives the same bytes.  The only outside material is the outline of the
figures, taken from assets/fonts/Inter-SemiBold.otf (SIL Open Font License);
every suit, hand and ornament is drawn here.

A card is named by its number, colour and suit, as in 3rC.svg, the three of
red crowns.  Each colour also has a pattern, so that grey is enough: yellow
is dotted, red is solid, blue is hatched.

Needs Python 3.8 or later and fontTools.
"""

import math

from make_french_deck import (
    BRASS, BRASS_DIM, BRASS_LIGHT, CAP, CARDS, CX, CY, EDGE, FACE, FIELD, FIG,
    H, STEEL, STEEL_DARK, W, at, back, bezier, circle, disc, flip, fmt, n,
    panel, parse, path, rrect, star, svg, sym, tr)

# --------------------------------------------------------------------------
# Colours: main is the colour's own, deep outlines it and inks the figures
# (more than 7:1 against the face), pale is the pattern cut into main, tint
# the ground of the palms.

COLOURS = {
    "y": dict(main="#C98A00", deep="#6B4700", pale="#FBEBBE", tint="#EFD593", kind="dots"),
    "r": dict(main="#B5322A", deep="#7E1D18", pale="#F6D9D2", tint="#E5B5A8", kind="solid"),
    "b": dict(main="#2A5DA8", deep="#1B3F78", pale="#DCE8F7", tint="#B4C8E2", kind="lines"),
}
SUITS = "MSAC"

# --------------------------------------------------------------------------
# Geometry


def arc(x, y, r, a0, a1, first="M"):
    """A circular arc (degrees, clockwise on screen if a1 > a0) as path data."""
    k = max(1, math.ceil(abs(a1 - a0) / 90 - 1e-9))
    step = math.radians((a1 - a0) / k)
    h = 4 / 3 * math.tan(step / 4)
    turns = [(math.cos(math.radians(a0) + step * i), math.sin(math.radians(a0) + step * i))
             for i in range(k + 1)]
    segs = [(first, [(x + r * turns[0][0], y + r * turns[0][1])])]
    for (ca, sa), (cb, sb) in zip(turns, turns[1:]):
        segs.append(("C", [(x + r * (ca - h * sa), y + r * (sa + h * ca)),
                           (x + r * (cb + h * sb), y + r * (sb - h * cb)),
                           (x + r * cb, y + r * sb)]))
    return fmt(segs)


def spline(pts):
    """A smooth open curve through the points, as path data."""
    segs = [("M", [pts[0]])]
    for i in range(len(pts) - 1):
        p0, p1, p2 = pts[max(i - 1, 0)], pts[i], pts[i + 1]
        p3 = pts[min(i + 2, len(pts) - 1)]
        segs.append(("C", [(p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6),
                           (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6), p2]))
    return fmt(segs)


def flatten(d, k=10):
    """The closed contours of path data as polygons."""
    polys, cur = [], []
    for c, p in parse(d):
        if c == "M":
            if cur:
                polys.append(cur)
            cur = [p[0]]
        elif c == "L":
            cur.append(p[0])
        elif c == "C":
            a = cur[-1]
            cur += [bezier(a, *p, i / k) for i in range(1, k + 1)]
    if cur:
        polys.append(cur)
    return polys


def depth(polys, x, y):
    """Distance from the point to the outline, negative outside it."""
    inside, best = False, 1e9
    for poly in polys:
        x0, y0 = poly[-1]
        for x1, y1 in poly:
            if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
                inside = not inside
            dx, dy = x1 - x0, y1 - y0
            m = dx * dx + dy * dy
            t = 0 if m == 0 else max(0, min(1, ((x - x0) * dx + (y - y0) * dy) / m))
            best = min(best, (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2)
            x0, y0 = x1, y1
    return math.sqrt(best) * (1 if inside else -1)


# --------------------------------------------------------------------------
# Patterns, engraved into a shape: whole dots, or strokes that stop short of
# the outline.  Sizes are in card units.


def dots(d, pitch, r, margin, ox=0.0, oy=0.0):
    polys = flatten(d)
    row = pitch * 0.866
    out = []
    for j in range(-30, 31):
        for i in range(-30, 31):
            x, y = ox + (i + (j % 2) / 2) * pitch, oy + j * row
            if abs(x) < 130 and abs(y) < 180 and depth(polys, x, y) >= r + margin:
                out.append((x, y))
    return out


def lines(d, pitch, margin, angle=-45.0, off=0.0, least=3.0):
    """Parallel strokes within the shape, as path data."""
    polys = flatten(d)
    a = math.radians(angle)
    ux, uy = math.cos(a), math.sin(a)
    out = ""
    reach = max(math.hypot(*p) for poly in polys for p in poly) + 1
    k = int(reach / pitch) + 1
    for j in range(-k, k + 1):
        v = off + j * pitch
        start, t = None, -reach
        while t <= reach:
            ok = depth(polys, t * ux - v * uy, t * uy + v * ux) >= margin
            if ok and start is None:
                start = t
            if not ok and start is not None:
                if t - start >= least:
                    p, q = (start, t - 0.5)
                    out += (f"M{n(p * ux - v * uy)},{n(p * uy + v * ux)}"
                            f"L{n(q * ux - v * uy)},{n(q * uy + v * ux)}")
                start = None
            t += 0.5
    return out


# size: dot pitch, dot radius, stroke pitch, stroke width, margin
GRAIN = {
    "small": (13.0, 3.6, 9.6, 3.7, 2.2),
    "large": (14.0, 3.9, 11.0, 4.3, 2.8),
    "fine": (11.0, 3.0, 8.6, 3.2, 2.6),
}


def group(items, **kw):
    attrs = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in kw.items())
    return f"<g{attrs}>" + "".join(items) + "</g>"


def dot_group(points, fill):
    return group([f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>' for x, y, r in points],
                 fill=fill)


def engrave(d, col, size="large", ox=0.0, oy=0.0, off=0.0):
    """The colour's pattern within the shape (nothing for solid red)."""
    pitch, r, lp, lw, margin = GRAIN[size]
    if col["kind"] == "dots":
        return [dot_group([(x, y, r) for x, y in dots(d, pitch, r, margin, ox, oy)],
                          col["pale"])]
    if col["kind"] == "lines":
        return [path(lines(d, lp, margin + lw / 2, off=off), "none", col["pale"], lw)]
    return []


# --------------------------------------------------------------------------
# Suits, each about 100 units high and centred on the origin


def crescent(r, ri, dx):
    """A crescent, horns to the right, centred on its own box."""
    x = (r * r - ri * ri + dx * dx) / (2 * dx)
    y = math.sqrt(r * r - x * x)
    a, b = math.degrees(math.atan2(y, x)), math.degrees(math.atan2(y, x - dx))
    d = arc(0, 0, r, a, 360 - a) + arc(dx, 0, ri, 360 - b, b, "L") + "Z"
    return tr(d, (r - x) / 2)


def crescent_dots(r, ri, dx, k, spread, fat):
    """Dots along the middle of that crescent, smaller toward the horns."""
    x = (r * r - ri * ri + dx * dx) / (2 * dx)
    out = []
    for i in range(k):
        a = math.radians(180 + spread * (2 * i / (k - 1) - 1))
        c, q = math.cos(a), math.sin(a)
        inner = dx * c + math.sqrt(ri * ri - dx * dx * q * q)
        m = (r + inner) / 2
        out.append((m * c + (r - x) / 2, m * q, (r - inner) * fat))
    return out


def turned(points, s, rot):
    a = math.radians(rot)
    c, q = math.cos(a), math.sin(a)
    return [((x * c - y * q) * s, (x * q + y * c) * s, r * s) for x, y, r in points]


def rays(k, r0, r1, half, turn=0.0):
    """Straight pointed rays, half: half the angle of their foot."""
    d = ""
    for i in range(k):
        a = math.radians(turn + i * 360 / k - 90)
        pts = [(r0, a - math.radians(half)), (r1, a), (r0, a + math.radians(half))]
        d += "M" + "L".join(f"{n(r * math.cos(t))},{n(r * math.sin(t))}"
                            for r, t in pts) + "Z"
    return d


SHIELD = sym("M0,-27 C10,-27 21,-28.5 30,-32 C33,-6 31,24 0,47")
SHIELD_DOTS = {
    "small": [(-15, -14, 5.6), (0, -13, 5.6), (15, -14, 5.6), (-8.5, 4, 5.6),
              (8.5, 4, 5.6), (0, 22, 5.6)],
    "large": [(-19, -15.5, 4), (-6.4, -13.5, 4), (6.4, -13.5, 4), (19, -15.5, 4),
              (-13, -2.5, 4), (0, -1.5, 4), (13, -2.5, 4), (-18.5, 10, 3.8),
              (-6.4, 10, 4), (6.4, 10, 4), (18.5, 10, 3.8), (-12, 22, 3.8),
              (0, 22, 4), (12, 22, 3.8), (0, 34.5, 3.6)],
}
CROWN_DOTS = {
    "small": [(-22, 15, 6), (0, 15, 6), (22, 15, 6), (0, -7, 6)],
    "large": [(-27, 16.5, 4.6), (-13.5, 18, 4.6), (0, 18.5, 4.6), (13.5, 18, 4.6),
              (27, 16.5, 4.6), (-33.5, 3.5, 3.8), (-7.2, 5.5, 4.4), (7.2, 5.5, 4.4),
              (33.5, 3.5, 3.8), (0, -7, 4.4), (0, -20, 3.4)],
}
CROWN = ("M-44,-22 L-24,0 L-22,-3 L0,-36 L22,-3 L24,0 L44,-22 L36,26"
         " C24,30 12,31.5 0,31.5 C-12,31.5 -24,30 -36,26Z")
BAND = ("M-36,26 C-24,30 -12,31.5 0,31.5 C12,31.5 24,30 36,26 L33.5,42"
        " C23,46 12,47.5 0,47.5 C-12,47.5 -23,46 -33.5,42Z")


def ring_dots(k, radius, r, turn=0.0):
    return [(radius * math.sin(math.radians(turn + i * 360 / k)),
             -radius * math.cos(math.radians(turn + i * 360 / k)), r) for i in range(k)]


def spotted(points, d, col, size, s):
    """The given dots for the dotted colour, strokes for the hatched one."""
    if col["kind"] == "dots":
        return [dot_group([(x * s, y * s, r * s) for x, y, r in points], col["pale"])]
    return engrave(d, col, size)


def figure(suit, col, h, size="large"):
    """A suit figure h units high about the origin: list of SVG elements."""
    s = h / 100
    main, deep = col["main"], col["deep"]
    ow = 2.2 if size == "large" else 1.9
    o = []
    if suit == "M":
        shape, rot = (50, 37, 22.5), -22
        d = tr(crescent(*shape), 0, 0, s, rot)
        o.append(path(d, main, deep, ow))
        k, spread = (5, 80) if size == "small" else (7, 92)
        o += spotted(turned(crescent_dots(*shape, k, spread, 0.24), 1, rot),
                     d, col, size, s)
    elif suit == "S":
        o.append(path(tr(rays(8, 35, 52, 9.5) + rays(8, 35, 46, 8.5, 22.5), s=s),
                      main, deep, ow * 0.6, "miter"))
        d = tr(disc(0, 0, 30), s=s)
        o.append(path(d, main, deep, ow))
        o += spotted([(0, 0, 6)] + ring_dots(6, 19, 6), d, col, size, s)
    elif suit == "A":
        o += swords(s, deep, size)
        s *= 1.08 if size == "small" else 1
        d = tr(SHIELD, s=s)
        o += [path(d, main, FACE, ow * 2 + 2.2), path(d, main, deep, ow)]
        o += spotted(SHIELD_DOTS[size], d, col, size, s)
    else:
        d = tr(CROWN, s=s)
        o.append(path(d, main, deep, ow))
        o += spotted(CROWN_DOTS[size], d, col, size, s)
        o.append(path(tr(BAND, s=s), deep, deep, ow))
        for x, y, r in ((-45, -28, 7.5), (0, -43, 8.5), (45, -28, 7.5)):
            o.append(circle(x * s, y * s, r * s, main, deep, ow))
    return o


def swords(s, ink, size):
    """Two swords in saltire, points up."""
    fill = STEEL if size == "large" else ink
    out = []
    for a in (-44, 44):
        def put(d):
            return tr(d, 0, 2 * s, s, a)
        out.append(path(put("M-4.6,38 L-4.6,-60 L0,-71 L4.6,-60 L4.6,38Z"), fill, ink, 1.6))
        out.append(path(put("M-14,39L14,39"), "none", ink, max(6 * s, 3.4)))
        out.append(path(put("M0,40L0,54"), "none", ink, max(6 * s, 3.4)))
        x, y, _ = turned([(0, 59, 0)], s, a)[0]
        out.append(circle(x, y + 2 * s, 6 * s, ink))
    return out


# --------------------------------------------------------------------------
# Index: number over suit over the colour's mark

IX, IY = 41.0, 16.0    # centre line and top of the index
FH = 50.0              # height of the suit figure
FY = IY + CAP + 7 + FH / 2
MY, MH, MW = FY + FH / 2 + 8, 14.0, 60.0


def mark(col):
    """Dots, a bar or slanting strokes, the full width of the index."""
    x0, y0, y1 = IX - MW / 2, MY, MY + MH
    main, deep = col["main"], col["deep"]
    if col["kind"] == "dots":
        r = MH / 2
        return [circle(IX + i * (MW / 2 - r), MY + r, r - 0.6, main, deep, 1.2)
                for i in (-1, 0, 1)]
    if col["kind"] == "solid":
        return [rrect(x0 + 0.6, y0 + 0.6, MW - 1.2, MH - 1.2, 2, main, deep, 1.2)]
    d, k, w, slant = "", 3, 8.0, 6.0
    for i in range(k):
        x = x0 + i * (MW - w - slant) / (k - 1)
        d += (f"M{n(x)},{n(y1)}L{n(x + slant)},{n(y0)}L{n(x + slant + w)},{n(y0)}"
              f"L{n(x + w)},{n(y1)}Z")
    return [path(d, main, deep, 1.0)]


def index(k, col, suit):
    return ([path(tr(FIG.single(str(k)), IX, IY), col["deep"])]
            + [at(IX, FY, figure(suit, col, FH, "small"))] + mark(col))


def serial(k, colour, suit):
    return 15 * SUITS.index(suit) + 5 * "yrb".index(colour) + k


def serial_number(num, x=W - 16.0, y=16.0, ink=BRASS_DIM):
    """The card's own number, small, in the corner that the index leaves free."""
    s, gap = 10.5 / CAP, 1.2
    out = ""
    for ch in reversed(str(num)):
        x0, _, x1, _ = FIG.bounds(ch)
        w = (x1 - x0) * FIG.scale * s
        out += tr(FIG.single(ch, s), x - w / 2, y)
        x -= w + gap
    return [path(out, ink)]


def face():
    return rrect(0.9, 0.9, W - 1.8, H - 1.8, 14.1, FACE, EDGE, 1.8)


def twice():
    return ('<use href="#h"/>'
            f'<use href="#h" transform="rotate(180 {n(CX)} {n(CY)})"/>')


# --------------------------------------------------------------------------
# Number cards

PIPS = {
    2: (106, [(161, 86, 0), (W - 161, H - 86, 180)]),
    3: (88, [(172, 70, 0), (CX, CY, 0), (W - 172, H - 70, 180)]),
    4: (72, [(122, 61, 0), (198, 141, 0), (W - 198, H - 141, 180), (W - 122, H - 61, 180)]),
}


def number_card(k, colour, suit):
    col = COLOURS[colour]
    h, places = PIPS[k]
    defs = ('<defs><g id="h">' + "\n".join(index(k, col, suit)
            + serial_number(serial(k, colour, suit)))
            + '</g>\n<g id="p">' + "".join(figure(suit, col, h)) + "</g></defs>")
    uses = "".join(f'<use href="#p" transform="translate({n(x)} {n(y)})'
                   + (f" rotate({a})" if a else "") + '"/>' for x, y, a in places)
    return svg([face(), defs, twice(), uses])


# --------------------------------------------------------------------------
# Aces: the suit's great emblem in a glory of fine rays.  The frame leaves the
# index corners free, as the courts' frames do in the French deck; its border
# carries the colour's pattern.

FX0, FX1, FY0, FY1 = 14.0, 236.0, 14.0, 336.0
NX, NY = 79.0, 151.0                   # corner of the index notch
BORDER = 10.5


def corners(i):
    """Corners of the frame moved in by i."""
    half = [(NX + i, FY0 + i), (FX1 - i, FY0 + i), (FX1 - i, H - NY - i),
            (W - NX - i, H - NY - i)]
    return half + [(W - x, H - y) for x, y in half]


def zframe(i, r):
    """The frame as path data, with corners of radius r."""
    pts = corners(i)
    d = ""
    for k, p in enumerate(pts):
        ends = []
        for q in (pts[k - 1], pts[(k + 1) % len(pts)]):
            m = math.hypot(q[0] - p[0], q[1] - p[1])
            ends.append((p[0] + (q[0] - p[0]) / m * r, p[1] + (q[1] - p[1]) / m * r))
        c = [(e[0] + (p[0] - e[0]) * 0.5523, e[1] + (p[1] - e[1]) * 0.5523) for e in ends]
        d += fmt([("L" if k else "M", [ends[0]]), ("C", [c[0], c[1], ends[1]])])
    return d + "Z"


def border_dots(i, step, r):
    pts = corners(i)
    out = []
    for k, p in enumerate(pts):
        q = pts[(k + 1) % len(pts)]
        m = max(1, round(math.hypot(q[0] - p[0], q[1] - p[1]) / step))
        out += [(p[0] + (q[0] - p[0]) * j / m, p[1] + (q[1] - p[1]) * j / m, r)
                for j in range(m)]
    return out


def rays_within(shape, r0, margin, count):
    """Fine rays from the centre to the outline, every other one shorter."""
    polys, d = flatten(shape), ""
    for i in range(count):
        a = 2 * math.pi * i / count
        ux, uy = math.sin(a), -math.cos(a)
        t = r0
        while (depth(polys, CX + ux * t, CY + uy * t) >= margin
               and not (abs(ux * t) > 72 and abs(uy * t) > 123)):
            t += 0.5
        e = t if i % 2 == 0 else r0 + (t - r0) * 0.78
        if e - r0 > 6:
            d += (f"M{n(CX + ux * r0)},{n(CY + uy * r0)}"
                  f"L{n(CX + ux * e)},{n(CY + uy * e)}")
    return d


def glory(col):
    main, deep = col["main"], col["deep"]
    o = [path(zframe(0, 8), main, deep, 1.8)]
    if col["kind"] == "dots":
        o.append(dot_group(border_dots(BORDER / 2, 11, 2.8), col["pale"]))
    elif col["kind"] == "lines":
        o.append(path(lines(zframe(0, 8) + zframe(BORDER, 4), 7.4, 2.9, least=4.5, off=1),
                      "none", col["pale"], 2.8))
    o.append(path(zframe(BORDER, 4), FIELD, deep, 1.6))
    o.append(path(zframe(BORDER + 3.4, 2), "none", BRASS_DIM, 0.8))
    o.append(path(rays_within(zframe(BORDER, 4), 58, 8, 96), "none", BRASS, 0.9))
    return o


OUT = 1.9                              # width of the emblems' outlines


def ace_moon(col):
    main, deep = col["main"], col["deep"]
    o = []
    shape = ("M30,-47 C16,-43 5,-36 0,-24 C-2,-19 -1.5,-15 1.5,-12 C0,-10 -0.5,-8 0.5,-6"
             " L12,5.5 C13.5,8 11,10 6,9.5 C5,11 6.5,12.5 8.5,13.5 C9.5,15 8.5,16.5 4.5,17.5"
             " C8.5,18.5 9.5,20.5 7.5,22.5 C5.5,24 5.5,25 7,26.5 C11,31 9,37 4,38"
             " C12,44 20,47 30,47")
    a = math.degrees(math.atan2(47, 30))
    back_arc = arc(0, 0, 55.8, a, 360 - a)
    whole = shape + back_arc.replace("M", "L", 1) + "Z"
    o.append(path(whole, FIELD, FIELD, 8))
    o.append(circle(8, 0, 47, FIELD))
    o.append(path(whole, FACE, deep, OUT))
    hood = back_arc + arc(10.8, 0, 50.8, 292.2, 67.8, "L") + "Z"
    o.append(path(hood, main, deep, OUT))
    if col["kind"] == "dots":
        pts = []
        for i in range(-4, 5):
            t = math.radians(180 + i * 22)
            w = 16.5 * (1 - (abs(i) / 6.2) ** 2)
            pts.append(((56 - w / 2 - 0.4) * math.cos(t), (56 - w / 2 - 0.4) * math.sin(t),
                        w * 0.25))
        o.append(dot_group(pts, col["pale"]))
    else:
        o += engrave(hood, col, "fine")
    # eye, brow, cheek
    o.append(path("M-15,-6C-11,-1.5 -6,-1.5 -2.5,-4.5", "none", deep, 2.2))
    o.append(path("M-12.5,-3.6L-14.5,0.2M-8.8,-1.9L-9.4,2.2M-5.2,-2.6L-4.4,1.2", "none", deep, 1.5))
    o.append(path("M-18,-15C-13,-20 -6,-20 -1,-15", "none", deep, 2))
    o.append(path("M4.5,17.5C1,18.5 -2,18 -4.5,16", "none", deep, 1.7))
    o.append(path("M6,9.5C3,10 1.5,8.5 2,6.5", "none", deep, 1.5))
    o.append(circle(-13, 14, 6.4, col["pale"], main, 1.4))
    for x, y, r in ((36, -14, 9.5), (24, 15, 6.5), (41, 16, 5)):
        o.append(path(tr(star(5, r, r * 0.42), x, y), BRASS, deep, 1.4))
    return [at(3, 0, o, 0.97)]


def wavy_ray(r0, r1, w):
    """A flame: two S-curved sides from the foot to the point."""
    m = (r1 - r0)
    return (f"M{-w},{-r0} C{-w - 2},{-r0 - m * .4} {-w * .2 + 2.5},{-r0 - m * .55} 2,{-r1}"
            f" C{w * .2 + 5},{-r0 - m * .6} {w - 1},{-r0 - m * .4} {w},{-r0}Z")


def ace_sun(col):
    main, deep = col["main"], col["deep"]
    o = []
    straight, waves = rays(10, 36, 61, 10.5), ""
    for i in range(10):
        waves += tr(wavy_ray(35, 56, 5.4), 0, 0, 1, 18 + i * 36)
    o.append(path(straight + waves + disc(0, 0, 40), FIELD, FIELD, 7))
    o.append(path(waves, BRASS, deep, 1.5))
    o.append(path(straight, main, deep, OUT))
    o.append(circle(0, 0, 39.5, main, deep, OUT))
    if col["kind"] == "dots":
        o.append(dot_group(ring_dots(20, 33.6, 3), col["pale"]))
    elif col["kind"] == "lines":
        o.append(path("".join(tr("M-3,3.2L3,-3.2", x, y, 1, i * 360 / 26) for i, (x, y, _)
                              in enumerate(ring_dots(26, 33.6, 0))), "none", col["pale"], 3))
    o.append(circle(0, 0, 27.5, FACE, deep, 1.7))
    # the face
    brow = "M-17,-9 C-14,-14 -7,-14.5 -4,-9.5"
    lid = "M-16,-3.5 C-13,-8.5 -7,-8.5 -4.5,-3.5 C-7,-0.5 -13,-0.5 -16,-3.5Z"
    for d in (brow, flip(brow)):
        o.append(path(d, "none", deep, 1.9))
    for d in (lid, flip(lid)):
        o.append(path(d, FACE, deep, 1.5))
    o += [circle(x, -4, 2.2, deep) for x in (-10, 10)]
    o.append(path("M-3.6,-8.5C-3,-3 -3.4,2 -5,5.5C-3.5,8.5 3.5,8.5 5,5.5", "none", deep, 1.7))
    o.append(path("M-8.5,13.5C-4,11.8 -2,11.4 0,12.6C2,11.4 4,11.8 8.5,13.5"
                  "C4,18.5 -4,18.5 -8.5,13.5Z", col["main"], deep, 1.3))
    o += [circle(x, 8, 4.2, col["pale"], main, 1.2) for x in (-16, 16)]
    return o


def ace_arms(col):
    main, deep = col["main"], col["deep"]
    o = []
    for a in (-32, 32):
        def put(d):
            return tr(d, 0, 0, 1, a)
        blade = "M-6,66 L-6,-86 L0,-101 L6,-86 L6,66Z"
        o.append(path(put(blade), FIELD, FIELD, 6))
        o.append(path(put(blade), STEEL))
        o.append(path(put("M0,66 L0,-101 L6,-86 L6,66Z"), STEEL_DARK))
        o.append(path(put(blade), "none", deep, 1.7))
        o.append(path(put("M-3.6,70L-3.6,92L3.6,92L3.6,70Z"), main, deep, 1.6))
        o.append(path(put("M-3.6,79L3.6,75M-3.6,86L3.6,82"), "none", BRASS_LIGHT, 1.4))
        o.append(path(put(sym("M0,62 L5,62 C11,64 15,62 20,58 C23,62 23,67 19,70"
                              " C13,70 8,69 0,71")), BRASS, deep, 1.6))
        x, y, _ = turned([(0, 97, 0)], 1, a)[0]
        o.append(circle(x, y, 6.6, BRASS, deep, 1.6))
        o.append(circle(x, y, 2.2, main, deep, 0.9))
    k = 0.94
    sh = tr(sym("M0,-46 C17,-46 33,-48 47,-53 C52,-14 48,36 0,70"), s=k)
    inner = tr(sym("M0,-39.5 C15,-39.5 28,-41 41,-44.5 C44,-12 40,30 0,61"), s=k)
    o.append(path(sh, FIELD, FIELD, 7))
    o.append(path(sh, BRASS, deep, OUT))
    o.append(path(inner, main, deep, 1.6))
    o += engrave(inner, col, "large", 0, -29)
    o.append(path(tr(sym("M0,-12 L42.3,18 C41,27 38,35 34,41 L0,15"), s=k), FACE, deep, 1.6))
    for x, y in ((0, 1.6), (-22, 17.4), (22, 17.4)):
        o.append(path(tr(star(6, 7, 3.2), x * k, y * k), BRASS, deep, 1.2))
    return [at(0, -4, o, 0.94)]


def ace_crown(col):
    main, deep = col["main"], col["deep"]
    o = []
    arch = "M50,30 C76,-4 66,-44 34,-44 C18,-44 8,-42 0,-36"
    cap = sym("M0,-32 C12,-45 38,-47 50,-34 C66,-18 56,8 48,34 L0,44")
    o.append(path(cap, FIELD, FIELD, 7))
    for e in (arch, flip(arch)):
        o.append(path(e, "none", FIELD, 19))
    o.append(path(cap, main, deep, OUT))
    # pattern on the velvet, between the arches
    if col["kind"] != "solid":
        o += engrave(sym("M0,-31 C12,-41 32,-43 44,-32 C56,-20 50,4 44,26 L0,34"), col,
                     "large", 0, -5)
    mid = sym("M0,-36 C10,-30 11,10 8,38 L0,38")
    for e in (arch, flip(arch)):
        o.append(path(e, "none", deep, 11.6))
    for e in (arch, flip(arch)):
        o.append(path(e, "none", BRASS, 8.2))
    beads = [bezier((50, 30), (76, -4), (66, -44), (34, -44), t) for t in (0.2, 0.4, 0.6, 0.8)]
    for x, y in beads + [(19, -42.4)]:
        o += [circle(x, y, 2.4, FACE), circle(-x, y, 2.4, FACE)]
    o.append(path(mid, BRASS, deep, 1.7))
    o += [circle(0, y, 2.4, FACE) for y in (-20, -8, 4, 16)]
    o.append(path(sym("M0,-66 L4.2,-66 L3,-60 L9,-61.2 L9,-52.8 L3,-54 L4,-46 L0,-46"),
                  BRASS, deep, 1.5))
    o.append(circle(0, -39, 9.5, BRASS, deep, OUT))
    o.append(path("M-9,-39L9,-39", "none", deep, 1.3))
    leaf = sym("M0,4 L6,4 C4,-4 12,-4 12,-11 C8,-10 6,-12 5,-15 C4,-19 2,-22 0,-25")
    for x, r in ((-43, -13), (43, 13)):
        o.append(path(tr(leaf, x, 31, 1.05, r), BRASS, deep, 1.6))
    for x, r in ((-22, -6), (22, 6)):
        o.append(path(tr(leaf, x, 36, 0.8, r), BRASS, deep, 1.6))
    o.append(path(sym("M0,38 C21,38 40,35 54,28 L51,50 C38,57 19,60 0,60"), BRASS, deep, OUT))
    o.append(path(sym("M0,55 C19,55 38,52 51.7,45.6 L51,50 C38,57 19,60 0,60"), BRASS_DIM))
    o.append(path("M-51.7,45.6C-38,52 -19,55 0,55C19,55 38,52 51.7,45.6", "none", deep, 1.2))
    lo = sym("M0,-7 L5,0 L0,7")
    for x, y, a in ((0, 46.6, 90), (-35, 42.8, 100), (35, 42.8, 80)):
        o.append(path(tr(lo, x, y, 1, a), main, deep, 1.1))
    o += [circle(x, y, 3, FACE, deep, 1.1) for x, y in
          ((-18, 45.8), (18, 45.8), (-48, 38.4), (48, 38.4))]
    return [at(0, 0, o, 0.85)]


ACE = {"M": ace_moon, "S": ace_sun, "A": ace_arms, "C": ace_crown}


def ace_card(colour, suit):
    col = COLOURS[colour]
    num = serial_number(serial(1, colour, suit), FX1 - 19, FY0 + 19, col["deep"])
    defs = '<defs><g id="h">' + "\n".join(index(1, col, suit) + num) + "</g></defs>"
    return svg([face()] + glory(col) + [defs, twice()]
               + [at(CX, CY, ACE[suit](col))])


# --------------------------------------------------------------------------
# Palms: an open hand, upright, that bears the suit.

HAND = FACE


def finger(x, y, angle, length, w0, w1, w2):
    """Points up the left side of a finger, over its tip and down the right."""
    a = math.radians(angle)
    ux, uy = math.sin(a), -math.cos(a)
    prof = [(0.19, w0), (0.36, w0 * 0.94), (0.55, w1), (0.78, w1 * 0.9), (0.92, w2)]

    def pos(t, v):
        return (x + ux * t * length - uy * v, y + uy * t * length + ux * v)

    up = [pos(t, -w) for t, w in prof]
    down = [pos(t, w) for t, w in reversed(prof)]
    return up + [pos(0.985, -w2 * 0.55), pos(1, 0), pos(0.985, w2 * 0.55)] + down, pos


FINGERS = [(94.5, 172, -14, 75, 9.0, 8.4, 6.0), (113, 164, -5, 101, 9.8, 9.1, 6.5),
           (133.5, 162, 2.5, 111, 10.0, 9.3, 6.7), (153.5, 167, 10, 99, 9.8, 9.2, 6.5)]


def hand():
    pts = [(104, 297), (101, 266), (92, 236), (86, 205)]
    creases = ""
    for i, f in enumerate(FINGERS):
        pf, pos = finger(*f)
        pts += pf
        if i < 3:
            g = FINGERS[i + 1]
            pts.append(((f[0] + g[0]) / 2 + (-2, 0, 1.5)[i], (f[1] + g[1]) / 2 - 10))
        for t, k in ((0.37, 0.62), (0.66, 0.6)):
            p, q, r = pos(t, -f[4] * k), pos(t - 0.035, 0), pos(t, f[4] * k)
            creases += f"M{n(p[0])},{n(p[1])}Q{n(q[0])},{n(q[1])} {n(r[0])},{n(r[1])}"
    pts += [(165.5, 184), (167, 196), (172.5, 198), (180, 187), (186.5, 171), (192, 157),
            (198, 150), (205, 152), (206.5, 162), (201.5, 180), (194, 200), (184, 219),
            (171, 238), (157, 257), (152, 268), (149, 297)]
    return spline(pts), creases


def cuff(col):
    main, deep = col["main"], col["deep"]
    o = []
    sleeve = ("M88,296 C112,302 140,302 163,296 L168,331 C140,336 110,336 83,331Z")
    o.append(path(sleeve, main, deep, OUT))
    o += [at(CX + 0.5, 314, engrave(tr(sleeve, -CX - 0.5, -314), col, "fine", 0, 1))]
    frill = "M90,297"
    k = 7
    for i in range(k):
        xa = 90 + i * 71 / k
        xb = 90 + (i + 1) * 71 / k
        frill += f"C{n(xa - 1)},281 {n(xb + 1)},281 {n(xb)},297"
    o.append(path(frill + "Z", FACE, deep, 1.5))
    o.append(path("M86.5,292 C112,299 139,299 164.5,292 L165.5,301 C140,308 111,308 85.5,301Z",
                  BRASS, deep, 1.6))
    o += [circle(x, y, 2.1, FACE, deep, 0.9) for x, y in
          ((98, 299.3), (111.5, 301.3), (125.5, 302), (139.5, 301.3), (153, 299.3))]
    return o


def palm_card(colour, suit):
    col = COLOURS[colour]
    deep = col["deep"]
    shape, creases = hand()
    num = serial_number(serial(5, colour, suit), FX1 - 12, FY0 + 12, deep)
    defs = '<defs><g id="h">' + "\n".join(index(5, col, suit) + num) + "</g></defs>"
    frame = [path(zframe(0, 7), col["tint"], deep, 1.8),
             path(zframe(4, 4.5), "none", deep, 0.9)]
    o = [path(shape + "Z", HAND, deep, 2.1), path(creases, "none", deep, 1.2),
         path("M162,196C149,206 146,232 151,260", "none", deep, 1.5),
         path("M93,195C106,194 121,187 130,174", "none", deep, 1.2)]
    arm = group(o + cuff(col),
                transform="translate(112 166) rotate(17) translate(-125 -181)")
    return svg([face()] + frame + [defs, twice(), arm,
               at(106, 202, figure(suit, col, 62))])


# --------------------------------------------------------------------------
# Backs


def motif(suit, h, ink):
    """A suit as one small flat figure."""
    s = h / 100
    if suit == "M":
        return path(tr(crescent(50, 40, 19), 0, 0, s, -22), ink)
    if suit == "S":
        return path(tr(rays(12, 30, 52, 9), s=s) + tr(disc(0, 0, 22), s=s), ink)
    if suit == "C":
        return path(tr("M-44,-26 L-22,4 L0,-40 L22,4 L44,-26 L35,26 L-35,26Z"
                       "M-34,33 L34,33 L32,43 L-32,43Z", s=s), ink)
    d = ""
    for a in (-45, 45):
        d += tr("M-4,34 L-4,-56 L0,-66 L4,-56 L4,34 L14,34 L14,42 L4,42 L4,60 L-4,60"
                " L-4,42 L-14,42 L-14,34Z", s=s, rot=a)
    return path(d, ink)


def frame_lines(bright, dim):
    return [rrect(24, 24, 202, 302, 2, "none", bright, 1.4),
            rrect(17.5, 17.5, 215, 315, 5, "none", dim, 0.9)]


def back_gold():
    """A lattice of lozenges, row by row a suit in each."""
    x0, y0, p, q = 24.0, 24.0, 202 / 8, 302 / 12
    parts = [panel("#14292E")]
    d = ""
    for i in range(-12, 9):
        for sgn in (1, -1):
            # from top to bottom in twelve steps, cut at the sides
            lo, hi = max(0, -i), min(12, 8 - i)
            if hi > lo:
                xa, xb = i + lo, i + hi
                if sgn < 0:
                    xa, xb = 8 - xa, 8 - xb
                if i % 2 == 0:
                    d += (f"M{n(x0 + xa * p)},{n(y0 + lo * q)}"
                          f"L{n(x0 + xb * p)},{n(y0 + hi * q)}")
    parts.append(path(d, "none", BRASS_DIM, 0.9))
    dots_ = [(x0 + i * p, y0 + j * q, 1.7) for j in range(1, 12) for i in range(1, 8)
             if (i + j) % 2 == 0]
    parts.append(dot_group(dots_, BRASS))
    rows = "MSCAMSMACSM"
    size = {"M": 19, "S": 24, "A": 23, "C": 20}
    half = []
    for j in range(1, 7):
        for i in range(1, 8):
            if (i + j) % 2 and (j < 6 or i < 4):
                suit = rows[j - 1]
                half.append(at(x0 + i * p, y0 + j * q, [motif(suit, size[suit], BRASS)]))
    parts.append('<defs><g id="h">' + "".join(half) + "</g></defs>")
    return back(parts + [twice()] + frame_lines(BRASS, BRASS_DIM))


SILVER, SILVER_DIM = "#D3DAE2", "#8593A3"


def back_silver():
    """A celestial wheel on a field of fine stars."""
    ground = "#3A4757"
    parts = [panel(ground)]
    x0, y0, x1, y1 = 24.0, 24.0, 226.0, 326.0
    # stars in quincunx, none behind the wheel
    small = []
    p, q = (x1 - x0) / 14, (y1 - y0) / 20
    for j in range(1, 20):
        for i in range(1, 14):
            x, y = x0 + i * p, y0 + j * q
            r = math.hypot(x - CX, y - CY)
            if (i + j) % 2 == 0 and r > 88:
                small.append((x, y, 1.25))
    parts.append(dot_group(small, SILVER_DIM))
    parts += [circle(CX, CY, 80, ground, SILVER, 1.4), circle(CX, CY, 76, "none", SILVER_DIM, 0.9),
              circle(CX, CY, 50, "none", SILVER_DIM, 0.9), circle(CX, CY, 46, "none", SILVER, 1.2)]
    # degrees on the rim
    d = ""
    for i in range(72):
        a = math.radians(i * 5)
        r0 = 50 if i % 6 else 46
        d += (f"M{n(CX + r0 * math.sin(a))},{n(CY - r0 * math.cos(a))}"
              f"L{n(CX + 53 * math.sin(a))},{n(CY - 53 * math.cos(a))}")
    parts.append(path(d, "none", SILVER_DIM, 0.9))
    # the suits round the wheel
    ring = "CMASCMAS"
    for i, suit in enumerate(ring):
        a = i * 45
        x, y = CX + 65 * math.sin(math.radians(a)), CY - 65 * math.cos(math.radians(a))
        h = {"M": 15, "S": 19, "A": 18, "C": 16}[suit]
        parts.append(at(x, y, [motif(suit, h, SILVER)], 1, a))
    # the sun at the centre
    parts.append(path(tr(rays(8, 20, 41, 12) + rays(8, 20, 31, 9, 22.5), CX, CY), SILVER))
    parts += [circle(CX, CY, 19, ground), circle(CX, CY, 15.5, SILVER),
              circle(CX, CY, 11.5, ground), circle(CX, CY, 5, SILVER)]
    return back(parts + frame_lines(SILVER, SILVER_DIM))


# --------------------------------------------------------------------------


def main():
    folder = CARDS / "mystique"
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for suit in SUITS:
        for colour in "yrb":
            files[folder / f"1{colour}{suit}.svg"] = ace_card(colour, suit)
            files[folder / f"5{colour}{suit}.svg"] = palm_card(colour, suit)
            for k in (2, 3, 4):
                files[folder / f"{k}{colour}{suit}.svg"] = number_card(k, colour, suit)
    files[CARDS / "back-gold.svg"] = back_gold()
    files[CARDS / "back-silver.svg"] = back_silver()
    for name, text in files.items():
        name.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(files)} drawings written")


if __name__ == "__main__":
    main()
