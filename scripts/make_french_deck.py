#!/usr/bin/env python3
"""Draw the French deck, the card backs, the emblems of the games and the
program icon of Parlour.

Usage:  python3 scripts/make_french_deck.py

Writes assets/cards/french/*.svg, assets/cards/back-*.svg,
assets/emblems/*.svg and assets/icon/parlour.svg.  If rsvg-convert is present
the icon is also rendered to PNG.  The output is deterministic: the same
script gives the same bytes.  The only outside material is the outline of the
index figures, taken from assets/fonts/Inter-SemiBold.otf (SIL Open Font
License); every suit, emblem and ornament is drawn here.

Needs Python 3.8 or later and fontTools.
"""

import math
import re
import shutil
import subprocess
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
FONT = ROOT / "assets" / "fonts" / "Inter-SemiBold.otf"
CARDS = ROOT / "assets" / "cards"
ICON = ROOT / "assets" / "icon"
EMBLEMS = ROOT / "assets" / "emblems"

# --------------------------------------------------------------------------
# Palette and measures (card units: 250 x 350)

W, H, R = 250, 350, 15
CX, CY = W / 2, H / 2

FACE = "#FBF7EC"
EDGE = "#D8CFBA"
FIELD = "#F4EAD2"      # the parchment behind the court emblems
BLACK = "#1C1B1A"
RED = "#B3261E"
BRASS = "#D9A441"
BRASS_LIGHT = "#EDCB84"
BRASS_DIM = "#8C6A2B"
INK = "#12191B"
TEAL = "#1F4A46"
STEEL = "#E6E1D3"
STEEL_DARK = "#B9B6A8"

THEMES = {
    "S": dict(main=BLACK, soft="#41474A", suit="S"),
    "C": dict(main=BLACK, soft="#41474A", suit="C"),
    "H": dict(main=RED, soft="#D25B4B", suit="H"),
    "D": dict(main=RED, soft="#D25B4B", suit="D"),
}

# --------------------------------------------------------------------------
# Small SVG helpers


def n(v):
    """A number with at most two decimals and no needless characters."""
    s = f"{v:.2f}".rstrip("0").rstrip(".")
    return "0" if s in ("-0", "") else s


TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+(?:e-?\d+)?")
ARGS = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0}


def parse(d):
    """Absolute path data (M L C Q Z) as a list of (command, points)."""
    out, toks, i, cmd = [], TOKEN.findall(d), 0, None
    while i < len(toks):
        if toks[i] in ARGS:
            cmd = toks[i]
            i += 1
        k = ARGS[cmd]
        v = [float(t) for t in toks[i:i + k]]
        i += k
        out.append((cmd, list(zip(v[0::2], v[1::2]))))
        if cmd == "M":
            cmd = "L"
    return out


def fmt(segs):
    return "".join(c + " ".join(f"{n(x)},{n(y)}" for x, y in p) for c, p in segs)


def tr(d, x=0.0, y=0.0, s=1.0, rot=0.0, sy=None):
    """Path data scaled, turned (degrees) and moved; coordinates are baked."""
    sy = s if sy is None else sy
    a = math.radians(rot)
    ca, sa = math.cos(a), math.sin(a)

    def f(p):
        px, py = p[0] * s, p[1] * sy
        return (x + px * ca - py * sa, y + px * sa + py * ca)

    return fmt([(c, [f(p) for p in pts]) for c, pts in parse(d)])


def sym(d):
    """Close an open right-hand half (axis to axis) with its mirror image."""
    segs = parse(d)
    nodes = [pts[-1] for _, pts in segs]
    back = []
    for i in range(len(segs) - 1, 0, -1):
        c, pts = segs[i]
        ctrl = [(-px, py) for px, py in reversed(pts[:-1])]
        back.append((c, ctrl + [(-nodes[i - 1][0], nodes[i - 1][1])]))
    return fmt(segs + back) + "Z"


def flip(d):
    return fmt([(c, [(-x, y) for x, y in p]) for c, p in parse(d)])


def path(d, fill="none", stroke=None, w=1.6, join="round", extra=""):
    s = f'<path d="{d}" fill="{fill}"'
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{n(w)}" stroke-linejoin="{join}"'
        if join == "round":
            s += ' stroke-linecap="round"'
    return s + extra + "/>"


def circle(x, y, r, fill="none", stroke=None, w=1.6):
    s = f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"'
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{n(w)}"'
    return s + "/>"


def rrect(x, y, w, h, r, fill="none", stroke=None, sw=1.6):
    s = (f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" '
         f'rx="{n(r)}" fill="{fill}"')
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{n(sw)}"'
    return s + "/>"


def disc(x, y, r):
    """A circle as path data (for compound shapes)."""
    k = r * 0.5523
    return (f"M{x},{y - r}C{x + k},{y - r} {x + r},{y - k} {x + r},{y}"
            f"C{x + r},{y + k} {x + k},{y + r} {x},{y + r}"
            f"C{x - k},{y + r} {x - r},{y + k} {x - r},{y}"
            f"C{x - r},{y - k} {x - k},{y - r} {x},{y - r}Z")


def at(x, y, parts, s=1.0, rot=0.0):
    t = f"translate({n(x)} {n(y)})"
    if rot:
        t += f" rotate({n(rot)})"
    if s != 1:
        t += f" scale({n(s)})"
    return f'<g transform="{t}">' + "".join(parts) + "</g>"


def twice(parts):
    """The parts, and the same turned half round about the card's centre."""
    return ('<defs><g id="h">' + "\n".join(parts) + "</g></defs>\n"
            '<use href="#h"/>\n'
            f'<use href="#h" transform="rotate(180 {n(CX)} {n(CY)})"/>')


def svg(parts, box=(W, H)):
    return ('<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {box[0]} {box[1]}">\n' + "\n".join(parts) + "\n</svg>\n")


# --------------------------------------------------------------------------
# Suits, each about 100 units high and centred on the origin

