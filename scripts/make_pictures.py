#!/usr/bin/env python3
"""Draw the pictures, the tiles and the emblem of Mess Machine.

Usage:  python3 scripts/make_pictures.py

Writes assets/packs/parlour/ (aeroplane, truck, train, numbers and pack.ron),
assets/packs/harbour/ (boats, lighthouse and pack.ron), assets/tiles/ (the back
of a tile, six faces of a die and sixteen numbers to lay over tiles) and
assets/emblems/mess-machine.svg.  The output is deterministic: the same script
gives the same bytes.  The only outside material is the outline of the
numerals: those in pictures are taken from
assets/fonts/EBGaramond12-Regular.otf, those over tiles from
assets/fonts/Inter-SemiBold.otf (both SIL Open Font License); everything else
is drawn here.

A picture is cut into four by four tiles, so none of its sixteen squares is
left without something of its own, and many lines run from one into the next.

Needs Python 3.8 or later and fontTools.
"""

import math
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.momentsPen import MomentsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
GARAMOND = ROOT / "assets" / "fonts" / "EBGaramond12-Regular.otf"
INTER = ROOT / "assets" / "fonts" / "Inter-SemiBold.otf"
PACKS = ROOT / "assets" / "packs"
TILES = ROOT / "assets" / "tiles"
EMBLEMS = ROOT / "assets" / "emblems"

# --------------------------------------------------------------------------
# Palette: every colour with its shade, like two printings of one ink

IVORY, IVORY_D = "#FBF7EC", "#E2D5B4"
EDGE = "#D8CFBA"
CREAM, CREAM_D = "#F4E6C4", "#DDC79A"
BRASS, BRASS_L, BRASS_D = "#D9A441", "#EDCB84", "#8C6A2B"
INK, INK_L = "#12191B", "#2C3A3C"
RED, RED_L, RED_D = "#B3261E", "#D25B4B", "#7F1A16"
BLUE, BLUE_L, BLUE_D = "#1F5FA8", "#5C93C6", "#163F72"
GREEN, GREEN_L, GREEN_D = "#2B6B3A", "#5E9450", "#1C4A2B"
MOSS, MOSS_D = "#93A653", "#74893F"
WHEAT, WHEAT_D = "#DDBB63", "#C39C45"
TEAL, TEAL_D = "#1F4A46", "#0E2523"
SEA, SEA_L, SEA_D = "#3F7F7A", "#75A9A0", "#2C615D"
WOOD, WOOD_L, WOOD_D = "#B67C45", "#D5A56C", "#855329"
STONE, STONE_D = "#C9BFA6", "#A4987D"
BROWN = "#5A3820"

# --------------------------------------------------------------------------
# Small SVG helpers


def n(v):
    """A number with at most one decimal and no needless characters."""
    s = f"{v:.1f}"
    s = s[:-2] if s.endswith(".0") else s
    return "0" if s == "-0" else s


def xy(points):
    return " ".join(f"{n(x)},{n(y)}" for x, y in points)


def path(d, fill="none", stroke=None, w=4.0, extra=""):
    s = f'<path d="{d}" fill="{fill}"'
    if stroke:
        s += (f' stroke="{stroke}" stroke-width="{n(w)}" '
              'stroke-linejoin="round" stroke-linecap="round"')
    return s + extra + "/>"


def line(d, stroke, w, extra=""):
    return path(d, "none", stroke, w, extra)


def poly(points, fill, stroke=None, w=4.0, extra=""):
    return path("M" + xy(points) + "Z", fill, stroke, w, extra)


def dim(points):
    """The side of a thing that the light does not reach."""
    return poly(points, BRASS_D, extra=' opacity="0.22"')


def circle(x, y, r, fill="none", stroke=None, w=4.0):
    s = f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"'
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{n(w)}"'
    return s + "/>"


def ellipse(x, y, rx, ry, fill, extra=""):
    return (f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(rx)}" ry="{n(ry)}" '
            f'fill="{fill}"{extra}/>')


def rect(x, y, w, h, fill, r=0.0, stroke=None, sw=4.0):
    s = (f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"'
         + (f' rx="{n(r)}"' if r else "") + f' fill="{fill}"')
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{n(sw)}"'
    return s + "/>"


def at(x, y, *parts, s=1.0, rot=0.0, sx=None):
    """The parts moved to (x, y), turned and scaled; sx=-s looks the other way."""
    t = f"translate({n(x)} {n(y)})"
    if rot:
        t += f" rotate({n(rot)})"
    if s != 1 or sx is not None:
        t += f" scale({s if sx is None else sx:g} {s:g})"
    return f'<g transform="{t}">' + "".join(parts) + "</g>"


class Ids:
    """Names for clip paths, counted afresh in every drawing."""
    last = 0

    @classmethod
    def new(cls):
        cls.last += 1
        return f"c{cls.last}"


def clip(d, *parts):
    """The parts, seen only inside the outline d."""
    k = Ids.new()
    return (f'<clipPath id="{k}"><path d="{d}"/></clipPath>'
            f'<g clip-path="url(#{k})">' + "".join(parts) + "</g>")


def two(d, light, dark, dx, dy):
    """A shape in two tones: the light one is the same shape, moved aside."""
    return path(d, dark) + clip(d, path(d, light, extra=' transform='
                                        f'"translate({n(dx)} {n(dy)})"'))


def box(x, y, w, h):
    return f"M{n(x)},{n(y)}h{n(w)}v{n(h)}h{n(-w)}Z"


def disc(x, y, r, ry=None):
    """A circle, or an ellipse, as path data."""
    ry = r if ry is None else ry
    return (f"M{n(x - r)},{n(y)}a{n(r)},{n(ry)} 0 1 1 {n(2 * r)},0"
            f"a{n(r)},{n(ry)} 0 1 1 {n(-2 * r)},0Z")


def curve(points, first="M"):
    """A smooth line through the points (Catmull-Rom as cubics)."""
    p = [points[0]] + list(points) + [points[-1]]
    d = first + xy([p[1]])
    for a, b, c, e in zip(p, p[1:], p[2:], p[3:]):
        d += "C" + xy([(b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6),
                       (c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6), c])
    return d


def hill(points, bottom=1000):
    """Ground under a smooth line."""
    return curve(points) + f"L{n(points[-1][0])},{bottom}L{n(points[0][0])},{bottom}Z"


def polar(x, y, r, a):
    a = math.radians(a)
    return x + r * math.cos(a), y + r * math.sin(a)


def rays(x, y, count, fill, turn=0.0, share=0.5, reach=1800):
    """A fan of light about (x, y)."""
    d, step = "", 360 / count
    for i in range(count):
        a = turn + i * step
        d += "M" + xy([(x, y), polar(x, y, reach, a),
                       polar(x, y, reach, a + step * share)]) + "Z"
    return path(d, fill)


def svg(parts, w=1000, h=1000):
    Ids.last = 0
    return ('<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{w}" height="{h}" viewBox="0 0 {w} {h}">\n'
            + "\n".join(parts) + "\n</svg>\n")


# --------------------------------------------------------------------------
# Things that several pictures have in common


def gear(x, y, r, teeth=10, depth=0.2, hole=0.34, turn=0.0):
    """A gear wheel as path data, with its hole (fill-rule evenodd by turn)."""
    d, step = "", 360 / teeth
    inner = r * (1 - depth)
    for i in range(teeth):
        a = turn + i * step
        q = [polar(x, y, inner, a - step * 0.31), polar(x, y, r, a - step * 0.19),
             polar(x, y, r, a + step * 0.19), polar(x, y, inner, a + step * 0.31)]
        d += ("M" if i == 0 else "L") + xy(q)
    h = r * hole                       # the hole runs the other way round
    return d + (f"ZM{n(x - h)},{n(y)}a{n(h)},{n(h)} 0 1 0 {n(2 * h)},0"
                f"a{n(h)},{n(h)} 0 1 0 {n(-2 * h)},0Z")


def key(x, y, s=1.0, rot=0.0, stem=True):
    """The key that winds up a tin toy; its stem, if seen, ends in (x, y)."""
    bow = "M-4,-44C-30,-92 -76,-84 -72,-56C-68,-30 -30,-30 -4,-44Z"
    o = [rect(-7, -46, 14, 48, BRASS_D), rect(-7, -46, 7, 48, BRASS)] if stem else []
    for sx in (1, -1):
        o.append(at(0, 0, path(bow, BRASS if sx > 0 else "#BC8B34"),
                    ellipse(-48, -57, 13, 11, BRASS_D), sx=sx))
    o.append(circle(0, -46, 13, BRASS_L))
    return at(x, y, *o, s=s, rot=rot)


def cloud(x, y, bumps, light=IVORY, dark=IVORY_D, s=1.0, flip=False):
    """A cloud on a flat base; bumps are (width, height) from left to right."""
    d, px = "M0,0", 0.0
    py = 0.0
    for w, h in bumps:
        r = max(abs(w), math.hypot(w, h)) * 0.56
        px, py = px + w, py + h
        d += f"A{n(r)},{n(r)} 0 0 1 {n(px)},{n(py)}"
    d += "Z"
    return at(x, y, two(d, light, dark, 0, -15), s=s, sx=-s if flip else None)


BANK = [(46, -34), (60, -52), (104, -8), (72, 50), (58, 44)]
PUFF = [(38, -28), (74, -26), (64, 30), (34, 24)]
LONG = [(40, -24), (62, -22), (70, 6), (52, -12), (66, 28), (44, 24)]


def bird(x, y, s=1.0, fill=INK, rot=0.0):
    """A gull far away, filled so that it keeps its swing when small."""
    d = ("M0,6C-10,-12 -30,-20 -52,-14C-34,-12 -16,2 -2,20"
         "C12,0 30,-14 54,-18C32,-24 10,-14 0,6Z")
    return at(x, y, path(d, fill), s=s, rot=rot)


def round_tree(x, y, r, light=GREEN_L, dark=GREEN, trunk=BROWN):
    """A tree like a turned wooden toy, standing on (x, y)."""
    return (path(f"M{n(x - r * 0.1)},{n(y)}l{n(r * 0.02)},{n(-r)}h{n(r * 0.16)}"
                 f"l{n(r * 0.02)},{n(r)}Z", trunk)
            + two(disc(x, y - r * 1.5, r), light, dark, -r * 0.22, -r * 0.2))


def poplar(x, y, h, light=GREEN_L, dark=GREEN):
    w = h * 0.17
    d = (f"M{n(x)},{n(y - h)}C{n(x + w)},{n(y - h * 0.75)} {n(x + w * 1.3)},"
         f"{n(y - h * 0.15)} {n(x)},{n(y - h * 0.1)}C{n(x - w * 1.3)},"
         f"{n(y - h * 0.15)} {n(x - w)},{n(y - h * 0.75)} {n(x)},{n(y - h)}Z")
    return (rect(x - h * 0.025, y - h * 0.2, h * 0.05, h * 0.2, BROWN)
            + two(d, light, dark, -w * 0.45, 0))


def fir(x, y, h, light=GREEN, dark=GREEN_D):
    """Three skirts, one over the other."""
    o = [rect(x - h * 0.05, y - h * 0.14, h * 0.1, h * 0.14, BROWN)]
    for k, (top, low, w) in enumerate(((0.42, 0.1, 0.30), (0.68, 0.34, 0.245),
                                       (1.0, 0.58, 0.185))):
        a, b, c = y - h * top, y - h * low, h * w
        o.append(poly([(x, a), (x + c, b), (x - c, b)], dark))
        o.append(poly([(x, a), (x + c * 0.12, b), (x - c, b)], light))
    return "".join(o)


def star(x, y, r, fill=BRASS_L):
    """Four points with hollow sides."""
    q = r * 0.16
    return path(f"M{n(x)},{n(y - r)}Q{n(x + q)},{n(y - q)} {n(x + r)},{n(y)}"
                f"Q{n(x + q)},{n(y + q)} {n(x)},{n(y + r)}Q{n(x - q)},{n(y + q)}"
                f" {n(x - r)},{n(y)}"
                f"Q{n(x - q)},{n(y - q)} {n(x)},{n(y - r)}Z", fill)


def window(x, y, w, h, glass=SEA_D, frame=IVORY):
    return (rect(x, y, w, h, frame) + rect(x + 5, y + 5, w - 10, h - 10, glass)
            + (rect(x + w / 2 - 2.5, y, 5, h, frame) if w > 24 else ""))


def house(x, y, w, h, wall, shade, roof, roof_d, rise, cols=2, rows=1,
          glass=SEA_D, door=None, eaves=10):
    """A gabled house that stands on (x, y) and is w wide."""
    o = [rect(x, y - h, w, h, wall), rect(x + w * 0.72, y - h, w * 0.28, h, shade)]
    top = [(x - eaves, y - h), (x + w / 2, y - h - rise), (x + w + eaves, y - h)]
    o.append(poly(top, roof))
    o.append(poly([top[1], top[2], (x + w * 0.72, y - h)], roof_d))
    ww, wh = w / cols * 0.46, min(h / rows * 0.46, w / cols * 0.66)
    for r in range(rows):
        for c in range(cols):
            if door and r == rows - 1 and c == door[0]:
                continue
            o.append(window(x + w * (c + 0.5) / cols - ww / 2,
                            y - h + h * (r + 0.5) / rows - wh / 2, ww, wh, glass))
    if door:
        c = door[0]
        o.append(rect(x + w * (c + 0.5) / cols - ww * 0.55, y - h / rows * 0.68,
                      ww * 1.1, h / rows * 0.68, door[1]))
    return "".join(o)


