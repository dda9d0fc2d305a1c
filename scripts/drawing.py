"""What the scripts that draw the decks share: colours, the measures of a card, path data, SVG elements, the figures of
the indexes, frames and backs.

A script must give the same bytes whenever it runs, and small files. So transformations of paths are worked into their
coordinates, and these are written with two decimals.

A path is kept as its data, a string with the absolute commands M, L, C, Q and Z. Angles are in degrees, clockwise.
"""

import math
import re
from itertools import pairwise
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont

ASSETS = Path(__file__).resolve().parent.parent / "assets"
CARDS = ASSETS / "cards"

# The size of a card, and its middle.
W, H = 250, 350
CX, CY = W / 2, H / 2

FACE = "#FBF7EC"
EDGE = "#D8CFBA"
PARCHMENT = "#F4EAD2"
BRASS, BRASS_LIGHT, BRASS_DIM = "#D9A441", "#EDCB84", "#8C6A2B"
STEEL, STEEL_DARK = "#E6E1D3", "#B9B6A8"

OUTLINE = 1.9  # width of the emblems' outlines

# A quarter of a circle with radius 1 is a Bézier curve whose control points are this far from its ends.
QUARTER = 0.5523


# Path data

SEGMENT = re.compile(r"([MLCQZ])([^MLCQZ]*)")
NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")


def number(value):
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def parse(data):
    """The segments of a path, each a command with its points."""
    segments = []
    for command, numbers in SEGMENT.findall(data):
        values = [float(value) for value in NUMBER.findall(numbers)]
        segments.append((command, list(zip(values[::2], values[1::2]))))
    return segments


def path_data(segments):
    return "".join(
        command + " ".join(f"{number(x)},{number(y)}" for x, y in points) for command, points in segments
    )


def polyline(*points):
    return path_data([("L" if i else "M", [point]) for i, point in enumerate(points)])