PIP = {
    "H": sym("M0,-29 C4,-41 13,-47 24,-47 C38,-47 48,-36 48,-20"
             " C48,6 14,25 0,50"),
    "D": sym("M0,-55 C10,-35 24,-15 43,0 C24,15 10,35 0,55"),
    "S": sym("M0,-52 C9,-32 47,-13 47,13 C47,27 37,36 25,36 C16,36 9,32 4.5,25"
             " C5.5,36 10,44 20,50 L0,50"),
    "C": (disc(0, -27.5, 22.5) + disc(-25, 9.5, 22.5) + disc(25, 9.5, 22.5)
          + sym("M0,-20 L12,-10 L12,6 L5,14 C5,33 9,43 20,50 L0,50")),
}


def pip(suit, x, y, h, fill, rot=0):
    return path(tr(PIP[suit], x, y, h / 100, rot), fill)


# --------------------------------------------------------------------------
# Index figures

CAP = 52.0             # height of the index figures
IX, IY = 36.0, 16.0    # centre line and top of the index


class Figures:
    """Outlines of the rank figures, centred on x = 0, standing on y = CAP."""

    def __init__(self):
        self.font = TTFont(FONT)
        self.glyphs = self.font.getGlyphSet()
        self.cmap = self.font.getBestCmap()
        self.scale = CAP / self.bounds("H")[3]

    def bounds(self, ch):
        pen = BoundsPen(self.glyphs)
        self.glyphs[self.cmap[ord(ch)]].draw(pen)
        return pen.bounds

    def outline(self, ch, fx=lambda x: x):
        rec = RecordingPen()
        self.glyphs[self.cmap[ord(ch)]].draw(rec)
        names = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}
        segs = []
        for op, pts in rec.value:
            segs.append((names[op], [(fx(x) * self.scale, CAP - y * self.scale)
                                     for x, y in pts]))
        return fmt(segs)

    def single(self, ch, s=1.0):
        x0, _, x1, _ = self.bounds(ch)
        mid = (x0 + x1) / 2
        return tr(self.outline(ch, lambda x: x - mid), s=s)

    def ten(self, width=53.0, gap=5.0):
        """A narrow 10: the counter of the 0 is closed up, its stems are kept."""
        u = self.scale
        a0, _, a1, _ = self.bounds("1")
        b0, _, b1, _ = self.bounds("0")
        cut = 205                      # ends of the flag of the 1 are trimmed
        one_w = (a1 - a0) * u
        zero_w = width - gap - one_w * 0.82
        stem = 0.23 * (b1 - b0)
        inner = (b1 - b0) - 2 * stem
        k = (zero_w / u - 2 * stem) / inner

        def squeeze(x):
            x -= b0
            if x <= stem:
                return x
            if x >= stem + inner:
                return stem + inner * k + (x - stem - inner)
            return stem + (x - stem) * k

        def narrow(x):                 # shortens the flag, keeps the stem
            x -= a1
            return x if x > -cut else -cut + (x + cut) * 0.62

        one = self.outline("1", narrow)
        left = -min(p[0] for _, pts in parse(one) for p in pts)
        total = left + gap + zero_w
        return (tr(one, left - total / 2)
                + tr(self.outline("0", squeeze), left + gap - total / 2))

    def rank(self, r):
        return self.ten() if r == "T" else self.single(r)


FIG = Figures()


def index(rank, suit):
    col = THEMES[suit]["main"]
    return [path(tr(FIG.rank(rank), IX, IY), col),
            pip(suit, IX, IY + CAP + 31, 43, col)]


def face():
    return rrect(0.9, 0.9, W - 1.8, H - 1.8, R - 0.9, FACE, EDGE, 1.8)


# --------------------------------------------------------------------------
# Number cards

COL = (94.0, 156.0)
ROW4 = (54.0, 131.5)                   # two upper rows of nine and ten
ROW3 = 64.0                            # upper row of four to eight
MID3 = (ROW3 + CY) / 2                 # middle pip of seven and eight

L, RR, M = COL[0], COL[1], CX
# Upper half of each arrangement; pips on the middle line are listed apart.
UPPER = {
    2: [(M, 66)],
    3: [(M, 66)],
    4: [(L, ROW3), (RR, ROW3)],
    5: [(L, ROW3), (RR, ROW3)],
    6: [(L, ROW3), (RR, ROW3)],
    7: [(L, ROW3), (RR, ROW3)],
    8: [(L, ROW3), (RR, ROW3), (M, MID3)],
    9: [(x, y) for y in ROW4 for x in COL],
    10: [(x, y) for y in ROW4 for x in COL] + [(M, 92.75)],
}
MIDDLE = {3: [M], 5: [M], 6: [L, RR], 7: [L, RR], 8: [L, RR], 9: [M]}
PIP_H = {2: 60, 3: 60, 4: 48, 5: 48, 6: 48, 7: 46, 8: 46, 9: 43, 10: 43}


def number_card(rank, suit):
    k = 10 if rank == "T" else int(rank)
    col, h = THEMES[suit]["main"], PIP_H[k]
    half = index(rank, suit) + [pip(suit, x, y, h, col) for x, y in UPPER[k]]
    whole = [pip(suit, x, CY, h, col) for x in MIDDLE.get(k, [])]
    if k == 7:                         # the seventh pip stands upright
        whole.append(pip(suit, M, MID3, h, col))
    return svg([face(), twice(half)] + whole)


def ace_card(suit):
    col = THEMES[suit]["main"]
    size = {"S": 150, "H": 118, "D": 132, "C": 122}[suit]
    y = {"S": 172, "H": 177, "D": CY, "C": CY}[suit]
    d = tr(PIP[suit], CX, y, size / 100)
    echo = ' stroke-miterlimit="6"'
    parts = [face(), twice(index("A", suit))]
    # A fine parallel line around the pip.
    parts += [path(d, col, col, 13, "miter", echo),
              path(d, FACE, FACE, 10.4, "miter", echo),
              path(d, col)]
    if suit == "S":
        parts.append(at(CX, y, spade_ornament()))
    return svg(parts)