def stripes(points, colour, w):
    """Furrows: lines from each pair of points to the next."""
    return "".join(line("M" + xy([a]) + "Q" + xy([b, c]), colour, w)
                   for a, b, c in points)


# --------------------------------------------------------------------------
# Aeroplane


def biplane():
    """Nose to the right, about 640 long, its middle at the origin."""
    def wing(y, x0, x1, off, face):
        dx, dy = off
        a = [(x0 - dx, y + dy), (x1 - dx, y + dy), (x1 + dx, y - dy), (x0 + dx, y - dy)]
        return [poly([(x, v + 15) for x, v in a], BRASS_D, BRASS_D, 26),
                poly(a, face, face, 26)], a

    o = []
    # far struts, then the far half of the lower wing behind the body
    for x in (120, 222):
        o.append(line(f"M{x + 14},-290L{x - 10},-60", BRASS_D, 9))
    low, _ = wing(36, 10, 165, (104, 52), "#C08F38")
    o.append(clip(box(100, -40, 300, 80), *low))
    # fin
    fin = ("M-205,-40C-250,-60 -262,-150 -318,-158C-352,-160 -362,-128 -352,-96"
           "L-334,4L-205,4Z")
    o.append(path(fin, CREAM))
    o.append(clip(fin, *(line(f"M{x},-190L{x + 44},20", c, 20) for x, c in
                         ((-352, BLUE), (-322, IVORY), (-294, RED)))))
    # body
    body = ("M185,-70C60,-86 -40,-74 -130,-50L-330,-24C-352,-20 -352,10 -330,14"
            "L-120,66C-40,86 100,82 185,68Z")
    o.append(path(body, RED))
    o.append(clip(body,
                  path("M-370,30C-200,16 -20,26 200,18L200,110L-370,110Z", RED_D),
                  path("M-370,-14C-200,-24 -20,-10 200,-16L200,10"
                       "C-20,16 -200,4 -370,14Z", CREAM),
                  path("M-170,-66C-90,-82 60,-92 190,-80L190,-62"
                       "C60,-70 -90,-60 -170,-42Z", RED_L)))
    # pilot
    o.append(path("M-172,-48C-166,-66 -74,-82 -60,-70L-66,-42C-100,-32 -146,-30"
                  " -172,-48Z",
                  INK))
    scarf = ("M-140,-90C-180,-116 -204,-84 -246,-104C-262,-111 -270,-122 -284,-118"
             "C-272,-96 -276,-86 -290,-78C-260,-66 -232,-70 -212,-70"
             "C-180,-70 -164,-58 -130,-64Z")
    o.append(two(scarf, BLUE, BLUE_D, 0, -12))
    o.append(clip(scarf, line("M-178,-130L-166,-50M-214,-130L-204,-50M-252,-130L-242,-50",
                              IVORY, 9)))
    head = [circle(0, 0, 42, "#EBC59A"),
            path("M-42,0a42,42 0 0 1 78,-22L8,-8C4,8 0,22 -12,36C-32,34 -42,16 -42,0Z",
                 BROWN),
            path("M10,44C30,40 40,24 42,8L20,12Z", "#D8A878"),
            line("M-41,-6L24,-10", INK, 9),
            circle(24, -9, 18, BRASS) + circle(26, -9, 11, "#CFE3DC")]
    o.append(at(-118, -104, *head))
    o.append(path("M-62,-70L-44,-114L-32,-112L-34,-74Z", "#CFE3DC"))
    o.append(line("M-62,-70L-44,-114", BRASS, 7))
    # cowling, screw and spinner
    cowl = ("M172,-80L240,-74C262,-72 268,-54 268,-30L268,34C268,56 262,74 240,76"
            "L172,78Z")
    o.append(two(cowl, BRASS, BRASS_D, -4, -34))
    o.append(clip(cowl, rect(160, -62, 120, 20, BRASS_L),
                  rect(186, -90, 8, 180, BRASS_D)))
    o.append(ellipse(290, 0, 22, 178, IVORY, ' opacity="0.45"'))
    blade = "M284,-8C262,-60 268,-150 288,-172C306,-150 304,-60 296,-8Z"
    for sy in (1, -1):
        b = two(blade, WOOD_L, WOOD_D, -8, 0)
        o.append(b if sy > 0 else f'<g transform="scale(1 -1)">{b}</g>')
    o.append(path("M266,-30C300,-28 322,-14 326,0C322,14 300,28 266,30Z", RED))
    o.append(path("M266,6C290,8 310,6 326,0C322,14 300,28 266,30Z", RED_D))
    # undercarriage
    o.append(line("M60,70L86,146M150,70L110,146", BRASS_D, 12))
    o.append(line("M-296,20L-306,58", BRASS_D, 10) + circle(-308, 62, 17, INK)
             + circle(-308, 62, 6, BRASS))
    o.append(ellipse(126, 140, 44, 50, INK_L))
    o.append(circle(98, 150, 54, INK) + circle(98, 150, 33, CREAM)
             + circle(98, 150, 33, "none", RED, 8) + circle(98, 150, 11, BRASS))
    # tailplane, and the key that winds it all up
    tail = [(-338, -4), (-246, -4), (-286, 28), (-392, 28)]
    o.append(poly([(x, y + 12) for x, y in tail], RED_D, RED_D, 16))
    o.append(poly(tail, RED_L, RED_L, 16))
    o.append(key(-186, 45, 0.84, 0, False))
    # near half of the lower wing
    low = [(22, 44), (172, 44), (76, 116), (-92, 116)]
    o.append(poly([(x, y + 14) for x, y in low], BRASS_D, BRASS_D, 24))
    o.append(poly(low, BRASS, BRASS, 24))
    o.append(line("M60,44L-46,116M98,44L-2,116M136,44L38,116", "#C08F38", 4))
    # near struts and upper wing
    o.append(line("M-60,102L-66,-180M64,102L58,-180", BRASS_D, 13))
    o.append(line("M-63,102L-69,-180M61,102L55,-180", WOOD_L, 6))
    o.append(line("M30,-62L52,-250M126,-70L134,-250", BRASS_D, 9))
    dx, dy, y = 112, 60, -248
    up, a = wing(y, 44, 209, (dx, dy), BRASS_L)
    o += up
    for x in range(77, 200, 33):
        o.append(line(f"M{x - dx},{y + dy}L{x + dx},{y - dy}", BRASS, 4))
    for t in (-0.74, 0.74):
        cx, cy = 126 + t * dx, y - t * dy
        o.append(path(disc(0, 0, 56), RED, extra=' transform="'
                      f'translate({n(cx)} {n(cy)}) skewX(-20) scale(1 0.42)"'))
        o.append(path(gear(0, 0, 42, 8, 0.26, 0.4), IVORY, extra=' transform="'
                      f'translate({n(cx)} {n(cy)}) skewX(-20) scale(1 0.42)"'))
    return o


def windmill(x, y, s=1.0):
    o = [poly([(-44, 0), (-28, -170), (28, -170), (44, 0)], IVORY),
         poly([(8, 0), (8, -170), (28, -170), (44, 0)], IVORY_D),
         path("M-36,-168C-34,-214 34,-214 36,-168Z", RED),
         path("M6,-202C26,-198 35,-186 36,-168L6,-168Z", RED_D),
         rect(-14, -44, 28, 44, BROWN), window(-12, -116, 24, 30)]
    sail = (rect(-4, -150, 8, 150, BROWN) + rect(4, -146, 36, 112, CREAM)
            + line("M22,-146V-34M4,-108H40M4,-72H40", BRASS_D, 4))
    o += [at(0, -184, sail, rot=a) for a in (22, 112, 202, 292)]
    o.append(circle(0, -184, 10, BRASS))
    return at(x, y, *o, s=s)


def airship(x, y, s=1.0):
    d = "M-84,0C-70,-30 40,-44 88,0C40,44 -70,30 -84,0Z"
    return at(x, y, path("M-52,-4L-98,-32V32L-52,4Z", RED),
              path("M-22,28H34L26,46H-14Z", WOOD_D), two(d, IVORY, IVORY_D, 0, -12),
              clip(d, path("M-90,-7H90V5H-90Z", RED), path("M30,-50C44,-20 44,20 30,50"
                   "L54,50C66,20 66,-20 54,-50Z", BLUE)), s=s)


def child(x, y, s=1.0):
    """Somebody who holds up an arm."""
    return at(x, y, line("M-6,-2V-20M6,-2V-20", INK_L, 7),
              path("M-15,-16L-11,-50H11L15,-16Z", RED),
              line("M9,-46L22,-70M-9,-46L-18,-26", RED, 7),
              circle(0, -62, 13, "#EBC59A"),
              path("M-14,-62a14,14 0 0 1 28,-4C4,-72 -4,-66 -14,-62Z", BROWN), s=s)