def rotated(x, y, angle):
    """A point turned about the origin."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return x * cos - y * sin, x * sin + y * cos


def transform(data, x=0, y=0, scale=1, angle=0):
    """A path scaled, then turned, then moved."""

    def place(point):
        dx, dy = rotated(point[0] * scale, point[1] * scale, angle)
        return x + dx, y + dy

    return path_data([(command, [place(point) for point in points]) for command, points in parse(data)])


def flipped(data):
    """A path with left and right exchanged."""
    return path_data([(command, [(-x, y) for x, y in points]) for command, points in parse(data)])


def both_sides(data):
    return data, flipped(data)


def mirrored(half):
    """The right half of a figure, open at the axis, closed with its mirror image."""
    segments = parse(half)
    left = []
    for (_, before), (command, points) in reversed(list(pairwise(segments))):
        left.append((command, [(-x, y) for x, y in [*points[:-1][::-1], before[-1]]]))
    return path_data(segments + left) + "Z"


def disc(x, y, r):
    """A circle as a path, not yet rounded, for it will be scaled."""
    k = r * QUARTER
    return (
        f"M{x},{y - r}C{x + k},{y - r} {x + r},{y - k} {x + r},{y}"
        f"C{x + r},{y + k} {x + k},{y + r} {x},{y + r}"
        f"C{x - k},{y + r} {x - r},{y + k} {x - r},{y}"
        f"C{x - r},{y - k} {x - k},{y - r} {x},{y - r}Z"
    )


def star(tips, outer, inner):
    points = [rotated(0, -(inner if i % 2 else outer), i * 180 / tips) for i in range(2 * tips)]
    return polyline(*points) + "Z"


def bezier(a, b, c, d, t):
    """The point at t, from 0 to 1, of a cubic Bézier curve."""
    u = 1 - t
    return tuple(u**3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t**3 * d[i] for i in (0, 1))


# SVG elements


def outlined(element, stroke, width):
    return f'{element} stroke="{stroke}" stroke-width="{number(width)}"' if stroke else element


def path(data, fill, stroke=None, width=1.6, join="round", more=""):
    text = outlined(f'<path d="{data}" fill="{fill}"', stroke, width)
    if stroke:
        text += f' stroke-linejoin="{join}"'
        if join == "round":
            text += ' stroke-linecap="round"'
    return text + more + "/>"


def line(data, stroke, width, join="round"):
    return path(data, "none", stroke, width, join)


def circle(x, y, r, fill, stroke=None, width=1.6):
    return outlined(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"', stroke, width) + "/>"


def ring(x, y, r, stroke, width):
    return circle(x, y, r, "none", stroke, width)


def rectangle(x, y, width, height, radius, fill, stroke=None, stroke_width=1.6):
    text = (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" fill="{fill}"'
    )
    return outlined(text, stroke, stroke_width) + "/>"


def group(parts, **attributes):
    names = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<g{names}>" + "".join(parts) + "</g>"


def at(x, y, parts, scale=1, angle=0):
    transformation = f"translate({number(x)} {number(y)})"
    if angle:
        transformation += f" rotate({number(angle)})"
    if scale != 1:
        transformation += f" scale({number(scale)})"
    return group(parts, transform=transformation)


def twice(parts, name="h"):
    """The parts, and the same turned half round: a group with this id."""
    turned = f'<use href="#{name}" transform="rotate(180 {number(CX)} {number(CY)})"/>'
    return [f'<defs><g id="{name}">' + "\n".join(parts) + "</g></defs>", f'<use href="#{name}"/>', turned]



def svg(parts, width=W, height=H):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def save(drawings):
    """Writes a text to each file."""
    for file, text in drawings.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(drawings)} drawings written")


# With large text Parlour draws the indexes larger. Where a group is then, at the most, stands in its data-large, as two
# scales and how far it is moved; in between Parlour goes part of the way. (An SVG viewer takes no notice of it.)


def scales(scale):
    return scale if isinstance(scale, tuple) else (scale, scale)


def larger(parts, scale, place, to=None):
    """Parts that are scaled about a place, which goes to another, where the indexes are largest."""
    (across, down), (x, y) = scales(scale), to or place
    moved = across, down, x - across * place[0], y - down * place[1]
    return group(parts, **{"data-large": " ".join(map(number, moved))})


def notch(margin, usual, large, strip, lines, ground, ink):
    """Where the indexes are larger, this covers a corner of the frame, so that its notch is larger, too.

    usual and large are the inner corners of the notch, strip is how wide the frame's border is, lines how wide its two
    lines are. It is not shown where the indexes have their usual size.
    """

    def edge(inset, radius):
        start, x, y = margin + inset, usual[0] + inset, usual[1] + inset
        return [
            ("M", [(x + radius, start)]),
            ("Q", [(x, start), (x, start + radius)]),
            ("L", [(x, y - radius)]),
            ("Q", [(x, y), (x - radius, y)]),
            ("L", [(start + radius, y)]),
            ("Q", [(start, y), (start, y + radius)]),
        ]

    outer, inner = edge(0, 7), edge(strip, 4.5)
    room = margin - 3
    across, down = ((large[i] - margin) / (usual[i] - margin) for i in (0, 1))
    # The border from the outer line there to the inner one back.
    (_, ends), back = inner[-1], [("L", [points[-1]]) for _, points in inner[-2::-1]]
    border = path_data([*outer, ("L", ends[-1:]), *back]) + "Z"
    corner = path_data([*outer, ("L", [(room, outer[-1][1][-1][1]), (room, room), (outer[0][1][0][0], room)])]) + "Z"
    parts = [
        path(border, ground),
        path(corner, FACE),
        line(path_data(outer), ink, lines[0]),
        line(path_data(inner), ink, lines[1]),
    ]
    shown = larger(parts, (across, down), (margin, margin))
    return shown.replace("<g ", '<g display="none" ', 1)


# The figures of the indexes, in the outlines of Inter

FIGURE_HEIGHT = 52
FONT = TTFont(ASSETS / "fonts" / "Inter-SemiBold.otf")
GLYPHS, GLYPH_NAMES = FONT.getGlyphSet(), FONT.getBestCmap()


def glyph(character):
    return GLYPHS[GLYPH_NAMES[ord(character)]]


def glyph_bounds(character):
    """Left, bottom, right and top, in units of the font."""
    pen = BoundsPen(GLYPHS)
    glyph(character).draw(pen)
    return pen.bounds


FIGURE_SCALE = FIGURE_HEIGHT / glyph_bounds("H")[3]


def glyph_outline(character, bend):
    """A figure from y = 0 down to FIGURE_HEIGHT; bend gives each x another place, both in units of the font."""
    commands = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}
    pen = RecordingPen()
    glyph(character).draw(pen)
    return path_data(
        [
            (commands[name], [(bend(x) * FIGURE_SCALE, FIGURE_HEIGHT - y * FIGURE_SCALE) for x, y in points])
            for name, points in pen.value
        ]
    )


def figure_width(character):
    left, _, right, _ = glyph_bounds(character)
    return (right - left) * FIGURE_SCALE


def figure_outline(character, scale=1):
    """A figure with its middle at x = 0."""
    left, _, right, _ = glyph_bounds(character)
    return transform(glyph_outline(character, lambda x: x - (left + right) / 2), scale=scale)


# Card faces and the frames on them


def face():
    return rectangle(0.9, 0.9, W - 1.8, H - 1.8, 14.1, FACE, EDGE, 1.8)


def half_turned(points):
    """Points turned half round about the card's middle."""
    return [(W - x, H - y) for x, y in points]