def spade_ornament():
    """An ivory laurel sprig on a brass stem, cut into the ace of spades."""
    leaf = sym("M0,0 C9,-8 9,-20 0,-34")
    d = ""
    for y, s, a in ((36, 0.9, 68), (20, 1.16, 60), (4, 1.1, 52),
                    (-11, 0.88, 44), (-24, 0.64, 35)):
        for side in (-1, 1):
            d += tr(leaf, side * 2.8, y, s, side * a)
    d += tr(leaf, 0, -33, 0.84)
    return [path(d, FACE), path("M0,-29L0,49", "none", BRASS, 2.2)]


# --------------------------------------------------------------------------
# Courts: a Z-shaped frame that leaves the index corners free, a slanting
# band in the suit colour with a roundel, and the emblem of the rank twice.

FX0, FX1 = 16.0, 234.0                 # frame, left and right
FY0, FY1 = 16.0, 334.0                 # frame, top and bottom
NX, NY = 75.0, 131.0                   # corner of the index notch
SLOPE = 0.47


def zframe(inset, r):
    """The frame as path data, with corners of radius r."""
    i = inset
    pts = [(NX + i, FY0 + i), (FX1 - i, FY0 + i), (FX1 - i, H - NY - i),
           (W - NX - i, H - NY - i), (W - NX - i, FY1 - i), (FX0 + i, FY1 - i),
           (FX0 + i, NY + i), (NX + i, NY + i)]
    d = ""
    for k, p in enumerate(pts):
        q, s = pts[k - 1], pts[(k + 1) % len(pts)]

        def toward(t):
            dx, dy = t[0] - p[0], t[1] - p[1]
            m = math.hypot(dx, dy)
            return (p[0] + dx / m * r, p[1] + dy / m * r)

        a, b = toward(q), toward(s)
        d += ("M" if k == 0 else "L") + f"{n(a[0])},{n(a[1])}"
        d += f"Q{n(p[0])},{n(p[1])} {n(b[0])},{n(b[1])}"
    return d + "Z"


def band_edge(x, off=0.0):
    """Height of the band's upper edge at x (off: distance into the band)."""
    return NY + (x - NX) * SLOPE + off


def band(i, off, r=4.5):
    """Band polygon inside the frame inset by i, its edges moved in by off."""
    x0, x1 = FX0 + i, FX1 - i
    top = NY + i
    xs = NX + (top - NY - off) / SLOPE  # where the edge leaves the notch line
    low = H - band_edge(x1, off)        # lower edge at the left side
    half = [("L", [(x0, low)]), ("L", [(x0, top + r)]),
            ("Q", [(x0, top), (x0 + r, top)]), ("L", [(xs, top)])]
    turn = [(c, [(W - x, H - y) for x, y in pts]) for c, pts in half]
    segs = half + turn
    return "M" + fmt(segs)[1:] + "Z"


def band_pattern(kind, th):
    """Ornament along the band (half of it; the other half is turned)."""
    out = []
    a = math.degrees(math.atan(SLOPE))
    ux, uy = math.cos(math.radians(a)), math.sin(math.radians(a))

    def pos(t, v=0.0):
        return CX + t * ux - v * uy, CY + t * uy + v * ux

    if kind == "K":                    # lozenges
        for i, t in enumerate((47, 59.5, 72)):
            x, y = pos(t)
            out.append(path(tr(PIP["D"], x, y, (0.16, 0.1)[i % 2], a + 90),
                            (BRASS, FACE)[i % 2]))
    elif kind == "Q":                  # pearls between blossoms
        for i, t in enumerate((47, 59.5, 72)):
            x, y = pos(t)
            if i % 2:
                out.append(circle(x, y, 3.4, FACE))
                continue
            leaf = sym("M0,0 C5,-3 6,-9 0,-15")
            for r in (45, 135, 225, 315):
                out.append(path(tr(leaf, x, y, 0.62, r + a), BRASS))
    elif kind == "J":                  # livery chevrons
        for t in (44, 54.5, 65):
            p = [pos(t - 5, -9), pos(t + 1.5, 0), pos(t - 5, 9),
                 pos(t, 9), pos(t + 6.5, 0), pos(t, -9)]
            out.append(path("M" + "L".join(f"{n(x)},{n(y)}" for x, y in p) + "Z",
                            BRASS))
    else:                              # joker: stars
        for i, t in enumerate((47, 59.5, 72)):
            x, y = pos(t)
            out.append(circle(x, y, 2.8, FACE) if i % 2 else
                       path(tr(star(5, 7.4, 3.1), x, y), th["metal"]))
    return out


def court_card(rank, suit):
    th = THEMES[suit]
    emblem = {"K": king, "Q": queen, "J": jack}[rank]
    return court_frame(index(rank, suit), emblem(th), rank, th,
                       pip(suit, CX, CY, 38, th["main"]))


def court_frame(idx, emblem, kind, th, centre):
    parts = [face(), path(zframe(0, 7), FIELD, BRASS_DIM, 1.8),
             path(band(4, 0), th["main"]),
             path(band(4, 4.4, 1), "none", th.get("ring", BRASS), 1.2, "miter"),
             path(zframe(4, 4.5), "none", BRASS_DIM, 0.9),
             twice(idx + band_pattern(kind, th) + emblem),
             circle(CX, CY, 33.5, FIELD),
             circle(CX, CY, 30.5, FACE, th["main"], 2.2),
             circle(CX, CY, 26.8, "none", th.get("ring", BRASS), 1.5), centre]
    return svg(parts)


EX, EY = 155.0, 86.0                   # centre of the upper emblem
OUT = 1.9                              # width of the ink outlines


def pearls(pts, r, fill=FACE):
    return [circle(x, y, r, fill, INK, 1.3) for x, y in pts]