def aeroplane():
    o = [rect(0, 0, 1000, 1000, "#8FBDB6")]
    o.append(rays(838, 150, 26, "#A6CCC1", 4, 0.5))
    # sun
    o.append(circle(838, 150, 118, "#C9DCC4") + circle(838, 150, 88, BRASS_L)
             + circle(838, 150, 70, BRASS))
    # clouds
    o.append(cloud(-90, 226, BANK, s=0.98))
    o.append(cloud(484, 104, LONG, s=0.8))
    o.append(cloud(770, 420, BANK, s=0.86))
    o.append(cloud(-120, 620, LONG, s=1.1))
    # balloon
    ball = ("M0,-92C58,-92 84,-46 76,-8C68,32 34,58 18,84L-18,84C-34,58 -68,32 -76,-8"
            "C-84,-46 -58,-92 0,-92Z")
    o.append(at(338, 124, path(ball, IVORY), clip(
        ball, path("M-90,-100H-50C-62,-40 -50,40 -18,90H-90Z", BLUE),
        path("M-22,-100H22C34,-40 26,40 8,90H-8C-26,40 -34,-40 -22,-100Z", BLUE),
        path("M50,-100H90V90H18C50,40 62,-40 50,-100Z", BLUE_D),
        path("M-90,4C-40,26 40,26 90,4V24C40,46 -40,46 -90,24Z", BRASS)),
        line("M-17,84L-14,112M17,84L14,112", BROWN, 4),
        path("M-20,110H20L15,142H-15Z", WOOD), rect(-22, 106, 44, 10, WOOD_D)))
    # kite: its line runs down to the child beside the windmill
    o.append(line(curve([(118, 190), (122, 226), (86, 262), (100, 302), (66, 334),
                         (72, 372)]), RED_D, 5))
    for x, y, a, c in ((116, 236, 0, RED), (91, 282, -40, BLUE), (72, 338, 10, BRASS)):
        o.append(at(x, y, poly([(0, 0), (-24, -13), (-24, 13)], c),
                    poly([(0, 0), (24, -13), (24, 13)], c), rot=a))
    o.append(at(136, 106, poly([(0, -84), (58, -10), (0, 84), (-58, -10)], RED),
                poly([(0, -84), (58, -10), (0, -10)], BRASS),
                poly([(0, 84), (-58, -10), (0, -10)], BRASS_L),
                poly([(0, 84), (58, -10), (0, -10)], RED_D), rot=12))
    # birds and an airship
    o.append(bird(930, 548, 0.9, TEAL, 6) + bird(584, 690, 0.6, TEAL, -6))
    o.append(bird(964, 470, 0.6, TEAL, -6))
    o.append(airship(316, 652, 0.82))
    # far mountains
    o.append(path(hill([(-20, 770), (90, 716), (210, 752), (330, 712), (470, 760),
                        (620, 716), (700, 740), (1020, 700)]), "#6FA39B"))
    o.append(poly([(640, 790), (742, 630), (800, 700), (872, 598), (960, 690),
                   (1020, 650), (1020, 810)], "#4F8781"))
    o.append(poly([(742, 630), (724, 700), (772, 740), (740, 790), (830, 790),
                   (800, 700)], "#437872"))
    o.append(poly([(872, 598), (860, 680), (912, 740), (880, 800), (1020, 800),
                   (960, 690)], "#437872"))
    for (x, y), l, r in (((742, 630), (704, 690), (775, 670)),
                         ((872, 598), (830, 654), (916, 642))):
        o.append(poly([(x, y), r, (x + 14, y + 40), (x - 4, r[1] + 22),
                       (x - 18, y + 46), l], IVORY))
    # middle land
    mid = hill([(-20, 812), (140, 770), (300, 800), (470, 768), (640, 806), (820, 762),
                (1020, 800)])
    o.append(path(mid, MOSS))
    o.append(clip(mid, path("M470,740L640,760L610,860L420,850Z", WHEAT),
                  stripes([((x, 740), (x - 30, 800), (x - 52, 860)) for x in
                           range(500, 660, 26)], WHEAT_D, 6),
                  path("M690,740L1020,740L1020,900L610,880Z", GREEN_L),
                  stripes([((x, 740), (x - 10, 800), (x - 60, 900)) for x in
                           range(730, 1100, 40)], GREEN, 7)))
    # near land, left and right of the river
    left = ("M-20,880C60,836 180,858 260,880C340,900 460,850 560,890C620,930 520,960"
            " 480,1010L-20,1010Z")
    o.append(path(left, GREEN_L))
    o.append(clip(left, path("M-20,940C80,900 150,950 250,1010L-20,1010Z", WHEAT),
                  stripes([((-20, y), (80, y - 40), (200 - (y - 950) * 0.3, y + 54))
                           for y in (966, 994, 1022)], WHEAT_D, 7)))
    right = "M600,912C720,872 860,842 1020,880L1020,1010L600,1010Z"
    o.append(path(right, MOSS))
    o.append(clip(right, path("M720,1010C780,930 900,930 1020,900L1020,1010Z", STONE),
                  line("M790,1000C850,956 930,950 1010,930", IVORY, 8,
                       ' stroke-dasharray="34 26"')))
    # river with a stone bridge
    o.append(path("M604,797C650,812 590,830 556,846C500,874 560,902 540,930"
                  "C520,960 470,970 440,1010L640,1010C660,960 690,930 650,896"
                  "C610,866 690,840 662,818C650,808 630,800 612,795Z", SEA_L))
    o.append(path("M612,795C630,800 650,808 662,818C690,840 610,866 650,896"
                  "C690,930 660,960 640,1010L606,1010C626,960 656,930 622,900"
                  "C584,868 664,842 640,820C630,810 618,800 604,797Z", SEA))
    o.append(line("M540,990C560,984 574,984 592,990M560,962C576,957 586,957 600,962",
                  IVORY, 5))
    o.append(path("M452,936C500,876 640,876 706,928L706,950C680,936 664,934 652,944"
                  "C630,902 560,902 532,948C508,938 480,940 452,954Z", STONE))
    o.append(line("M452,930C500,872 640,872 706,924", STONE_D, 9))
    # village
    o.append(house(282, 900, 76, 60, IVORY, IVORY_D, RED, RED_D, 44, 2))
    o.append(rect(372, 800, 44, 100, CREAM) + rect(398, 800, 18, 100, CREAM_D)
             + poly([(366, 800), (394, 708), (422, 800)], BLUE)
             + poly([(394, 708), (422, 800), (398, 800)], BLUE_D)
             + line("M394,712V684", BRASS, 5) + circle(394, 682, 8, BRASS)
             + circle(392, 828, 13, INK_L) + circle(392, 828, 7, BRASS))
    o.append(house(226, 926, 64, 48, CREAM, CREAM_D, BLUE, BLUE_D, 36, 2))
    o.append(house(398, 920, 70, 46, IVORY, IVORY_D, RED_L, RED, 36, 2))
    o.append(round_tree(352, 938, 26, MOSS, GREEN)
             + round_tree(212, 950, 22, MOSS, GREEN))
    o.append(poplar(474, 940, 96))
    # windmill, trees and the child with the kite
    o.append(windmill(124, 916, 0.86))
    o.append(round_tree(196, 906, 22))
    o.append(line("M136,106C56,400 20,660 52,868", IVORY, 4))
    o.append(child(34, 936, 0.96))
    # aerodrome
    hangar = "M772,932V880C780,820 920,820 930,880V932Z"
    o.append(two(hangar, RED_L, RED, -14, 6))
    o.append(path("M800,932V890C806,856 894,856 902,890V932Z", INK_L)
             + rect(800, 884, 102, 8, CREAM) + path(gear(851, 852, 17, 8), BRASS_L))
    o.append(line("M970,946V800", BROWN, 8) + circle(970, 798, 8, BRASS))
    sock = "M966,800L896,822L900,846L966,838Z"
    o.append(path(sock, IVORY) + clip(sock, line("M956,790V850M918,790L922,860", RED, 17)))
    o.append(fir(706, 944, 96) + fir(744, 958, 74))
    o.append(at(526, 446, *biplane(), s=1.12, rot=-9))
    return svg(o)


# --------------------------------------------------------------------------
# Truck


def wheel(x, y, r, rim=CREAM, ring=RED, spokes=0):
    o = [circle(x, y, r, INK), circle(x, y, r * 0.62, rim),
         circle(x, y, r * 0.62, "none", ring, r * 0.13)]
    for k in range(spokes):
        a, b = polar(x, y, r * 0.2, k * 360 / spokes), polar(x, y, r * 0.5,
                                                             k * 360 / spokes)
        o.append(line("M" + xy([a]) + "L" + xy([b]), ring, r * 0.09))
    return "".join(o) + circle(x, y, r * 0.2, BRASS)


def teddy(x, y, s=1.0):
    o = [ellipse(0, 30, 58, 66, WOOD), ellipse(0, 40, 34, 44, WOOD_L)]
    for sx in (-1, 1):
        o += [circle(sx * 42, -84, 22, WOOD), circle(sx * 42, -84, 11, WOOD_L),
              at(sx * 56, 6, ellipse(0, 0, 20, 40, WOOD_D), rot=-sx * 36)]
    o += [circle(0, -52, 54, WOOD), ellipse(0, -34, 28, 22, WOOD_L),
          circle(-20, -62, 7, INK), circle(20, -62, 7, INK), ellipse(0, -42, 10, 7, INK),
          line("M0,-38V-28M-10,-24Q0,-16 10,-24", INK, 7.5),
          path("M0,6L-34,-10V22ZM0,6L34,-10V22Z", RED), circle(0, 6, 9, RED_D)]
    return at(x, y, *o, s=s)


def giraffe(x, y, s=1.0):
    """Neck and head of a wooden giraffe, looking to the left."""
    neck = "M-8,0L-22,-190C-24,-222 34,-222 34,-192L58,0Z"
    head = ("M30,-212C20,-244 -30,-240 -56,-214L-104,-196C-118,-186 -112,-164 -92,-162"
            "L-34,-160C4,-158 34,-176 30,-212Z")
    o = [line("M0,-226L-6,-262M20,-222L24,-258", WOOD_D, 9), circle(-6, -264, 10, BROWN),
         circle(24, -260, 10, BROWN), path("M22,-214L66,-236L52,-196Z", WOOD_D),
         two(neck, BRASS_L, BRASS, -16, 0)]
    for px, py, r in ((0, -40, 17), (34, -70, 15), (-4, -104, 14), (26, -134, 14),
                      (6, -164, 9),
                      (36, -16, 14)):
        o.append(clip(neck, poly([polar(px, py, r, a) for a in (10, 70, 140, 200, 250, 310)],
                                 WOOD_D)))
    o += [two(head, BRASS_L, BRASS, 0, -12), circle(-26, -204, 8, INK),
          circle(-100, -186, 5, BROWN)]
    return at(x, y, *o, s=s)


def ball(x, y, r):
    d = disc(x, y, r)
    return (path(d, IVORY) + clip(
        d, path(f"M{n(x - r)},{n(y - r * 0.2)}Q{n(x)},{n(y + r * 0.5)}"
                f" {n(x + r)},{n(y - r * 0.2)}"
                f"V{n(y + r * 0.25)}Q{n(x)},{n(y + r)} {n(x - r)},{n(y + r * 0.25)}Z",
                BLUE),
        path(f"M{n(x - r)},{n(y - r)}H{n(x + r)}V{n(y - r * 0.6)}Q{n(x)},{n(y)}"
             f" {n(x - r)},"
             f"{n(y - r * 0.6)}Z", RED),
        path(disc(x, y, r * 2) + f"M{n(x - r * 1.25)},{n(y - r * 0.18)}a{n(r)},{n(r)} 0"
                                 f" 1 0 "
             f"{n(2 * r)},0a{n(r)},{n(r)} 0 1 0 {n(-2 * r)},0Z", INK,
             extra=' fill-rule="evenodd" opacity="0.16"')))


def lorry():
    """Nose to the left, 800 long; it stands on y = 0."""
    o = [rect(-330, -128, 716, 40, INK)]
    # bed: what it carries, then the planks
    o.append(giraffe(60, -262, 1.0))
    o.append(path(gear(318, -300, 78, 12, 0.18, 0.3, 8), BRASS_D))
    o.append(path(gear(312, -304, 78, 12, 0.18, 0.3, 8), BRASS)
             + circle(312, -304, 44, "none", BRASS_D, 5))
    o.append(teddy(196, -300, 0.94))
    o.append(ball(12, -292, 44))
    bed = [rect(-32, -268, 424, 148, WOOD)]
    for k, y in enumerate((-268, -219, -170)):
        bed.append(rect(-32, y, 424, 10, WOOD_L) + rect(-32, y + 43, 424, 6, WOOD_D))
    for x in (-32, 102, 236, 368):
        bed.append(rect(x, -284, 24, 166, RED) + rect(x + 15, -284, 9, 166, RED_D))
        bed.append(circle(x + 11, -250, 5, BRASS_L) + circle(x + 11, -150, 5, BRASS_L))
    o += bed
    o.append(circle(180, -194, 48, IVORY) + circle(180, -194, 48, "none", BLUE, 8)
             + path(gear(180, -194, 32, 9, 0.24, 0.36), BLUE))
    # cab
    cab = ("M-236,-104V-300L-206,-408C-202,-424 -192,-430 -176,-430H-66C-50,-430 -42,-420"
           " -42,-404V-104Z")
    o.append(path(cab, BLUE))
    o.append(clip(cab, rect(-90, -440, 60, 340, BLUE_D), rect(-260, -262, 240, 16, IVORY),
                  rect(-260, -120, 240, 30, BLUE_D)))
    o.append(rect(-212, -446, 186, 26, IVORY, 13) + rect(-212, -432, 186, 12, IVORY_D, 6))
    glass = "M-202,-282L-176,-392H-100V-282Z"
    o.append(path(glass, "#CFE3DC", IVORY, 16) + clip(
        glass, path("M-210,-280L-140,-400H-104L-176,-280Z", "#E4F0E4"),
        path("M-176,-276C-172,-296 -160,-300 -138,-300C-112,-300 -100,-290 -100,-276Z",
             RED),
        path("M-160,-302L-166,-318L-178,-322L-166,-334C-164,-368 -112,-372 -110,-332"
             "C-110,-314 -120,-304 -128,-296Z", "#EBC59A"),
        circle(-153, -334, 4.5, INK),
        path("M-186,-342C-180,-376 -106,-384 -106,-336L-112,-334C-124,-342 -150,-344"
             " -168,-342Z",
             INK_L)))
    o.append(line("M-100,-268V-120", BLUE_D, 6))
    o.append(rect(-134, -236, 26, 10, BRASS_L, 5))
    o.append(key(-162, -140, 0.72, 0, False))
    # bonnet
    hood = "M-232,-104V-276H-330C-366,-276 -386,-262 -386,-226V-104Z"
    o.append(two(hood, BLUE_L, BLUE, 0, -40))
    o.append(clip(hood, rect(-400, -262, 200, 16, IVORY)))
    for x in (-326, -298, -270):
        o.append(rect(x, -226, 12, 74, BLUE_D, 6))
    o.append(rect(-404, -250, 34, 140, BRASS, 12) + rect(-404, -250, 14, 140, BRASS_L, 7))
    o.append(line("M-398,-222H-376M-398,-196H-376M-398,-170H-376M-398,-144H-376", BRASS_D,
                  6))
    o.append(circle(-386, -262, 9, BRASS) + rect(-389, -290, 6, 28, BRASS_D)
             + path("M-386,-302l16,14h-32Z", RED))
    # wings over the wheels, step, lamps, bumper
    o.append(path("M-392,-84C-388,-196 -160,-220 -134,-96H-34V-62H-146C-150,-76 -160,-84"
                  " -172,-84Z", RED))
    o.append(path("M-134,-96H-34V-62H-146L-152,-72Z", RED_D))
    o.append(path("M-368,-128C-330,-178 -220,-190 -170,-142L-182,-132C-226,-168"
                  " -320,-164 -356,-122Z", RED_L))
    for x in (136, 304):
        o.append(at(x, 0, path("M-98,-84C-92,-198 92,-198 98,-84Z", RED),
                    path("M-68,-130C-36,-174 36,-174 68,-130L56,-124C28,-154 -28,-154"
                         " -56,-124Z",
                         RED_L)))
    o.append(wheel(-252, -78, 78) + wheel(136, -78, 78) + wheel(304, -78, 78))
    o.append(rect(-424, -110, 66, 22, IVORY, 10) + rect(-424, -98, 66, 10, STONE, 5))
    o.append(line("M-372,-176L-350,-136", INK_L, 12))
    o.append(path("M-404,-222C-372,-222 -346,-206 -346,-190C-346,-174 -372,-158"
                  " -404,-158Z", INK_L)
             + path("M-404,-222C-372,-222 -350,-208 -348,-196C-370,-202 -390,-202"
                    " -404,-202Z",
                    "#50605E")
             + ellipse(-404, -190, 17, 37, BRASS) + ellipse(-407, -190, 12, 28, IVORY))
    o.append(rect(-20, -112, 66, 44, BRASS_D, 6) + rect(-20, -112, 66, 12, BRASS, 6))
    return o