def notched_corners(margin, notch, inset):
    """The corners of a frame around the card that leaves room for both indexes, all its sides moved in by inset."""
    x, y = notch[0] + inset, notch[1] + inset
    edge = margin + inset
    half = [(x, edge), (W - edge, edge), (W - edge, H - y), (W - x, H - y)]
    return half + half_turned(half)


def rounded(corners, radius, command):
    """A polygon whose corners are rounded by a parabola (Q) or a quarter of a circle (C)."""
    segments = []
    for i, (x, y) in enumerate(corners):
        ends = []
        for to_x, to_y in (corners[i - 1], corners[(i + 1) % len(corners)]):
            distance = math.hypot(to_x - x, to_y - y)
            ends.append((x + (to_x - x) / distance * radius, y + (to_y - y) / distance * radius))
        if command == "Q":
            controls = [(x, y)]
        else:
            controls = [(end_x + (x - end_x) * QUARTER, end_y + (y - end_y) * QUARTER) for end_x, end_y in ends]
        segments += [("L" if i else "M", ends[:1]), (command, [*controls, ends[1]])]
    return path_data(segments) + "Z"


# Backs

# The field inside the border of a back.
FIELD_LEFT, FIELD_TOP, FIELD_WIDTH, FIELD_HEIGHT = 24, 24, 202, 302


def back(ground, parts):
    return svg([face(), rectangle(11, 11, 228, 328, 8, ground), *parts])


def border(bright, dim):
    return [
        rectangle(FIELD_LEFT, FIELD_TOP, FIELD_WIDTH, FIELD_HEIGHT, 2, "none", bright, 1.4),
        outer_border(dim),
    ]


def outer_border(colour):
    return rectangle(17.5, 17.5, 215, 315, 5, "none", colour, 0.9)


class Lattice:
    """Diagonals through the nodes of a grid laid over the field of a back."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows

    def node(self, column, row):
        return FIELD_LEFT + column * FIELD_WIDTH / self.columns, FIELD_TOP + row * FIELD_HEIGHT / self.rows

    def falling(self, start):
        """The part in the field of the line that goes down to the right from the node start of the top row."""
        return self.line([(start + row, row) for row in self.crossed(start)])

    def rising(self, start):
        """The mirror image of a falling line."""
        return self.line([(self.columns - start - row, row) for row in self.crossed(start)])

    def crossed(self, start):
        """The first and the last row of a line within the field; none if it lies outside it."""
        first, last = max(0, -start), min(self.rows, self.columns - start)
        return (first, last) if first < last else ()

    def line(self, nodes):
        return polyline(*(self.node(*node) for node in nodes))