def king(th):
    """A closed crown, the suit on its velvet."""
    o = []
    # velvet
    cap = sym("M0,-34 C12,-47 38,-49 52,-36 C68,-20 58,8 50,34 L0,44")
    o.append(path(cap, th["main"], INK, OUT))
    for d in ("M33,30 C44,8 46,-14 36,-34",):
        for e in (d, flip(d)):
            o.append(path(e, "none", th["soft"], 2))
    # arches with pearls
    arch = "M54,30 C78,-6 66,-46 34,-46 C18,-46 8,-44 0,-38"
    for e in (arch, flip(arch)):
        o.append(path(e, "none", INK, 12))
    for e in (arch, flip(arch)):
        o.append(path(e, "none", BRASS, 8.4))
    beads = [bezier((54, 30), (78, -6), (66, -46), (34, -46), t)
             for t in (0.2, 0.4, 0.6, 0.8)] + [(19, -44)]
    for x, y in beads:
        o += [circle(x, y, 2.5, FACE), circle(-x, y, 2.5, FACE)]
    # orb and cross
    o.append(path(sym("M0,-66 L4,-66 L3,-60 L9,-61 L9,-53 L3,-54 L4,-48 L0,-48"),
                  BRASS, INK, 1.5))
    o.append(circle(0, -40, 9.5, BRASS, INK, OUT))
    o.append(path("M-9,-40 L9,-40", "none", INK, 1.3))
    # the suit on the velvet
    o.append(pip(th["suit"], 0, -1, 44, FACE))
    # leaves on the circlet
    leaf = sym("M0,4 L6,4 C4,-4 12,-4 12,-11 C8,-10 6,-12 5,-15 C4,-19 2,-22 0,-25")
    for x, r in ((-46, -13), (46, 13)):
        o.append(path(tr(leaf, x, 30, 1.0, r), BRASS, INK, 1.6))
    for x, r in ((-24, -6), (24, 6)):
        o.append(path(tr(leaf, x, 36, 0.62, r), BRASS, INK, 1.6))
    # circlet
    o.append(path(sym("M0,38 C22,38 42,35 57,28 L54,50 C40,57 20,60 0,60"),
                  BRASS, INK, OUT))
    o.append(path(sym("M0,55 C20,55 40,52 54.6,45.6 L54,50 C40,57 20,60 0,60"),
                  BRASS_DIM))
    o.append(path("M-54.6,45.6 C-40,52 -20,55 0,55 C20,55 40,52 54.6,45.6",
                  "none", INK, 1.2))
    lo = tr(PIP["D"], 0, 0, 0.14, 90)
    o.append(path(tr(lo, 0, 46.6), th["main"], INK, 1))
    for s in (-1, 1):
        o.append(path(tr(lo, s * 37, 42.8, 1, -s * 10), th["main"], INK, 1))
        o += pearls([(s * 19, 45.8), (s * 51, 38)], 3)
    return [at(EX, EY + 4, o)]


def bezier(a, b, c, d, t):
    u = 1 - t
    return tuple(u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i]
                 + t ** 3 * d[i] for i in (0, 1))


def queen(th):
    """A crowned double rose with leaves."""
    o = []
    cx, cy = 0, 18
    # leaves
    leaf = "M0,0 C10,-16 30,-20 48,-8 C36,8 14,12 0,0Z"
    vein = "M4,0 C18,-6 30,-8 42,-8"
    for rot, flipit in ((22, False), (158, True)):
        s = -1 if flipit else 1
        a = math.radians(rot)
        x, y = cx + 38 * math.cos(a), cy + 38 * math.sin(a)
        d = leaf if not flipit else fmt([(c, [(px, -py) for px, py in p])
                                         for c, p in parse(leaf)])
        v = vein if not flipit else fmt([(c, [(px, -py) for px, py in p])
                                         for c, p in parse(vein)])
        o.append(path(tr(d, x, y, 0.8, rot), TEAL, INK, 1.6))
        o.append(path(tr(v, x, y, 0.8, rot), "none", BRASS_LIGHT, 1.3))
    # sepals beside the coronet
    barb = sym("M0,-64 C4,-56 9,-50 8,-42 L0,-36")
    for r in (-36, 36):
        o.append(path(tr(barb, cx, cy, 1, r), TEAL, INK, 1.6))

    def petals(shape, turn, fill, line, w, r0, r1):
        """Five petals with one outer contour and clean seams."""
        d = "".join(tr(shape, cx, cy, 1, turn + 72 * i) for i in range(5))
        seam = "".join(tr(f"M0,{-r0}L0,{-r1}", cx, cy, 1, turn + 36 + 72 * i)
                       for i in range(5))
        return [path(d, line, line, 2 * w), path(d, fill), path(seam, "none", line, w)]

    outer = sym("M0,-45 C6,-52 19,-53 26,-44 C32,-36 29,-25 20,-16 L0,-4")
    o += petals(outer, 0, th["main"], FIELD, 1.8, 24, 47)
    fold = "M-17,-40.5 C-10,-37 -4,-37 0,-41 C4,-37 10,-37 17,-40.5"
    o.append(path("".join(tr(fold, cx, cy, 1, 72 * i) for i in range(5)),
                  "none", th["soft"], 1.8))
    inner = sym("M0,-28.5 C4,-33 12,-33 16,-27 C19,-22 17,-16 12,-10 L0,-2")
    o += petals(inner, 36, FACE, th["main"], 1.6, 15, 28.5)
    o.append(circle(cx, cy, 15, BRASS, INK, 1.6))
    o.append(pip(th["suit"], cx, cy, 20, th["main"]))
    # coronet
    c = []
    c.append(path(sym("M0,-26 L8,-8 L20,-22 L24,-8 L40,-20 L33,12 C20,17 10,18 0,18"),
                  BRASS, INK, OUT))
    c.append(path("M-34.6,4 C-20,9 -10,10 0,10 C10,10 20,9 34.6,4", "none", INK, 1.3))
    c += pearls([(0, -29), (20, -25), (-20, -25), (40, -23), (-40, -23)], 4.4)
    c += [circle(x, y, 2.1, th["main"]) for x, y in
          ((0, 14), (11, 13.5), (-11, 13.5), (22, 11.8), (-22, 11.8))]
    o.append(at(0, -40, c, 0.84))
    return [at(EX, EY + 5, o)]