def lamp_post(x, y, h):
    return (rect(x - 18, y - 26, 36, 26, INK_L, 4) + rect(x - 7, y - h, 14, h, INK_L)
            + rect(x - 22, y - h + 40, 44, 8, INK_L, 4)
            + poly([(x - 16, y - h), (x - 30, y - h - 70), (x + 30, y - h - 70),
                    (x + 16, y - h)],
                   BRASS_L)
            + poly([(x + 4, y - h), (x + 6, y - h - 70), (x + 30, y - h - 70),
                    (x + 16, y - h)],
                   BRASS)
            + path(f"M{x - 38},{y - h - 68}C{x - 30},{y - h - 110}"
                   f" {x + 30},{y - h - 110} "
                   f"{x + 38},{y - h - 68}Z", INK_L)
            + circle(x, y - h - 104, 9, BRASS)
            + rect(x - 20, y - h - 4, 40, 10, INK_L, 4))


def bunting(points, colours, size=34):
    """Flags on a line through the points, about as far apart as they are wide."""
    o = [line(curve(points), BROWN, 4)]
    # walk along the line in small steps
    walk = []
    for a, b in zip(points, points[1:]):
        for k in range(24):
            t = k / 24
            walk.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    gone, k, last = size, 0, walk[0]
    for q in walk:
        gone += math.hypot(q[0] - last[0], q[1] - last[1])
        last = q
        if gone >= size * 1.36:
            gone = 0
            x, y = q
            o.append(poly([(x - size / 2, y), (x + size / 2, y), (x, y + size * 1.25)],
                          colours[k % len(colours)]))
            k += 1
    return "".join(o)


def duck(x, y, s=1.0, body=IVORY, shade=IVORY_D, sx=None, legs=True):
    d = ("M-60,-34C-44,-30 -30,-34 -20,-44C-14,-58 10,-60 30,-50C56,-38 58,-4 24,0H-24"
         "C-52,0 -66,-16 -60,-34Z")
    return at(x, y, line("M-8,0V12M12,0V12", BRASS_D, 7) if legs else "",
              two(d, body, shade, 0, -12), path("M-6,-34C10,-44 34,-34 36,-20C22,-8"
                                                " 0,-12 -6,-34Z", shade),
              circle(44, -66, 25, body), path("M64,-74L92,-62L64,-52Z", BRASS),
              circle(52, -72, 5, INK),
              s=s, sx=sx)


def truck():
    o = [rect(0, 0, 1000, 1000, "#EFD8A2"), rays(118, 128, 28, "#F6E7C0", 2, 0.5)]
    o.append(circle(118, 128, 112, "#F3C98A") + circle(118, 128, 84, RED_L)
             + circle(118, 128, 62, "#E0806A"))
    o.append(cloud(-60, 236, LONG, s=0.84) + cloud(440, 226, BANK, s=0.9)
             + cloud(196, 82, PUFF, s=0.62))
    o.append(bird(238, 176, 0.7, BROWN, -6))
    # far town
    far = "#D9B78C"
    o.append(path("M0,620V420H60V390H110V440H180V380L214,350L248,380V620ZM430,620V430"
                  "L470,396"
                  "L510,430V400H570V360H590V330H604V360H640V430H720V620Z", far))
    # smoke, chimney and the factory
    smoke = [(812, 96, 26), (852, 62, 36), (908, 44, 44), (970, 30, 54)]
    o += [circle(x, y + 7, r, STONE_D) for x, y, r in smoke]
    o += [circle(x, y, r, IVORY_D) for x, y, r in smoke]
    chimney = [(770, 640), (782, 120), (830, 120), (844, 640)]
    o.append(poly(chimney, RED_L) + poly([(812, 120), (830, 120), (844, 640), (816, 640)], RED))
    o.append(rect(774, 112, 64, 20, IVORY, 4) + rect(776, 152, 60, 22, IVORY)
             + rect(814, 152, 22, 22, IVORY_D))
    o.append(rect(774, 220, 64, 18, IVORY) + rect(814, 220, 25, 18, IVORY_D))
    o.append(poly([(700, 660), (700, 420), (800, 340), (800, 420), (900, 340), (900, 420),
                   (1000, 340), (1000, 660)], "#4C8A80"))
    o.append(poly([(700, 420), (800, 340), (800, 362), (700, 442)], IVORY)
             + poly([(800, 420), (900, 340), (900, 362), (800, 442)], IVORY)
             + poly([(900, 420), (1000, 340), (1000, 362), (900, 442)], IVORY))
    o.append(path(gear(908, 452, 44, 10, 0.22, 0.36), BRASS_L))
    for x in (730, 966):
        o.append(window(x, 470, 46, 56, BRASS_L))
    # houses on the left
    o.append(house(14, 640, 150, 300, "#E7A98C", "#D08B6E", BLUE, BLUE_D, 92, 2, 3,
                   BRASS_L))
    o.append(rect(120, 262, 24, 60, RED) + rect(114, 254, 36, 12, IVORY))
    o.append(house(176, 650, 118, 236, CREAM, CREAM_D, RED, RED_D, 76, 2, 3, SEA_D))
    # clock tower
    o.append(rect(306, 150, 118, 500, "#7FB0A2") + rect(384, 150, 40, 500, "#65988B"))
    o.append(rect(292, 330, 146, 18, IVORY) + rect(292, 140, 146, 20, IVORY)
             + rect(384, 140, 54, 20, IVORY_D)
             + rect(384, 330, 54, 18, IVORY_D))
    o.append(poly([(300, 140), (365, 34), (430, 140)], RED)
             + poly([(365, 34), (430, 140), (386, 140)], RED_D)
             + line("M365,36V12", BRASS_D, 6) + path("M365,10h34l-10,10l10,10h-34Z", BRASS))
    o.append(circle(362, 246, 52, BRASS) + circle(362, 246, 42, IVORY)
             + line("M362,246V218M362,246L384,258", INK, 7) + circle(362, 246, 6, INK))
    for a in range(0, 360, 30):
        o.append(circle(*polar(362, 246, 34, a), 3.4 if a % 90 else 5, BRASS_D))
    o.append(window(328, 372, 30, 58, BRASS_L) + window(370, 372, 30, 58, BRASS_L))
    # house behind the bed
    o.append(house(450, 650, 130, 250, IVORY, IVORY_D, GREEN, GREEN_D, 70, 2, 3, SEA_D))
    # bunting from the tower to the chimney
    o.append(bunting([(430, 152), (520, 168), (600, 176), (690, 170), (776, 140)],
                     [BLUE, RED, BRASS, GREEN]))
    o.append(bunting([(838, 182), (900, 214), (960, 226), (1040, 222)],
                     [RED, BRASS, BLUE, GREEN]))
    # street trees, pavement and road
    o.append(round_tree(44, 700, 60) + round_tree(986, 690, 52))
    o.append(rect(0, 640, 1000, 60, "#B9A67E") + rect(0, 640, 1000, 10, "#D9C79C"))
    o.append("".join(line(f"M{x},652L{x - 14},690", "#A08E68", 4)
                     for x in range(30, 1040, 74)))
    o.append(rect(0, 690, 1000, 310, "#66706A") + rect(0, 690, 1000, 14, STONE)
             + rect(0, 702, 1000, 8, STONE_D))
    # the shadow of the lorry, the lorry
    o.append(ellipse(500, 884, 420, 30, "#49534F"))
    o.append(at(500, 884, *lorry(), s=1.05))
    o.append(lamp_post(958, 958, 400))
    # foreground
    for x in range(-40, 1040, 150):
        o.append(poly([(x, 930), (x + 84, 930), (x + 72, 946), (x - 14, 946)], CREAM))
    o.append(rect(0, 972, 1000, 28, STONE) + rect(0, 972, 1000, 9, CREAM))
    o.append(duck(84, 960, 0.9) + duck(190, 966, 0.46, BRASS_L, BRASS)
             + duck(262, 970, 0.46, BRASS_L, BRASS))
    return svg(o)


# --------------------------------------------------------------------------
# Train


def engine():
    """A tank of steam, its nose to the right; the rails are at y = 0."""
    o = [rect(-262, -118, 560, 34, INK)]
    # chimney, domes and boiler
    o.append(path("M214,-250L206,-318C204,-334 192,-350 186,-362H284C278,-350 266,-334"
                  " 264,-318"
                  "L256,-250Z", INK)
             + path("M214,-250L206,-318C204,-334 192,-350 186,-362H216C222,-340 232,-330"
                    " 230,-250Z",
                    INK_L)
             + rect(178, -378, 114, 20, BRASS, 10) + rect(178, -368, 114, 10, BRASS_D, 5))
    o.append(key(124, -240, 0.66))
    dome = "M-12,-246C-12,-300 6,-318 30,-318C54,-318 72,-300 72,-246Z"
    o.append(two(dome, RED_L, RED, -22, 0) + rect(-22, -258, 104, 18, BRASS_D, 9))
    o.append(rect(-110, -252, 320, 146, GREEN))
    o.append(rect(-110, -252, 320, 16, GREEN_L) + rect(-110, -222, 320, 14, "#4A8A52")
             + rect(-110, -150, 320, 44, GREEN_D))
    for x in (-52, 96):
        o.append(rect(x, -252, 16, 146, BRASS) + rect(x, -150, 16, 44, BRASS_D))
    o.append(path("M196,-260H262C284,-260 296,-240 296,-182C296,-124 284,-104 262,-104"
                  "H196Z", INK)
             + path("M196,-260H262C276,-260 286,-250 291,-226H196Z", INK_L)
             + rect(190, -264, 18, 160, BRASS) + circle(296, -182, 11, BRASS))
    o.append(path("M286,-236h30l16,-14v56l-16,-14h-30Z", BRASS)
             + ellipse(332, -222, 9, 28, IVORY))
    # cab with the driver
    o.append(rect(-258, -340, 170, 240, GREEN) + rect(-124, -340, 36, 240, GREEN_D))
    o.append(rect(-258, -138, 170, 12, BRASS) + rect(-258, -340, 170, 12, GREEN_D))
    win = box(-236, -316, 96, 84)
    o.append(path(win, "#F0D69C", BRASS, 14) + clip(
        win, path("M-222,-226C-218,-256 -206,-262 -184,-262C-160,-262 -146,-248"
                  " -146,-226Z", BLUE),
        path("M-172,-258L-166,-274L-154,-278L-166,-290C-168,-322 -218,-326 -222,-288"
             "C-222,-270 -212,-260 -204,-252Z", "#EBC59A"),
        circle(-178, -290, 4.5, INK),
        path("M-146,-297C-152,-328 -222,-336 -226,-292L-220,-288C-208,-296 -184,-300"
             " -166,-298Z",
             BLUE_D)))
    o.append(path("M-284,-336C-280,-372 -66,-372 -62,-336Z", RED)
             + path("M-284,-336h222v-2c0,-4 -2,-9 -6,-12C-120,-346 -240,-346 -282,-346Z",
                    RED_D))
    o.append(path(gear(-176, -184, 32, 9, 0.24, 0.4), BRASS))
    # cylinder, cow catcher, buffer beam
    o.append(rect(126, -116, 92, 56, RED, 8) + rect(126, -80, 92, 20, RED_D, 8)
             + rect(150, -116, 8, 56, BRASS) + rect(186, -116, 8, 56, BRASS))
    o.append(poly([(268, -92), (346, -8), (268, -8)], RED))
    o.append(poly([(268, -30), (326, -30), (346, -8), (268, -8)], RED_D))
    o.append(line("M290,-66V-12M312,-44V-12", CREAM, 5))
    o.append(rect(262, -116, 48, 28, RED, 6) + rect(308, -112, 18, 20, BRASS, 5))
    # wheels and rods
    for x, r in ((-162, 78), (12, 78), (158, 44), (246, 44)):
        o.append(circle(x, -r, r, INK) + circle(x, -r, r * 0.82, RED))
        for k in range(5 if r < 50 else 8):
            a = k * 360 / (5 if r < 50 else 8) + 12
            hole = [polar(x, -r, r * 0.36, a - 10), polar(x, -r, r * 0.66, a - 12),
                    polar(x, -r, r * 0.66, a + 12), polar(x, -r, r * 0.36, a + 10)]
            o.append(poly(hole, INK_L, INK_L, 3.2))
        o.append(circle(x, -r, r * 0.22, BRASS))
    o.append(line("M-162,-56L12,-56", BRASS_D, 20) + line("M-162,-60L12,-60", BRASS_L, 9))
    o.append(line("M12,-58L172,-88", BRASS, 12))
    o.append(circle(-162, -58, 13, BRASS) + circle(12, -58, 13, BRASS))
    return o