def plume(spine, width, k, th, left=1.0, right=1.0):
    """An ostrich feather: rounded lobes about a curved quill.

    left and right scale the two sides, so that the hollow side of a bent
    feather can be the narrower one.
    """
    def prof(t):
        return width * (0.16 + 0.84 * math.sin(math.pi * (0.04 + 0.62 * t)))

    def frame(t):
        p = bezier(*spine, t)
        q = bezier(*spine, min(1, t + 0.01))
        r = bezier(*spine, max(0, t - 0.01))
        dx, dy = q[0] - r[0], q[1] - r[1]
        m = math.hypot(dx, dy)
        return p, (dx / m, dy / m)

    def edge(t, sgn, grow=1.0, ahead=0.0):
        p, (tx, ty) = frame(t)
        w = prof(t) * grow * sgn * (left if sgn > 0 else right)
        return (p[0] - ty * w + tx * ahead, p[1] + tx * w + ty * ahead)

    st = 1.0 / k

    def lobe(i, sgn):
        """Control points of one lobe; the hollow side is nearly smooth."""
        g = 1.45 if (left if sgn > 0 else right) == 1 else 1.12
        return [edge((i + 0.1) * st, sgn, g), edge((i + 0.95) * st, sgn, g + 0.05, 2)]

    segs = [("M", [spine[0]]), ("L", [edge(0, 1)])]
    for i in range(k):
        segs.append(("C", lobe(i, 1) + [edge((i + 1) * st, 1)]))
    tx, ty = frame(1)[1]
    w = width * 1.25
    a, b = edge(1, 1, 1.2), edge(1, -1, 1.2)
    segs.append(("C", [(a[0] + tx * w, a[1] + ty * w), (b[0] + tx * w, b[1] + ty * w),
                       edge(1, -1)]))
    for i in range(k - 1, -1, -1):
        segs.append(("C", lobe(i, -1)[::-1] + [edge(i * st, -1)]))
    segs.append(("Z", []))
    out = [path(fmt(segs), th["main"], FIELD, 1.8)]
    barbs = []
    for i in range(1, k + 1):
        t = i * st
        q = bezier(*spine, max(0, t - 0.16))
        for sgn in (1, -1):
            barbs += [("M", [q]), ("Q", [edge(t - 0.12, sgn, 0.6), edge(t, sgn, 0.86)])]
    out.append(path(fmt(barbs), "none", th["soft"], 1.2))
    end = bezier(*spine, 1)
    out.append(path(fmt([("M", [spine[0]]), ("C", list(spine[1:3]) + [end])]),
                    "none", BRASS, 1.8))
    return out


def jack(th):
    """A visored helm with three plumes, the suit on its brooch."""
    o = []
    side = ((4, -10), (15, -57), (54, -67), (59, -32))
    o += plume(side, 13, 6, th, left=0.66)
    o += plume(tuple((-x, y) for x, y in side), 13, 6, th, right=0.66)
    o += plume(((0, -18), (0, -30), (0, -42), (0, -51)), 15, 3, th)
    # collar: two plates
    collar = sym("M0,38 C20,38 32,35 40,30 C47,37 51,43 53,51 C37,59 19,61 0,61")
    o.append(path(collar, STEEL))
    o.append(path("M0,38C20,38 32,35 40,30C47,37 51,43 53,51C37,59 19,61 0,61Z",
                  STEEL_DARK))
    o.append(path(collar, "none", INK, OUT))
    o.append(path(sym("M0,55.5 C18,55.5 35,53 50.5,45.5 L53,51 C37,59 19,61 0,61"),
                  BRASS, INK, 1.5))
    o.append(path(sym("M0,33 C16,33 28,30 36,25 L42,33 C32,40 18,45 0,45"),
                  BRASS, INK, 1.5))
    # helm, its right side in shade
    helm = sym("M0,-30 C24,-30 37,-14 37,8 C37,18 36,24 33,30 C25,37 12,40 0,42")
    o.append(path(helm, STEEL))
    o.append(path("M0,-30C24,-30 37,-14 37,8C37,18 36,24 33,30C25,37 12,40 0,42Z",
                  STEEL_DARK))
    o.append(path(helm, "none", INK, OUT))
    # visor with sight and breaths
    visor = sym("M0,-2 C14,-2 28,-5 38,-9 L40,14 C38,22 34,27 27,31 L0,40")
    o.append(path(visor, STEEL, INK, 1.6))
    o.append(path("M0,-2C14,-2 28,-5 38,-9L40,14C38,22 34,27 27,31L0,40Z", STEEL_DARK))
    sight = "M5,5 C15,5 25,3 34,0 L34,6.5 C25,9.5 15,11.5 5,12Z"
    for d in (sight, flip(sight)):
        o.append(path(d, INK))
    o.append(path("M0,-2L0,40", "none", INK, 1.4))
    slits = ""
    for s in (-1, 1):
        for i, x in enumerate((8, 15, 22)):
            slits += f"M{n(s * x)},{n(19.5 - i)}L{n(s * x)},{n(30 - 2.6 * i)}"
    o.append(path(slits, "none", INK, 2.6))
    o.append(path(visor, "none", INK, 1.6))
    # pivots and brooch
    for s in (-1, 1):
        o.append(circle(s * 37, -1, 4.2, BRASS, INK, 1.4))
    o.append(circle(0, -17, 14, BRASS, INK, 1.6))
    o.append(pip(th["suit"], 0, -17, 18.5, th["main"]))
    return [at(EX, EY + 4, o)]


# --------------------------------------------------------------------------
# Jokers: the frame of the courts and a fool's cap in two liveries.  The cap
# is also the figure of the index, where a star stands for the suit.  X1 is
# whole, X2 parted per pale, so that grey is enough to tell them apart.

LIVERY = {
    "X1": dict(main=RED, sinister=RED, metal=BRASS, light=BRASS_LIGHT, ring=BRASS,
               a=(RED, "#921E17"), b=(TEAL, "#173A37"), mid=(BRASS, "#BD8B31")),
    "X2": dict(main=BLACK, sinister="#8A8D8C", metal=STEEL, light=FACE,
               ring=STEEL_DARK, a=("#33383A", BLACK), b=(STEEL, STEEL_DARK),
               mid=(STEEL, STEEL_DARK)),
}                      # sinister: the right half; a, b, mid: cloth and its shade


def star(points, r0, r1, rot=-90.0):
    d = ""
    for i in range(points * 2):
        r = r0 if i % 2 == 0 else r1
        a = math.radians(rot + i * 180 / points)
        d += ("M" if i == 0 else "L") + f"{n(r * math.cos(a))},{n(r * math.sin(a))}"
    return d + "Z"


def parted(lv, whole, right):
    """A figure, its right half in the second colour where there is one."""
    o = [path(whole, lv["main"])]
    if lv["sinister"] != lv["main"]:
        o.append(path(right, lv["sinister"]))
    return o


def joker_star(lv, x, y, r):
    """The suit of the jokers."""
    d = star(5, r, r * 0.4)
    right = "L".join(d.split("L")[:6]) + "Z"    # from the upper tip to the lower notch
    return parted(lv, tr(d, x, y), tr(right, x, y))


# The cap of the index, its upper end at y = 0 and its lower at y = CAP.
CAP_HALF = ("M0,6 C1.5,15 3.5,24 6,33 C8,20 11.2,8.5 19.6,8.5 C28.4,8.5 31,20 28.6,36"
            " L22.8,36 C23.4,28 23,24.5 21.1,24.5 C18.3,24.5 17.2,34 17.6,48.6"
            " C12,51 6,52 0,52")
CAP_BRIM = "M-17.6,40.6C-12,42.8 -6,43.8 0,43.8C6,43.8 12,42.8 17.6,40.6"
CAP_BELLS = ((0, 5.3, 5.3), (25.4, 38.5, 5.3), (-25.4, 38.5, 5.3))


def joker_index(lv):
    x = IX + 1
    cap = parted(lv, sym(CAP_HALF), CAP_HALF + "Z")
    cap.append(path(CAP_BRIM, "none", FACE, 2, "miter"))
    cap += [circle(bx, by, r, lv["sinister" if bx > 0 else "main"])
            for bx, by, r in CAP_BELLS]
    return [at(x, IY, cap)] + joker_star(lv, x, IY + 84.5, 24)


def bell(x, y, r, rot, lv):
    """A round bell with its slit; rot turns the slit away from the cloth."""
    k = r * 0.5523
    lower = f"M{-r},0C{-r},{k} {-k},{r} 0,{r}C{k},{r} {r},{k} {r},0Z"
    return at(x, y, [circle(0, 0, r, lv["light"]), path(fmt(parse(lower)), lv["metal"]),
                     path(f"M{n(-r)},0L{n(r)},0", "none", INK, 1.2),
                     path(f"M0,{n(r * .45)}L0,{n(r)}", "none", INK, 1.5, "miter"),
                     circle(0, r * 0.42, r * 0.2, INK),
                     circle(0, 0, r, "none", INK, 1.7)], 1, rot)


def fools_cap(lv):
    """Five horns with bells on a jewelled brim with a dagged hem."""
    o = []
    a, b, mid = lv["a"], lv["b"], lv["mid"]

    def horn(whole, shade, dye, side=1):
        f = flip if side < 0 else (lambda d: d)
        o.append(path(f(whole), dye[0]))
        o.append(path(f(shade), dye[1]))
        o.append(path(f(whole), "none", INK, OUT))

    # outer horns, then the inner pair, then the middle one
    for s in (-1, 1):
        horn("M14,32 C18,-4 28,-35 48,-35 C68,-35 73,-13 65,6 L56,4"
             " C58,-5 57,-12 52,-11 C45,-10 42,8 41,32Z",
             "M27,32 C29,0 37,-24 49,-24 C62,-24 65,-8 60.5,5 L56,4"
             " C58,-5 57,-12 52,-11 C45,-10 42,8 41,32Z", a if s < 0 else b, s)
        o.append(bell(s * 61, 10.5, 8.4, -12 * s, lv))
    for s in (-1, 1):
        horn("M2,32 C2,-8 10,-55 45,-54 L46,-45 C34,-44 29,-20 29,32Z",
             "M15,32 C15,-12 21,-48 45.5,-49.5 L46,-45 C34,-44 29,-20 29,32Z",
             b if s < 0 else a, s)
        o.append(bell(s * 51, -49.5, 8.4, -84 * s, lv))
    horn(sym("M0,-54 L3,-54 C5,-30 15,-6 16,32 L0,34"),
         "M0,-54L3,-54C5,-30 15,-6 16,32L0,34Z", mid)
    o.append(bell(0, -56.5, 8.4, 180, lv))
    o.append(path(tr(star(5, 9.4, 3.9), 0, 10), lv["main"], FACE, 1.2))
    # dagged hem with pearls
    for x, dye in ((-33, a), (-17, b), (17, a), (33, b), (0, mid)):
        y = 38 - abs(x) * 0.14
        r = -x * 0.28
        o.append(path(tr(sym("M0,-6 L9.5,-6 L9,3 C6,6 3,9 0,14.5"), x, y, 1, r),
                      dye[0], INK, 1.6))
        t = math.radians(r)
        o.append(circle(x - 16.5 * math.sin(t), y + 16.5 * math.cos(t), 3.2,
                        lv["light"], INK, 1.3))
    # brim
    o.append(path(sym("M0,26 C17,26 32,23 44,17.5 L45.5,31 C34,37 17,40 0,40"),
                  lv["metal"], INK, OUT))
    lo = tr(PIP["D"], 0, 0, 0.115, 90)
    o.append(path(tr(lo, 0, 33), lv["main"], INK, 1))
    for s in (-1, 1):
        o.append(path(tr(lo, s * 28, 30.2, 1, -s * 12), lv["main"], INK, 1))
        o += pearls([(s * 14.5, 32.3), (s * 39, 27)], 2.7)
    return [at(EX, EY + 1, o)]