def tender():
    o = [rect(-26, -70, 40, 14, INK)]
    logs = [(34, -206, 22), (78, -212, 24), (124, -208, 22), (56, -240, 20),
            (100, -244, 22)]
    o += [circle(x, y, r, WOOD) + circle(x, y, r * 0.66, WOOD_L)
          + circle(x, y, r * 0.3, WOOD)
          for x, y, r in logs]
    o.append(rect(0, -206, 160, 136, GREEN) + rect(120, -206, 40, 136, GREEN_D)
             + rect(-8, -212, 176, 16, BRASS, 8) + rect(0, -100, 160, 12, BRASS))
    o.append(circle(70, -148, 26, RED) + circle(70, -148, 26, "none", BRASS, 6))
    o.append(rect(0, -74, 160, 16, INK))
    o += [circle(x, -38, 38, INK) + circle(x, -38, 29, RED) + circle(x, -38, 10, BRASS)
          for x in (40, 122)]
    return o


def coach(w):
    """A coach whose right end is at x = 0."""
    o = [rect(-w, -74, w + 14, 18, INK)]
    o.append(rect(-w, -250, w - 6, 180, RED) + rect(-w, -120, w - 6, 50, RED_D)
             + rect(-w, -132, w - 6, 12, BRASS) + rect(-w, -250, w - 6, 12, RED_D))
    o.append(path(f"M{-w},-286H-14C4,-286 8,-262 8,-250H{-w}Z", IVORY)
             + rect(-w, -260, w + 8, 12, IVORY_D))
    return o


def signal(x, y, h):
    """A semaphore: the upper arm lies level, the lower one is pulled down."""
    o = [rect(-9, -h, 18, h, IVORY), rect(3, -h, 6, h, IVORY_D)]
    o += [rect(-9, -h * k, 18, 22, INK_L) for k in (0.18, 0.42, 0.60)]
    o.append(path(f"M0,{-h - 46}l14,30h-28Z", RED) + rect(-16, -h - 16, 32, 16, BRASS, 5))
    arm = (rect(-8, -19, 128, 38, RED, 5) + rect(74, -19, 20, 38, IVORY)
           + circle(-26, 0, 25, INK) + circle(-26, -1, 15, GREEN_L))
    low = (rect(-8, -17, 104, 34, BRASS, 5) + path("M60,-17h16l10,17l-10,17h-16l10,-17Z", INK)
           + circle(-24, 0, 22, INK) + circle(-24, 0, 13, RED_L))
    o.append(at(0, -h + 50, arm, sx=-1))
    o.append(at(0, -h + 176, low, rot=-34, sx=-1))
    o.append(rect(-14, -16, 28, 16, STONE_D, 3))
    return at(x, y, *o)


def sheep(x, y, s=1.0, sx=None):
    return at(x, y, line("M-18,-4V14M-6,-2V14M12,-2V14M22,-4V14", INK, 6),
              two(cloudy(34, 24), IVORY, IVORY_D, -2, -8),
              path("M26,-22C34,-34 54,-30 56,-16C54,-6 36,-4 28,-10Z", INK)
              + circle(46, -20, 3, IVORY), s=s, sx=sx)


def cloudy(a, b):
    """A woolly outline."""
    pts = [(a * math.cos(t * math.pi / 4.5), b * math.sin(t * math.pi / 4.5) - 16)
           for t in range(9)]
    return "M" + xy(pts[:1]) + "".join(f"A13,13 0 0 1 {xy([q])}" for q in pts[1:]
                                       + pts[:1]) + "Z"


def sailing(x, y, s=1.0, main=IVORY, jib=RED_L, hull=BLUE):
    return at(x, y, rect(-3, -112, 6, 112, BROWN), path("M6,-108Q60,-50 62,-18H6Z", main),
              path("M-8,-100Q-46,-50 -50,-18H-8Z", jib),
              path("M-62,-10H72C66,12 54,22 40,24H-36C-50,20 -58,8 -62,-10Z", hull),
              rect(-62, -10, 134, 8, IVORY), s=s)


def train():
    # the evening sky in rings about the sun
    sx, sy = 600, 330
    o = [rect(0, 0, 1000, 1000, "#2F6A69")]
    for r, c in ((640, "#4C8781"), (520, "#7DAA98"), (415, "#B7C69F"), (325, "#EBCF94"),
                 (240, "#EFB876"), (165, "#E8985F")):
        o.append(circle(sx, sy, r, c))
    o.append(circle(sx, sy, 100, BRASS_L))
    # stars and a young moon, where the night begins
    moon = "M62,34a58,58 0 1 0 52,84a46,46 0 1 1 -52,-84Z"
    o.append(at(0, -2, path(moon, IVORY)))
    for x, y, r in ((178, 42, 13), (40, 190, 10), (206, 112, 8), (948, 40, 9)):
        o.append(star(x, y, r))
    # mountains and near hills
    o.append(poly([(-20, 520), (50, 250), (120, 380), (206, 226), (300, 380), (346, 320),
                   (470, 520)], "#3B6F73"))
    o.append(poly([(206, 226), (196, 320), (250, 380), (220, 520), (390, 520),
                   (300, 380)],
                  "#2F5D62"))
    o.append(poly([(206, 226), (158, 304), (180, 300), (196, 326), (214, 300), (240, 318),
                   (254, 304)], IVORY))
    o.append(poly([(50, 250), (22, 325), (38, 312), (54, 334), (70, 308), (84, 313)],
                  IVORY))
    o.append(path(hill([(-20, 520), (200, 500), (400, 490), (520, 440), (640, 470),
                        (760, 400), (880, 330),
                        (1020, 300)], 700), "#5B7F58"))
    o.append(path(hill([(600, 560), (760, 470), (880, 420), (1020, 400)], 700),
                  "#47693F"))
    for x, y, h in ((776, 462, 84), (838, 428, 96), (884, 400, 70), (1000, 412, 110)):
        o.append(fir(x, y, h))
    # valley below the line
    o.append(path(hill([(-20, 640), (200, 610), (420, 660), (700, 620), (1020, 650)]),
                  "#7E9A55"))
    o.append(path(hill([(-20, 730), (140, 700), (330, 760), (560, 716), (800, 770),
                        (1020, 710)]), GREEN_L))
    # the river, and what is seen through the arches
    river = ("M300,735C420,760 420,800 330,830C200,870 -20,840 -20,880V1010H640"
             "C600,940 520,900 560,850C600,800 470,760 330,732Z")
    o.append(path(river, "#5E9C97"))
    o.append(clip(river, path("M640,1010C600,940 520,900 560,850C600,800 470,760 330,732"
                              "C440,770 560,800 510,850C470,900 540,950 560,1010Z", SEA)))
    o.append(house(758, 880, 122, 84, IVORY, IVORY_D, RED, RED_D, 66, 2, 1, BRASS,
                   (0, BROWN)))
    o.append(rect(846, 730, 20, 50, RED_D))
    o.append(path(hill([(600, 900), (720, 868), (880, 884), (1020, 850)]), MOSS))
    # viaduct
    top = 640
    d = (f"M-20,{top}H1020V1010H976V860A128,128 0 0 0 720,860V1010H646V860A128,128 0 0 0"
         f" 390,860"
         f"V1010H316V860A128,128 0 0 0 60,860V1010H-20Z")
    o.append(path(d, "#C98F66"))
    o.append(clip(d, *(rect(x, 600, 26, 420, "#A86F4B") for x in (34, 364, 694)),
                  *(line(f"M{x - 132},1010V860A132,132 0 0 1 {x + 132},860V1010",
                         "#E7C69C", 22)
                    for x in (188, 518, 848)),
                  line("".join(f"M{x},{y}h34" for x, y in (
                      (-10, 760), (2, 800), (-12, 850), (0, 900), (-10, 950), (318, 750),
                      (340, 790), (322, 880), (326, 930), (650, 750), (666, 790),
                                                           (652, 880),
                      (656, 950), (978, 760), (990, 800), (984, 880), (104, 716),
                                                           (240, 716),
                      (440, 716), (566, 716), (770, 716), (900, 716))), "#A86F4B", 6)))
    o.append(rect(-20, 652, 1040, 30, IVORY) + rect(-20, 674, 1040, 12, IVORY_D))
    o += [rect(x, 686, 18, 14, IVORY_D) for x in range(8, 1000, 48)]
    # track
    o += [rect(x, 642, 26, 12, BROWN, 3) for x in range(-12, 1000, 44)]
    o.append(rect(-20, 632, 1040, 11, INK_L) + rect(-20, 632, 1040, 4, STONE))
    # smoke: it grows as it blows away to the left
    puffs = [(846, 226, 24), (806, 196, 34), (756, 180, 42), (694, 150, 50),
             (626, 150, 52),
             (560, 118, 58), (480, 128, 56), (414, 92, 62), (336, 100, 56), (300, 62, 50)]
    o += [circle(x + 4, y + 14, r, "#D8C3A4") for x, y, r in puffs]
    o += [circle(x, y, r, IVORY) for x, y, r in puffs]
    for x, y, r in ((694, 158, 30), (560, 126, 36), (414, 104, 40), (480, 140, 28)):
        o.append(line(f"M{n(x - r)},{n(y)}a{n(r)},{n(r)} 0 0 0 {n(1.7 * r)},{n(r * 0.7)}",
                      IVORY_D, 8))
    o.append(bird(712, 62, 0.8, TEAL) + bird(800, 96, 0.6, TEAL, -8))
    o.append(signal(948, 636, 560))
    # the train
    o.append(at(122, 632, *coach(180)))
    for x in (-30, 62):
        o.append(rect(x - 32, 412, 70, 66, IVORY, 8)
                 + rect(x - 25, 419, 56, 52, "#F0D69C", 5))
    o.append(clip(box(37, 419, 56, 52), teddy(66, 470, 0.42)))
    o += [circle(x, 594, 38, INK) + circle(x, 594, 29, BRASS_D)
          + circle(x, 594, 10, BRASS_L)
          for x in (-6, 78)]
    o.append(at(148, 632, *tender()))
    o.append(at(590, 632, *engine(), s=0.98))
    # in the foreground
    o.append(sailing(196, 936, 1.0))
    o.append(line("M96,976Q120,964 144,976M230,984Q256,972 282,984M424,944Q454,934"
                  " 496,944"
                  "M452,966Q476,956 500,966", IVORY, 5))
    o.append(path(hill([(560, 1000), (640, 962), (800, 940), (1020, 926)]), GREEN_L))
    o.append(fir(560, 1000, 150) + fir(606, 1010, 110))
    o.append(sheep(742, 962, 0.9) + sheep(846, 968, 0.8, -0.8))
    o.append(round_tree(950, 980, 38, MOSS, GREEN))
    o.append(duck(460, 926, 0.56, IVORY, IVORY_D, -0.56, False))
    return svg(o)


# --------------------------------------------------------------------------
# Numbers


class Figures:
    """The lining figures of the font, centred on the origin, 100 high."""

    def __init__(self):
        font = TTFont(GARAMOND)
        self.glyphs, self.cmap = font.getGlyphSet(), font.getBestCmap()

    def glyph(self, ch):
        return self.glyphs[self.cmap[ord(ch)] + ".lnum"]

    def number(self, text, tall, gap=26):
        x, placed, high = 0.0, [], 0.0
        for ch in text:
            pen = BoundsPen(self.glyphs)
            self.glyph(ch).draw(pen)
            x0, y0, x1, y1 = pen.bounds
            placed.append((ch, x - x0))
            x += x1 - x0 + gap
            high = max(high, y1)
        s, mid = tall / high, (x - gap) / 2
        pen = SVGPathPen(self.glyphs, ntos=n)
        for ch, dx in placed:
            self.glyph(ch).draw(TransformPen(
                pen, (s, 0, 0, -s, (dx - mid) * s, tall / 2)))
        return pen.getCommands()


# face, lighter and darker side, pattern, figure
ROWS = ((CREAM, IVORY, "#CDB681", "#E3C98F", RED),
        (BRASS, BRASS_L, BRASS_D, "#BD872C", BLUE_D),
        (RED_L, "#E38A76", RED_D, "#AD3626", INK),
        (TEAL, SEA_D, TEAL_D, "#132F30", GREEN_D))


def pattern(col):
    """What fills the face of a block, another one in every column; its colour
    comes from where it is used."""
    if col == 0:
        d = "".join(box(x, 16, 15, 218) for x in range(32, 230, 30))
    elif col == 1:
        d = "".join(disc(x, y, 9) for i, y in enumerate(range(29, 230, 24))
                    for x in range(29 + 16 * (i % 2), 230, 32))
    elif col == 2:
        u = 218 / 8
        d = "".join(box(16 + u * i, 16 + u * j, u, u) for j in range(8)
                    for i in range(j % 2, 8, 2))
    else:
        d, u = "", 218 / 10
        for y in range(34, 250, 33):
            pts = [(16 + u * k, y - (u if k % 2 else 0)) for k in range(11)]
            pts += [(x, y + 12) for x, y in reversed(pts)]
            d += "M" + xy([(x, min(max(y, 16), 234)) for x, y in pts]) + "Z"
    return d