def joker_card(kind):
    lv = LIVERY[kind]
    return court_frame(joker_index(lv), fools_cap(lv), "X", lv,
                       "".join(joker_star(lv, CX, CY + 1.2, 21.5)))


# --------------------------------------------------------------------------
# Backs


def back(parts):
    return svg([face()] + parts)


PX0, PY0, PX1, PY1, PR = 11.0, 11.0, 239.0, 339.0, 8.0


def panel(fill):
    return rrect(PX0, PY0, PX1 - PX0, PY1 - PY0, PR, fill)


def back_lattice():
    parts = [panel("#17393A")]
    x0, y0, x1, y1 = 24.0, 24.0, 226.0, 326.0
    # diagonal lines, cut at the inner rectangle
    p = (x1 - x0) / 10
    q = (y1 - y0) / 12
    d = ""
    for i in range(-12, 23):
        for sgn in (1, -1):
            seg = []
            # lattice cell p wide and q high: line through nodes
            for j in (0, 12):
                seg.append((x0 + (i + (j if sgn > 0 else -j)) * p, y0 + j * q))
            (ax, ay), (bx, by) = seg
            t0, t1 = 0.0, 1.0
            dx = bx - ax
            lo, hi = (x0 - ax) / dx, (x1 - ax) / dx
            t0, t1 = max(t0, min(lo, hi)), min(t1, max(lo, hi))
            if t1 - t0 > 1e-6:
                d += (f"M{n(ax + dx * t0)},{n(ay + (by - ay) * t0)}"
                      f"L{n(ax + dx * t1)},{n(ay + (by - ay) * t1)}")
    parts.append(path(d, "none", BRASS_DIM, 0.9))
    dots = ""
    for j in range(1, 12):
        for i in range(1, 10):
            dots += disc_round(x0 + i * p, y0 + j * q, 1.5)
    parts.append(path(dots, BRASS))
    parts.append(rrect(x0, y0, x1 - x0, y1 - y0, 2, "none", BRASS, 1.4))
    parts.append(rrect(17.5, 17.5, 215, 315, 5, "none", BRASS_DIM, 0.9))
    return back(parts)


def disc_round(x, y, r):
    return fmt(parse(disc(x, y, r)))


def back_waves():
    """Calm water: rows of one wave, every third line brighter."""
    parts = [panel("#193A45")]
    x0, x1, y0, y1, amp = 24.0, 226.0, 24.0, 326.0, 6.0
    halves, rows = 9, 28
    step = (x1 - x0) / halves
    fine, bright = "", ""
    for j in range(rows):
        y = y0 + amp + 5.5 + j * (y1 - y0 - 2 * amp - 11) / (rows - 1)
        s = -1
        d = f"M{n(x0)},{n(y + s * amp)}"
        for i in range(halves):
            xa = x0 + i * step
            d += (f"C{n(xa + step * .3642)},{n(y + s * amp)} "
                  f"{n(xa + step * .6358)},{n(y - s * amp)} "
                  f"{n(xa + step)},{n(y - s * amp)}")
            s = -s
        if j % 3 == 0:
            bright += d
        else:
            fine += d
    parts += [path(fine, "none", BRASS_DIM, 0.8, "miter"),
              path(bright, "none", BRASS, 1.1, "miter"),
              rrect(x0, y0, x1 - x0, y1 - y0, 2, "none", BRASS, 1.4),
              rrect(17.5, 17.5, 215, 315, 5, "none", BRASS_DIM, 0.9)]
    return back(parts)


def back_plain():
    """A bare panel, a double line and one small rosette."""
    ground = "#16302F"
    parts = [panel(ground), rrect(17.5, 17.5, 215, 315, 5, "none", BRASS_DIM, 0.9),
             rrect(22, 22, 206, 306, 3, "none", BRASS, 1.3)]
    leaf = sym("M0,-5 C8,-11 8,-19 0,-29")
    for i in range(8):
        s = 1.0 if i % 2 == 0 else 0.72
        parts.append(path(tr(leaf, CX, CY, s, i * 45), BRASS))
    parts += [circle(CX, CY, 7, ground), circle(CX, CY, 4, BRASS),
              circle(CX, CY, 35, "none", BRASS, 1.2),
              circle(CX, CY, 38.5, "none", BRASS_DIM, 0.8)]
    return back(parts)


# --------------------------------------------------------------------------
# Icon


def icon():
    """Two ivory cards and a brass one, fanned on a deep green ground."""
    ground = "#1C4743"
    box = (-50.0, -70.0, 100.0, 140.0, 12)
    gap = (-57.0, -77.0, 114.0, 154.0, 19)
    parts = [rrect(4, 4, 248, 248, 56, ground)]
    parts.append(at(128, 128, [
        at(-31, 5, [rrect(*box, BRASS),
                    rrect(-41, -61, 82, 122, 6, "none", BRASS_DIM, 3)], 1.08, -22),
        at(24, 0, [rrect(*gap, ground), rrect(*box, FACE),
                   pip("S", 0, 0, 88, INK)], 1.14, 9)]))
    return svg(parts, (256, 256))


# --------------------------------------------------------------------------
# Emblems of the games, for the tiles of the library: 120 x 120 without a
# ground, made for a dark panel.  One style for all: small flat cards with
# their suits, brass for what the game is about, light without filters.

BOX = 120
SLOT = "#4A5F62"       # the line of an empty place
CARD_R = 0.125         # corner of a small card, as a part of its width