def plate(col, grow=0.0):
    """The field behind the figure, another shape in every column."""
    if col == 0:
        return disc(0, 0, 82 + grow)
    if col == 1:
        return rounded(-75 - grow, -75 - grow, 150 + 2 * grow, 18 + grow)
    if col == 2:
        r = 78 + grow
        pts = [polar(0, 0, r, -90 + i * 30) for i in range(13)]
        return "M" + xy(pts[:1]) + "".join(
            f"A{n(r * 0.27)},{n(r * 0.27)} 0 0 1 " + xy([q]) for q in pts[1:]) + "Z"
    return "M" + xy([polar(0, 0, 90 + grow * 1.1, 22.5 + 45 * i) for i in range(8)]) + "Z"


def rounded(x, y, w, r, h=None):
    h = w if h is None else h
    return (f"M{n(x + r)},{n(y)}h{n(w - 2 * r)}a{n(r)},{n(r)} 0 0 1"
            f" {n(r)},{n(r)}v{n(h - 2 * r)}"
            f"a{n(r)},{n(r)} 0 0 1 {n(-r)},{n(r)}h{n(2 * r - w)}a{n(r)},{n(r)} 0 0 1"
            f" {n(-r)},"
            f"{n(-r)}v{n(2 * r - h)}a{n(r)},{n(r)} 0 0 1 {n(r)},{n(-r)}Z")


def numbers():
    fig = Figures()
    o = ["<defs>" + "".join(
        f'<path id="p{c}" d="{pattern(c)}"/><path id="q{c}" d="{plate(c, 12)}"/>'
        f'<path id="r{c}" d="{plate(c)}"/>'
        for c in range(4)) + '<path id="l" d="M0,0H250L234,16H16V234L0,250Z"/>'
        '<path id="d" d="M250,250H0L16,234H234V16L250,0Z"/></defs>']

    def use(name, fill):
        return f'<use href="#{name}" fill="{fill}"/>'

    for row, (face, light, dark, tone, ink) in enumerate(ROWS):
        for c in range(4):
            k = 4 * row + c + 1
            base, over = (tone, face) if c % 2 else (face, tone)
            d = fig.number(str(k), 118 if k < 10 else 98)
            o.append(at(
                250 * c, 250 * row, rect(0, 0, 250, 250, base), use(f"p{c}", over),
                use("l", light), use("d", dark),
                at(125, 125, use(f"q{c}", dark if row else BRASS), use(f"r{c}", IVORY),
                   path(d, ink, ink, 7 if k < 10 else 6))))
    for y in (250, 500, 750):          # gears that four blocks share
        for x in (250, 500, 750):
            o.append(path(gear(x, y + 4, 38, 10, 0.22, 0.3), BRASS_D)
                     + circle(x, y, 20, BRASS_D)
                     + path(gear(x, y, 38, 10, 0.22, 0.3), BRASS_L)
                     + circle(x, y, 20, "none", BRASS, 5))
    return svg(o)


# --------------------------------------------------------------------------
# Boats


def waves(y, half, rise, fill, x0=-60, x1=1460, crest=None, w=5.0, shift=0.0):
    """Water below a row of scallops."""
    d, x = f"M{n(x0 + shift)},{n(y)}", x0 + shift
    while x < x1:
        d += f"q{n(half * 0.5)},{n(-rise)} {n(half)},0t{n(half)},0"
        x += 2 * half
    o = path(d + f"V1010H{n(x0 + shift)}Z", fill)
    return o + (line(d, crest, w) if crest else "")


def gull(x, y, s=1.0, sx=None, rot=0.0):
    """A gull close by, wings up."""
    return at(x, y, path("M-10,2C-30,-50 -74,-74 -116,-66C-90,-44 -70,-20 -34,12Z", STONE),
              path("M-116,-66C-108,-68 -100,-68 -92,-66L-78,-40C-92,-54 -104,-60"
                   " -116,-66Z",
                   INK),
              path("M-70,30C-50,4 -10,-18 40,-16C58,-14 60,2 46,8C10,30 -30,34 -70,30Z",
                   IVORY),
              path("M-70,30C-40,28 0,24 48,4C44,12 10,32 -24,36C-40,36 -58,34 -70,30Z",
                   IVORY_D),
              path("M-20,4C-20,-44 20,-92 74,-98C56,-66 50,-28 22,8Z", IVORY),
              path("M-20,4C-4,-30 30,-80 74,-98C44,-58 40,-20 22,8Z", STONE),
              path("M74,-98C66,-84 62,-72 58,-60L44,-74C54,-84 64,-92 74,-98Z", INK),
              path("M52,-8L78,-2L54,6Z", BRASS), circle(40, -6, 4, INK), s=s, sx=sx,
              rot=rot)


def buoy(x, y, s=1.0):
    return at(x, y, line("M-26,-60L-8,-128M26,-60L8,-128", INK_L, 8),
              path("M-14,-134H14V-108C14,-104 -14,-104 -14,-108Z", BRASS),
              circle(0, -146, 14, RED), rect(-30, -92, 60, 8, INK_L),
              path("M-44,-60H44L66,10H-66Z", IVORY), path("M-52,-36H52L59,-12H-59Z", RED),
              dim([(18, -60), (44, -60), (66, 10), (26, 10)]),
              ellipse(0, -60, 44, 9, IVORY_D), s=s, rot=-7)


def fish(x, y, s=1.0, rot=0.0):
    d = "M-70,0C-40,-44 30,-46 70,-4C34,30 -40,34 -70,0Z"
    return at(x, y, path("M-60,0L-112,-34C-98,-10 -98,12 -110,34Z", BRASS),
              path("M-20,-30C0,-62 30,-56 34,-28Z", BRASS), two(d, RED_L, RED, 0, -14),
              clip(d, line("M-30,-40Q-10,0 -30,40M0,-46Q20,0 0,46", CREAM, 10)),
              circle(44, -8, 9, IVORY), circle(46, -8, 5, INK), s=s, rot=rot)


def dolphin(x, y, s=1.0):
    d = ("M-96,40C-104,-40 -40,-92 40,-76C66,-70 76,-58 84,-46L116,-30C120,-20 110,-14"
         " 98,-16"
         "L70,-14C40,-30 -30,-30 -52,40Z")
    return at(x, y, path("M-30,-70C-34,-100 -54,-112 -74,-114C-62,-96 -62,-82 -62,-62Z", "#3C6F96"),
              path(d, "#4F87AE"),
              clip(d, path("M120,-24C80,-34 30,-50 -10,-34C-46,-20 -66,10 -72,60L20,40"
                           "L130,0Z",
                           "#C9DDE0")),
              path("M8,-40C-4,-20 -10,-2 -8,16C14,4 28,-14 34,-34Z", "#3C6F96"),
              circle(70, -46, 6, INK), s=s)


FLAGS = (RED, IVORY, BLUE, BRASS, GREEN)


def flags(a, b, sag, count, size=30, start=0, side=1):
    """Signal flags on a line from a to b, on its one side or the other."""
    (x0, y0), (x1, y1) = a, b
    mx, my = (x0 + x1) / 2 + sag, (y0 + y1) / 2 + abs(sag)
    o = [line("M" + xy([a]) + "Q" + xy([(mx, my), b]), BROWN, 4)]
    for k in range(count):
        t = (k + 0.9) / (count + 0.8)
        x = (1 - t) ** 2 * x0 + 2 * t * (1 - t) * mx + t * t * x1
        y = (1 - t) ** 2 * y0 + 2 * t * (1 - t) * my + t * t * y1
        dx = 2 * (1 - t) * (mx - x0) + 2 * t * (x1 - mx)
        dy = 2 * (1 - t) * (my - y0) + 2 * t * (y1 - my)
        rot = math.degrees(math.atan2(dy, dx))
        c, e = FLAGS[(k + start) % 5], FLAGS[(k + start + 2) % 5]
        q = size
        if k % 2:
            f = poly([(-q / 2, 0), (q / 2, 0), (0, q * 1.3)], c)
        else:
            f = rect(-q / 2, 0, q, q * 1.1, c) + (
                rect(-q / 2, q * 0.37, q, q * 0.37, e) if k % 4
                                                  else circle(0, q * 0.55, q * 0.28, e))
        o.append(at(x, y, f, rot=rot if side > 0 else rot + 180))
    return "".join(o)


def yacht():
    """The big sailing boat: its waterline is y = 0, its mast is at x = 0."""
    o = [rect(-8, -640, 16, 560, BROWN), rect(-8, -640, 6, 560, WOOD)]
    main = "M14,-600C84,-450 140,-280 166,-112L14,-100Z"
    o.append(path(main, IVORY))
    o.append(clip(main, *(path(f"M0,{y}L260,{y + 30}V{y + 86}L0,{y + 56}Z", RED)
                          for y in (-500, -388, -276, -164)),
                  path("M14,-620C52,-470 66,-280 60,-90L-20,-90V-620Z", BRASS_D,
                       extra=' opacity="0.26"')))
    jib = "M-16,-600C-70,-420 -140,-250 -246,-108C-170,-98 -90,-98 -16,-104Z"
    o.append(two(jib, IVORY, IVORY_D, -30, 0))
    o.append(clip(jib, path(gear(-86, -206, 54, 10, 0.2, 0.38), BRASS)))
    o.append(line("M-6,-96H190", BROWN, 12) + line("M0,-634L-268,-72", BROWN, 4))
    o.append(path("M8,-640C40,-652 60,-632 96,-644L72,-622L96,-602C60,-592 40,-612"
                  " 8,-600Z", BLUE))
    # cabin, sailor, hull
    o.append(path("M-80,-62L-70,-104H60L74,-62Z", IVORY)
             + path("M30,-104H60L74,-62H44Z", IVORY_D))
    o += [circle(x, -82, 12, SEA_D) + circle(x, -82, 12, "none", BRASS, 5)
          for x in (-44, -6, 32)]
    o.append(path("M128,-58C124,-100 136,-112 156,-112C176,-112 188,-100 184,-58Z", BLUE)
             + line("M131,-92H181M130,-76H182", IVORY, 7)
             + circle(154, -134, 25, "#EBC59A")
             + path("M130,-138C130,-166 178,-166 180,-138L134,-136Z", IVORY)
             + circle(143, -134, 4, INK) + line("M138,-88L104,-72", BLUE, 12))
    hull = "M-286,-74H246C248,-30 226,10 200,34H-170C-220,20 -262,-20 -286,-74Z"
    o.append(path(hull, BLUE))
    o.append(clip(hull, rect(-300, -16, 600, 70, BLUE_D),
                  rect(-300, -78, 600, 22, WOOD_L),
                  rect(-300, -58, 600, 6, WOOD_D), rect(-300, -22, 600, 10, IVORY)))
    o.append(key(150, 0, 0.76, 0, False))
    o.append(line("M-352,-96L-262,-70", WOOD_D, 11))
    return o


def tug():
    """A tug, its nose to the left; waterline y = 0."""
    o = [rect(-4, -250, 8, 100, BROWN), path("M-4,-250h-46l10,14l-10,14h46Z", RED)]
    o.append(path("M34,-118V-214H96V-118Z", BRASS) + rect(74, -214, 22, 96, "#B98833")
             + rect(28, -228, 74, 22, INK) + rect(34, -186, 62, 24, RED)
             + rect(74, -186, 22, 24, RED_D))
    o.append(rect(-62, -176, 82, 100, IVORY) + rect(2, -176, 18, 100, IVORY_D)
             + rect(-74, -188, 106, 16, RED, 6) + window(-54, -158, 26, 30)
             + window(-22, -158, 22, 30))
    o.append(rect(-90, -104, 224, 50, CREAM) + rect(104, -104, 30, 50, CREAM_D))
    o += [circle(x, -78, 11, SEA_D) + circle(x, -78, 11, "none", BRASS, 5)
          for x in (50, 84)]
    hull = ("M-176,-92C-150,-62 -110,-56 -60,-56H166C176,-20 166,10 150,30H-120C-150,10"
            " -172,-40 -176,-92Z")
    o.append(path(hull, RED) + clip(hull, rect(-200, -6, 400, 40, RED_D), rect(-200, -14, 400, 9, IVORY),
                                    line("M-180,-92C-150,-56 -110,-48 -60,-48H170", BRASS,
                                         14)))
    for x in (-96, -34, 28, 90):
        o.append(circle(x, -24, 17, "none", INK, 9))
    return o


def rowing():
    """A small fishing boat with somebody in it."""
    o = [path("M-10,-46C-14,-90 -6,-106 18,-106C42,-106 50,-90 46,-46Z", BRASS)
         + path("M22,-106C44,-104 50,-90 46,-46H30Z", "#BC8B34")
         + circle(16, -128, 26, "#EBC59A")
         + path("M-20,-134L-10,-142C-8,-168 40,-168 44,-142L54,-130C30,-140 0,-140"
                " -20,-134Z", BRASS_L)
         + circle(4, -126, 4.5, INK) + path("M-8,-116C0,-108 22,-106 30,-114C28,-98"
                                            " 2,-98 -8,-116Z", IVORY)]
    o.append(line("M-96,-176L-2,-70", WOOD_D, 7) + line("M-96,-176V-10", IVORY, 4)
             + line("M10,-86L-28,-88", BRASS, 15))
    hull = ("M-116,-54C-60,-44 60,-44 128,-62C122,-24 104,8 84,22H-70C-94,8 -110,-20"
            " -116,-54Z")
    o.append(path(hull, GREEN) + clip(hull, path("M-130,-20C-60,-10 60,-10 140,-26V40"
                                                 "H-130Z", GREEN_D),
                                      line("M-116,-50C-60,-40 60,-40 128,-58", IVORY,
                                           13)))
    return o


def boats():
    w, h = 1400, 1000
    o = [rect(0, 0, w, h, "#A3C9CC")]
    for r, c in ((560, "#B3D2CF"), (400, "#C6DCD0"), (270, "#DBE6CF"), (170, "#EFE9C4")):
        o.append(circle(890, 190, r, c))
    o.append(circle(890, 190, 96, BRASS_L) + circle(890, 190, 78, BRASS))
    o.append(cloud(40, 226, BANK, s=1.02) + cloud(-70, 120, LONG, s=0.7)
             + cloud(960, 330, LONG, s=0.92) + cloud(1180, 150, BANK, s=0.8)
             + cloud(430, 130, PUFF, s=0.8))
    # headland with a light, at the far right
    o.append(path(hill([(930, 560), (1040, 500), (1180, 462), (1300, 430), (1420, 420)]),
                  "#6E9E86"))
    o.append(path(hill([(1080, 570), (1200, 520), (1320, 488), (1420, 480)]), "#4F8467"))
    o.append(poly([(1268, 470), (1278, 300), (1322, 300), (1332, 470)], IVORY)
             + poly([(1272, 400), (1276, 340), (1324, 340), (1328, 400)], RED)
             + dim([(1306, 470), (1306, 300), (1322, 300), (1332, 470)])
             + rect(1262, 290, 76, 12, INK_L) + rect(1280, 250, 40, 40, BRASS_L)
             + path("M1272,252C1276,220 1324,220 1328,252Z", RED))
    # town on the left shore
    o.append(path(hill([(-20, 400), (120, 330), (260, 300), (380, 360), (480, 470),
                        (560, 560)]),
                  "#7FAA78"))
    o.append(path(hill([(-20, 470), (160, 420), (320, 430), (440, 510), (500, 570)]),
                  "#5F9160"))
    o.append(rect(286, 262, 42, 160, CREAM) + rect(312, 262, 16, 160, CREAM_D)
             + poly([(278, 262), (307, 168), (336, 262)], BLUE)
             + poly([(307, 168), (336, 262), (314, 262)], BLUE_D)
             + circle(304, 292, 11, INK_L) + circle(307, 164, 7, BRASS))
    o.append(house(216, 430, 84, 84, IVORY, IVORY_D, RED, RED_D, 46, 2))
    o.append(round_tree(196, 436, 26) + round_tree(372, 430, 26) + poplar(410, 466, 90))
    # far water, then the quay with its houses
    o.append(waves(560, 40, 12, "#86B9B6", 300, 1500))
    o.append(waves(604, 50, 16, "#6BA8A8", 300, 1500, "#A9D0C8", 4, 10))
    for x, ww, hh, wall, shade, roof, roof_d in (
            (-30, 108, 190, "#E7A98C", "#D08B6E", TEAL, TEAL_D),
            (82, 96, 150, CREAM, CREAM_D, RED, RED_D),
            (190, 104, 168, "#8DB8C4", "#6F9DAB", RED_L, RED),
            (306, 90, 122, IVORY, IVORY_D, GREEN, GREEN_D)):
        o.append(house(x, 600, ww, hh, wall, shade, roof, roof_d, 54, 2, 2, BRASS_L))
    o.append(rect(-20, 596, 440, 60, STONE) + rect(-20, 596, 440, 13, CREAM)
             + line("M0,628H60M90,640H150M180,626H250M280,642H330M350,626H400", STONE_D,
                    5))
    o.append(waves(650, 60, 18, "#5497A0", -60, 1460, "#9CC9C6", 5))
    # boats on the middle water
    for x, y, r in ((1090, 372, 26), (1118, 330, 36), (1166, 282, 46), (1222, 250, 50),
                    (1290, 216, 56)):
        o.append(circle(x + 4, y + 10, r, STONE))
    for x, y, r in ((1090, 372, 26), (1118, 330, 36), (1166, 282, 46), (1222, 250, 50),
                    (1290, 216, 56)):
        o.append(circle(x, y, r, IVORY_D))
    o.append(at(1054, 660, *tug(), s=1.06))
    o.append(waves(690, 62, 20, "#42848F", -60, 1460, "#8CC0C0", 5, 30))
    o.append(at(676, 738, *yacht()))
    o.append(flags((684, 106), (920, 668), 10, 9, 32, 1, -1))
    o.append(flags((668, 106), (336, 646), -30, 10, 32, 3))
    o.append(gull(352, 96, 0.62) + gull(1130, 86, 0.7, -0.7))
    o.append(waves(770, 70, 22, "#33727F", -60, 1460, "#7DB5B8", 6, 0))
    o.append(at(356, 830, *rowing()))
    o.append(fish(812, 822, 0.94, -34))
    o.append(dolphin(586, 852))
    o.append(buoy(1080, 872, 1.06))
    o.append(waves(866, 78, 24, "#275F6F", -60, 1460, "#6AA6AE", 6, 40))
    o.append(line("M180,930Q320,946 470,930", WOOD_L, 5))
    for k, x in enumerate(range(206, 460, 46)):       # the floats of a net
        o.append(two(disc(x, 930 + 6 * (k % 2), 16), (IVORY, RED_L)[k % 2],
                     (IVORY_D, RED)[k % 2], -4, -5))
    o.append(fish(884, 940, 0.66, -28))
    o.append(at(1158, 938, poly([(-66, -24), (66, -24), (40, 16), (-40, 16)], IVORY),
                poly([(0, -24), (66, -24), (40, 16), (10, 16)], IVORY_D),
                poly([(-30, -24), (0, -74), (30, -24)], IVORY),
                poly([(0, -74), (30, -24), (6, -24)], IVORY_D)))
    o.append(waves(946, 84, 24, "#1D4D5E", -60, 1460, "#5894A0", 6, 0))
    o.append(line("M560,984q22,-10 44,0M520,974", "#5894A0", 6)
             + line("M300,984q24,-10 48,0M1010,988q24,-10 48,0M770,990q20,-9 40,0",
                    "#3B7385", 6))
    return svg(o, w, h)


# --------------------------------------------------------------------------
# Lighthouse


def whale(x, y, s=1.0):
    """It looks to the right; the water is at y = 0."""
    d = ("M-150,30C-160,-30 -196,-50 -214,-92C-190,-96 -170,-84 -160,-68C-156,-88"
         " -140,-104"
         " -116,-108C-116,-70 -130,-50 -126,-26C-104,-66 -50,-104 20,-100C90,-96 124,-50"
         " 124,30Z")
    return at(x, y, line("M56,-100C56,-136 44,-158 20,-156M56,-100C56,-142 72,-162"
                         " 96,-154"
                         "M56,-96V-146", "#BFE0D8", 9),
              path(d, BLUE_L), clip(d, path("M-140,40C-60,-10 20,-40 140,-34V60H-140Z", "#B9D3DE"),
                                    line("M30,20C60,4 90,-4 130,-6M20,44C60,22 90,14"
                                         " 130,14",
                                         BLUE_L, 5)),
              circle(84, -46, 8, INK), line("M122,-26C106,-16 92,-18 82,-26", BLUE_D, 5),
              s=s)


def crab(x, y, s=1.0):
    o = [line("M-34,-10L-62,4L-66,22M-30,2L-50,18L-52,32M34,-10L62,4L66,22M30,2L50,18"
              "L52,32",
              RED_D, 8),
         line("M-38,-24L-60,-46M38,-24L60,-46", RED, 10)]
    for sx in (1, -1):
        o.append(at(64, -58, path("M-8,20C-30,4 -22,-26 4,-30L-2,-8L22,-22C30,0 14,24"
                                  " -8,20Z", RED))
                 if sx > 0 else
                 at(-64, -58, path("M-8,20C-30,4 -22,-26 4,-30L-2,-8L22,-22C30,0 14,24"
                                   " -8,20Z", RED),
                    sx=-1))
    o += [two("M-48,-14C-48,-44 48,-44 48,-14C48,14 -48,14 -48,-14Z", RED_L, RED, 0, -10),
          line("M-14,-36V-52M14,-36V-52", RED, 6), circle(-14, -54, 8, IVORY),
          circle(14, -54, 8, IVORY), circle(-13, -54, 4, INK), circle(15, -54, 4, INK)]
    return at(x, y, *o, s=s)


def steamer(x, y, s=1.0):
    o = [rect(-20, -112, 26, 50, RED) + rect(-20, -112, 26, 14, INK)
         + rect(30, -112, 26, 50, RED) + rect(30, -112, 26, 14, INK),
         rect(-84, -64, 176, 38, CREAM) + rect(-60, -82, 120, 20, IVORY),
         line("M-104,-20V-120M112,-20V-100", BROWN, 5),
         path("M-140,-30H148L128,24H-112C-126,10 -136,-10 -140,-30Z", INK),
         path("M-140,-30H148L145,-20H-137Z", RED)]
    o += [rect(k, -54, 14, 16, BRASS) for k in range(-72, 86, 26)]
    o += [circle(k, -4, 5.5, BRASS_L) for k in range(-104, 124, 30)]
    return at(x, y, *o, s=s)


def tower():
    """The lighthouse; the lamp is at (0, -540), the foot at y = 0."""
    body = "M-98,0C-84,-160 -70,-320 -62,-470H62C70,-320 84,-160 98,0Z"
    o = [path(body, IVORY)]
    o.append(clip(body, *(path(f"M-120,{y}Q0,{y + 34} 120,{y}V{y + 78}Q0,{y + 112}"
                               f" -120,{y + 78}Z",
                               RED) for y in (-470, -314, -158)),
                  path("M30,-480C36,-320 44,-160 54,20H120V-480Z", "#4A3312",
                       extra=' opacity="0.26"'),
                  path("M-120,-20Q0,14 120,-20V20H-120Z", STONE)))
    o += [rect(-14, y - 18, 28, 42, BRASS_L, 14) + rect(-14, y + 18, 28, 8, BRASS_D)
          for y in (-352, -190)]
    o.append(path("M-26,8V-56a26,26 0 0 1 52,0V8Z", BROWN) + circle(14, -28, 5, BRASS)
             + path("M-26,8V-56a26,26 0 0 1 52,0V8Z", "none", STONE_D, 6))
    # gallery, lantern room and dome
    o.append(path("M-92,-470H92L72,-444H-72Z", INK_L) + rect(-100, -482, 200, 16, INK, 4))
    o.append(line("M-92,-512H92M-92,-484V-512M-56,-484V-512M56,-484V-512M92,-484V-512",
                  INK, 6))
    o.append(rect(-46, -580, 92, 98, BRASS_L) + circle(0, -536, 34, IVORY)
             + rect(24, -580, 22, 98, BRASS)
             + line("M-46,-482V-580M-16,-482V-580M16,-482V-580M46,-482V-580", INK, 6))
    o.append(path("M-62,-578C-56,-640 56,-640 62,-578Z", RED)
             + path("M8,-624C40,-620 58,-606 62,-578H20Z", RED_D)
             + rect(-66, -584, 132, 12, INK, 5) + rect(-5, -656, 10, 36, BRASS_D)
             + circle(0, -656, 13, BRASS))
    return o