DRESS = {              # card, its edge, its inner line, what is drawn on it
    "plain": (FIELD, "#CDBE9C", None, None),
    "lit": (BRASS, BRASS_LIGHT, BRASS_LIGHT, INK),
    "back": (TEAL, BRASS_DIM, BRASS_DIM, BRASS_DIM),
}


def card_outline(x, y, w, rot=0.0, grow=0.0):
    """A small card about (x, y) as path data, grown on every side."""
    r = w * CARD_R + grow
    a, b, k = w / 2 + grow, w * 0.7 + grow, r * 0.4477
    return tr(f"M{r - a},{-b}L{a - r},{-b}C{a - k},{-b} {a},{k - b} {a},{r - b}"
              f"L{a},{b - r}C{a},{b - k} {a - k},{b} {a - r},{b}"
              f"L{r - a},{b}C{k - a},{b} {-a},{b - k} {-a},{b - r}"
              f"L{-a},{r - b}C{-a},{k - b} {k - a},{-b} {r - a},{-b}Z", x, y, 1, rot)


def small_card(x, y, w, dress="plain", suit=None, rot=0.0):
    """A card w wide about (x, y) with one large suit; turned by rot degrees."""
    fill, edge, line, mark = DRESS[dress]
    e = w * 0.045
    o = [path(card_outline(0, 0, w), edge),
         path(card_outline(0, 0, w, grow=-e), fill)]
    if line:
        o.append(path(card_outline(0, 0, w, grow=-w * 0.11), "none", line, w * 0.035))
    if suit:
        o.append(pip(suit, 0, 0, w * 0.72, mark or THEMES[suit]["main"]))
    return at(x, y, o, 1, rot)


def empty_slot(x, y, w):
    """Where a card could lie."""
    return path(card_outline(x, y, w, grow=-w * 0.03), "none", SLOT, w * 0.06)


def glow(outlines, reach=5.6, colour=BRASS, steps=12, strength=0.75):
    """A soft light about the outlines; one to a drawing, for it has an id."""
    o = [f'<defs><path id="g" d="{"".join(outlines)}" fill="none"/></defs>']
    for i in range(steps):             # one path, so that it does not add up
        width = 2 * reach * (1 - (i / steps) ** 0.8)
        alpha = 2 * strength * (i + 1) / steps / (steps + 1)
        o.append(f'<use href="#g" stroke="{colour}" stroke-width="{n(width)}" '
                 f'stroke-linejoin="round" opacity="{alpha:.3f}"/>')
    return o


def links(pts, w):
    """A bar of light that ties neighbours into a chain."""
    d = "M" + "L".join(f"{n(x)},{n(y)}" for x, y in pts)
    return path(d, "none", BRASS, w)


def trails(x, y, w, lengths):
    """Streaks in the air above a falling card, thinning upward."""
    d, a = "", w * 0.034
    for i, length in enumerate(lengths):
        d += tr(sym(f"M0,{n(-length)} L{n(a)},{n(-a)} Q{n(a)},0 0,0"),
                x + (i - (len(lengths) - 1) / 2) * w * 0.27, y)
    return path(d, BRASS_LIGHT, extra=' opacity="0.7"')


def emblem_svg(parts):
    return svg(parts, (BOX, BOX))


def emblem_matrix():
    """Three by three cards: a spade falls between two spades and one.

    No three lie together yet, for they would have left the matrix at once.
    """
    w, gap = 23.5, 5.0
    h = w * 1.4
    xs = [60 + i * (w + gap) for i in (-1, 0, 1)]
    ys = [60 + i * (h + gap) for i in (-1, 0, 1)]
    pair, last = [(xs[0], ys[1]), (xs[1], ys[1])], (xs[2], ys[2])
    fx, fy, tilt = xs[2] + 0.8, ys[1] - 0.46 * h, 5
    o = [empty_slot(xs[2], ys[1], w)]
    o += glow([card_outline(x, y, w) for x, y in pair + [last]]
              + [card_outline(fx, fy, w, tilt)])
    o.append(links(pair, 6.4))
    o.append(trails(fx + 1.4, fy - h / 2 - 2.8, w, (13, 18, 13)))
    o += [small_card(xs[i], ys[j], w, "plain", s) for i, j, s in
          ((0, 0, "D"), (1, 0, "H"), (0, 2, "C"), (1, 2, "D"))]
    o += [small_card(x, y, w, "lit", "S") for x, y in pair + [last]]
    return emblem_svg(o + [small_card(fx, fy, w, "lit", "S", tilt)])


# --------------------------------------------------------------------------


def main():
    french = CARDS / "french"
    french.mkdir(parents=True, exist_ok=True)
    ICON.mkdir(parents=True, exist_ok=True)
    EMBLEMS.mkdir(parents=True, exist_ok=True)
    files = {}
    for suit in "SHDC":
        for rank in "A23456789TJQK":
            if rank == "A":
                text = ace_card(suit)
            elif rank in "JQK":
                text = court_card(rank, suit)
            else:
                text = number_card(rank, suit)
            files[french / f"{rank}{suit}.svg"] = text
    files[french / "X1.svg"] = joker_card("X1")
    files[french / "X2.svg"] = joker_card("X2")
    files[CARDS / "back-lattice.svg"] = back_lattice()
    files[CARDS / "back-waves.svg"] = back_waves()
    files[CARDS / "back-plain.svg"] = back_plain()
    files[ICON / "parlour.svg"] = icon()
    files[EMBLEMS / "matrix-solitaire.svg"] = emblem_matrix()
    for name, text in files.items():
        name.write_text(text, encoding="utf-8", newline="\n")
    tool = shutil.which("rsvg-convert")
    if tool:
        for size in (16, 32, 48, 64, 128, 256):
            subprocess.run([tool, "-w", str(size), "-h", str(size), "-o",
                            str(ICON / f"parlour-{size}.png"),
                            str(ICON / "parlour.svg")], check=True)
    print(f"{len(files)} drawings written")


if __name__ == "__main__":
    main()