def lighthouse():
    o = [rect(0, 0, 1000, 1000, "#123635")]
    for r, c in ((760, "#163F3E"), (600, "#1C4B49"), (450, "#245B58"), (310, "#30706B"),
                 (195, "#488A81")):
        o.append(circle(146, 150, r, c))
    o.append(circle(146, 150, 104, CREAM)
             + clip(disc(146, 150, 104), path(disc(176, 128, 124) + disc(146, 150, 130), CREAM_D,
                                              extra=' fill-rule="evenodd"'),
                    circle(110, 120, 20, CREAM_D), circle(176, 190, 26, CREAM_D),
                    circle(180, 108, 12, CREAM_D), circle(116, 204, 11, CREAM_D)))
    # stars: the Great Bear, a comet, and others
    bear = [(300, 70), (352, 92), (388, 126), (428, 160), (414, 210), (484, 226),
            (504, 168)]
    o.append(line("M" + xy(bear) + "L" + xy([bear[3]]), "#6FA59C", 4))
    o += [star(x, y, 17) for x, y in bear]
    o.append(path("M958,70L770,26L800,44L742,52L806,66L770,84L944,94Z", BRASS,
                  extra=' opacity="0.75"'))
    o.append(star(950, 82, 34, IVORY))
    for x, y, r in ((560, 60, 12), (690, 110, 10), (880, 180, 16), (800, 150, 9),
                    (274, 236, 11),
                    (976, 210, 9), (600, 130, 9), (770, 470, 11), (560, 400, 10),
                    (36, 320, 12),
                    (880, 440, 9), (240, 24, 9)):
        o.append(star(x, y, r))
    o.append(cloud(-80, 486, BANK, "#5E9C94", "#3C7771", 0.94))
    o.append(cloud(756, 520, LONG, "#417A76", "#2B5D5A", 0.96))
    # beams
    lx, ly = 640, 244
    o.append(poly([(lx, ly - 20), (-30, 300), (-30, 590), (lx, ly + 24)], BRASS_L,
                  extra=' opacity="0.32"'))
    o.append(poly([(lx, ly - 10), (-30, 380), (-30, 510), (lx, ly + 12)], "#F6E2A8",
                  extra=' opacity="0.42"'))
    o.append(poly([(lx, ly - 20), (1030, 214), (1030, 420), (lx, ly + 24)], BRASS_L,
                  extra=' opacity="0.32"'))
    o.append(poly([(lx, ly - 10), (1030, 270), (1030, 364), (lx, ly + 12)], "#F6E2A8",
                  extra=' opacity="0.42"'))
    o.append(gull(90, 392, 0.5) + gull(316, 396, 0.86) + gull(908, 312, 0.62, -0.62, -6))
    o.append(bird(150, 560, 0.8, INK, -6))
    # far water with the light of the moon, and a steamer
    o.append(rect(0, 640, 1000, 360, "#2B6664"))
    o.append(path(hill([(-20, 640), (60, 612), (150, 606), (240, 640)], 646), "#163F3E"))
    o.append(at(300, 634, steamer(0, 0, 0.92)))
    for x, y, r in ((420, 498, 30), (384, 514, 20), (362, 530, 13)):
        o.append(circle(x, y, r, "#9DB5A6"))
    for k, (x, w) in enumerate(((112, 130), (92, 80))):
        o.append(rect(x - w / 2, 654 + 20 * k, w, 9, CREAM, 4.5))
    o.append(waves(700, 60, 18, "#245857", -60, 1060, "#5C9A93", 5, 0))
    # rock, cottage and lighthouse
    o.append(poly([(330, 1000), (372, 850), (440, 800), (500, 742), (560, 752),
                   (740, 738),
                   (800, 760), (960, 748), (1020, 790), (1020, 1000)], "#6C6A5C"))
    o.append(poly([(500, 742), (560, 752), (740, 738), (800, 760), (960, 748),
                   (1020, 790),
                   (900, 800), (760, 790), (640, 806), (540, 782), (440, 800)],
                  "#8D9A5E"))
    o.append(poly([(440, 800), (540, 782), (570, 840), (520, 900), (560, 1000),
                   (430, 1000),
                   (420, 880)], "#8B8672"))
    o.append(poly([(760, 790), (900, 800), (880, 870), (930, 1000), (760, 1000),
                   (800, 900)],
                  "#8B8672"))
    o.append(poly([(640, 806), (760, 790), (800, 900), (760, 1000), (650, 1000),
                   (610, 900)],
                  "#57574D"))
    o.append(house(770, 764, 172, 96, IVORY, IVORY_D, RED, RED_D, 74, 3, 1, BRASS,
                   (1, BLUE), 14))
    o.append(rect(902, 590, 26, 66, STONE) + rect(896, 584, 38, 12, STONE_D))
    o += [circle(x, y, r, "#9DB5A6") for x, y,
          r in ((918, 566, 14), (938, 542, 20), (968, 520, 27))]
    o.append(poplar(978, 780, 130, GREEN, GREEN_D))
    o.append(at(640, 784, *tower(), s=1.0))
    o.append(line("M738,770H770M746,742V776M762,742V776M738,754H770", CREAM, 5))
    # steps down to the landing
    for k in range(6):
        o.append(rect(610 - 10 * k, 796 + 16 * k, 62, 16, (STONE, STONE_D)[k % 2]))
    # near water and what lives in it
    o.append(whale(226, 846, 0.96))
    o.append(waves(846, 64, 20, "#1C4C4E", -60, 480, "#5C9A93", 5, 0))
    o.append(waves(900, 70, 22, "#184346", -60, 1060, "#4F8D88", 6, 30))
    o.append(at(590, 930, *dinghy()))
    o.append(poly([(800, 1000), (822, 930), (880, 900), (960, 912), (1020, 880),
                   (1020, 1000)],
                  "#8B8672"))
    o.append(poly([(880, 900), (960, 912), (940, 960), (980, 1000), (860, 1000)],
                  "#6C6A5C"))
    o.append(crab(906, 908, 0.9))
    o.append(waves(962, 76, 22, "#113438", -60, 1060, "#3F7C7A", 6, 0))
    return svg(o)


def dinghy():
    hull = ("M-110,-40C-50,-28 60,-28 116,-46C112,-10 92,18 72,30H-70C-92,14 -106,-10"
            " -110,-40Z")
    return [line("M-40,-34V-108", BROWN, 7), rect(-54, -128, 28, 36, BRASS_L, 6),
            rect(-58, -134, 36, 9, INK, 4), rect(-58, -96, 36, 9, INK, 4),
            path("M10,-30L96,-96L104,-86L30,-28Z", WOOD),
            path(hull, GREEN_L), clip(hull, path("M-130,-8C-50,4 60,4 130,-14V40H-130Z", GREEN),
                                      line("M-112,-36C-50,-24 60,-24 118,-42", IVORY,
                                           12))]


# --------------------------------------------------------------------------
# Tiles, dice and the emblem


def tile_back():
    o = [rect(0, 0, 250, 250, TEAL_D, 12), rect(4, 4, 242, 242, TEAL, 10),
         rect(17, 17, 216, 216, "none", 8, BRASS_D, 4)]
    for x in (41, 209):
        for y in (41, 209):
            o.append(circle(x, y, 7, BRASS_D))
    o.append(path(disc(125, 125, 74), "#17393A"))
    o.append(path(gear(125, 128, 58, 12, 0.2, 0.36), BRASS_D)
             + path(gear(125, 124, 58, 12, 0.2, 0.36), BRASS)
             + circle(125, 124, 33, "none", BRASS_L, 5))
    return svg(o, 250, 250)


PIPS = {1: ((1, 1),), 2: ((0, 2), (2, 0)), 3: ((0, 2), (1, 1), (2, 0)),
        4: ((0, 0), (2, 0), (0, 2), (2, 2)), 5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
        6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2))}


def die(k):
    o = [rect(0, 0, 250, 250, EDGE, 42), rect(5, 4, 240, 238, IVORY, 38)]
    for c, r in PIPS[k]:
        x, y, q = 125 + 63 * (c - 1), 123 + 63 * (r - 1), 38 if k == 1 else 30
        o.append(circle(x, y, q, INK))
    return svg(o, 250, 250)


BADGE_W, BADGE_H, INSET, OUTLINE = 116.0, 92.0, 12.0, 4.0
CAP = 58.0                             # height of the numerals on badges


def numeral(text, x, y):
    """Figures in the font's own spacing, their capital height's middle in (x, y).

    Across, their middle is halfway between that of their outline and that of
    their ink, so that neither the flag of a 1 nor its stem looks off centre."""
    font = TTFont(INTER)
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    s = CAP / font["OS/2"].sCapHeight

    def draw(pen, dx=0.0):
        for ch in text:
            glyph = glyphs[cmap[ord(ch)]]
            glyph.draw(TransformPen(pen, (s, 0, 0, -s, dx, y + CAP / 2)))
            dx += glyph.width * s
        return pen

    x0, _, x1, _ = draw(BoundsPen(None)).bounds
    ink = draw(MomentsPen())
    mid = ((x0 + x1) / 2 + ink.momentX / ink.area) / 2
    return draw(SVGPathPen(None, ntos=n), x - mid).getCommands()


def badge(k):
    """A number to lay over a tile's picture; the rest of the tile stays clear."""
    h = OUTLINE / 2
    frame = rect(INSET + h, INSET + h, BADGE_W - OUTLINE, BADGE_H - OUTLINE, INK, 24,
                 IVORY, OUTLINE)
    frame = frame.replace("/>", ' fill-opacity="0.82" stroke-opacity="0.6"/>')
    return svg([frame, path(numeral(str(k), INSET + BADGE_W / 2, INSET + BADGE_H / 2),
                            IVORY)], 250, 250)


def emblem():
    """A gear cut into four, two of its quarters in each other's place; four
    brass buttons below.  Made for a dark panel, like the other emblems."""
    w, gap, y0 = 41.0, 5.0, 3.0
    x0 = 60 - w - gap / 2
    spots = [(x0 + c * (w + gap), y0 + r * (w + gap)) for r in (0, 1) for c in (0, 1)]
    lit = (1, 2)                       # the two that are to change places
    glow = "".join(rounded(*spots[k], w, 5) for k in lit)
    o = [f'<defs><path id="g" d="{glow}" fill="none"/></defs>']
    for i in range(10):                # a soft light without filters
        o.append(f'<use href="#g" stroke="{BRASS}" stroke-width="{n(11 - i * 1.1)}" '
                 f'stroke-linejoin="round" opacity="{0.022 + 0.012 * i:.3f}"/>')
    r = w + gap / 2 - 5.5              # the gear, its centre in a corner of each
    for k, (x, y) in enumerate(spots):
        src = 3 - k if k in lit else k  # which quarter lies here
        cx = x + (w + gap / 2 if src % 2 == 0 else -gap / 2)
        cy = y + (w + gap / 2 if src < 2 else -gap / 2)
        on = k in lit
        o.append(path(rounded(x, y, w, 5), BRASS_L if on else "#CDBE9C"))
        face = rounded(x + 1.4, y + 1.4, w - 2.8, 4)
        o.append(path(face, BRASS if on else "#F4EAD2"))
        o.append(clip(face, path(gear(cx, cy, r, 12, 0.2, 0.42, 15), INK if on else RED)))
    x, y = 60, y0 + w + gap / 2        # change places!
    o.append(circle(x, y, 15, TEAL_D, BRASS_L, 1.6))
    p, q = polar(0, 0, 7.6, 185), polar(0, 0, 7.6, 285)
    arrow = (path(f"M{xy([p])}A7.6,7.6 0 0 1 {xy([q])}", "none", BRASS_L, 3)
             + at(*q, path("M-1,-4.6L6.4,0L-1,4.6Z", BRASS_L), rot=22))
    o += [at(x, y, arrow, rot=a) for a in (0, 180)]
    for k in range(4):
        x, y = 60 + (k - 1.5) * 24, 106.0
        o.append(circle(x, y + 1.2, 9.4, BRASS_D) + circle(x, y - 0.4, 9.4, BRASS_L)
                 + circle(x, y + 0.2, 8, BRASS) + circle(x, y, 3.4, BRASS_D))
    return svg(o, 120, 120)


PARLOUR = """(
    parlour_pack: 1,
    title: "Parlour", author: "the Parlour project", licence: "CC0-1.0",
    pictures: [
        (file: "aeroplane.svg", title: "Aeroplane"),
        (file: "truck.svg", title: "Truck"),
        (file: "train.svg", title: "Train"),
        (file: "numbers.svg", title: "Numbers"),
    ],
)
"""

HARBOUR = """\
// A pack of pictures for Mess Machine: this file and the pictures beside it, in
// one folder.  Copy the folder, put your own pictures in and change the lines.
//
// parlour_pack  the kind of this file; leave it at 1.
// title         the name of the pack, as the players see it.
// author        who made the pictures.
// licence       what others may do with them, such as "CC0-1.0" or "CC-BY-4.0".
// pictures      one line for every picture, in the order in which they are shown.
//   file        the name of the picture's file in this folder.
//   title       the name of the picture, as the players see it.
//   crop        which square of the picture to play with; without it, the largest
//               square in the middle of the picture counts.  x and y say how far
//               the square's left upper corner is from the left and from the top,
//               size how wide and how high it is, all in the units of the picture
//               itself.
(
    parlour_pack: 1,
    title: "Harbour", author: "the Parlour project", licence: "CC0-1.0",
    pictures: [
        (file: "boats.svg", title: "Boats", crop: Some((x: 200, y: 0, size: 1000))),
        (file: "lighthouse.svg", title: "Lighthouse"),
    ],
)
"""


# --------------------------------------------------------------------------

def main():
    files = {PACKS / "parlour" / "pack.ron": PARLOUR,
             PACKS / "parlour" / "aeroplane.svg": aeroplane(),
             PACKS / "parlour" / "truck.svg": truck(),
             PACKS / "parlour" / "train.svg": train(),
             PACKS / "parlour" / "numbers.svg": numbers(),
             PACKS / "harbour" / "pack.ron": HARBOUR,
             PACKS / "harbour" / "boats.svg": boats(),
             PACKS / "harbour" / "lighthouse.svg": lighthouse(),
             TILES / "back.svg": tile_back(),
             EMBLEMS / "mess-machine.svg": emblem()}
    files.update({TILES / f"die-{k}.svg": die(k) for k in PIPS})
    files.update({TILES / f"number-{k}.svg": badge(k) for k in range(1, 17)})
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        print(f"{file.relative_to(ROOT)}  {len(text.encode())}")


if __name__ == "__main__":
    main()
