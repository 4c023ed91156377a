"""The drawing of a course: a winter morning from above, as one SVG.

Lengths are those of the table, so that a sled is put on a space with the table's own numbers.
Every space is a path of class `space` with an id such as `course-3a2`. Colours are presentation
attributes and everything bears a class, so that the style sheet of a page may repaint all of it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import shapely

from ..layout import BANK, Laid, Layout, outline, svg_number, svg_point
from ..problem import Refused, expect
from ..tile import IMPASSABLE, LANES, RUN_OFF, START, Face, cell
from .country import Frame, survey
from .figures import PALETTES, SHADOW, Palette, element, figures, gradient, path, text, translate
from .furniture import (
    cast_shadows,
    draw_chequered,
    draw_chevrons,
    draw_finish,
    draw_flags,
    draw_leads,
    draw_safety_lines,
    draw_signs,
    draw_start,
    line_across,
    place_flag,
    place_signs,
)
from .hazards import draw_hazards
from .night import draw_aurora, draw_lamps, night_definitions
from .scenery import draw_beyond, draw_ground, draw_shadows, draw_trees, scenery_definitions
from .sleds import DrawnSled, draw_sleds
from .tracks import DrawnTrack, draw_tracks

if TYPE_CHECKING:
    from ..course import Course
    from ..track import Track

Theme = Literal["light", "dark"]

MARGIN = 3.2
"""Open snow between the course and the edge of the picture."""

SLIMMEST = 0.42
"""Shorter side of the picture, as a part of the longer one, where a course is all straight."""

RUN_OFF_SHOWN = 6.0
"""Length of run-off that the picture makes room for."""

SURFACE = float(LANES)
WITH_BANKS = SURFACE + 2 * BANK
LINE = 0.04
"""Widths of the track and of the lines on it."""

_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def draw(
    course: "Course",
    *,
    theme: Theme = "light",
    prefix: str = "course",
    sleds: Sequence[DrawnSled] = (),
    saplings: Collection[str] | None = None,
    tracks: Sequence[DrawnTrack] = (),
    aspect: float | None = None,
) -> str:
    """Draw a course as the text of an SVG document, with sleds and the tracks of sleds on it.

    `saplings` names the spaces on which one still stands; left out, all do. Every id begins with
    `prefix`, so that several drawings fit on one page. `aspect` is how much wider than high the
    picture shall be; left out, it is as the course lies. Raises InvalidCourse if the course is not
    sound, Refused if a theme is unknown or `prefix` cannot begin an id.
    """
    if not _PREFIX.fullmatch(expect(str, prefix, "a prefix of ids is a text")):
        raise Refused(f"prefix {prefix!r}: use letters, digits, - and _, a letter first")
    if expect(str, theme, "a theme is a text such as dark") not in PALETTES:
        raise Refused(f"there is no theme {theme!r}; themes are {', '.join(PALETTES)}")
    track, layout, colours = course.track, course.layout, PALETTES[theme]
    raced, run_off = layout.laid[: track.finish + 1], layout.laid[track.finish + 1 :]
    frame = frame_of(layout)

    # The buffer closes the hair that outlines of neighbouring tiles are apart.
    ground = shapely.union_all([outline(laid) for laid in raced]).buffer(0.02, quad_segs=1)
    covered = ground.union(outline(run_off[0])).union(outline(run_off[1]))
    signs = place_signs(raced, covered, frame)
    flag = place_flag(raced[-1], course.flag, covered, frame, signs)
    things = shapely.union_all([shapely.Point(s.x, s.y).buffer(s.radius) for s in (*signs, flag)])
    country = survey(course.line, frame, covered, things)

    title = f"{prefix}-title"
    return element(
        "svg",
        element("title", text(course.name or course.line), id=title),
        element(
            "defs",
            *figures(prefix, colours),
            *scenery_definitions(prefix, country, colours),
            *night_definitions(prefix),
            *_fade(prefix, run_off),
            path(_way(raced), "none", id=f"{prefix}-way"),
            path(_way(run_off), "none", id=f"{prefix}-way-on"),
            *_bridge_definitions(prefix, layout),
        ),
        element(
            "g",
            draw_ground(prefix, country, colours),
            *draw_aurora(prefix, frame, colours),
            draw_shadows(prefix, country, cast_shadows(prefix, signs, flag), colours),
            draw_beyond(prefix, country),
            _draw_bank_shadow(prefix, "way", colours),
            _draw_run_off(prefix, run_off, track, colours),
            *_draw_decks(prefix, course, colours, saplings),
            *draw_lamps(prefix, signs, raced[-1], colours),
            draw_leads(signs, colours),
            *([draw_tracks(course, tracks, theme, colours)] if tracks else []),
            *([draw_sleds(course, sleds, theme, colours)] if sleds else []),
            draw_trees(prefix, country),
            draw_signs(prefix, raced, signs, colours),
            draw_chequered(prefix, flag),
            class_="picture",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(svg_number, frame.shaped(aspect) if aspect else frame)),
        role="img",
        aria_labelledby=title,
        class_=f"course {theme}",
        font_family="system-ui, sans-serif",
    )


def frame_of(layout: Layout) -> Frame:
    """Return what the picture shows: the course, the beginning of the run-off, and a margin."""
    bounds, run_off = layout.bounds, layout.laid[-len(RUN_OFF)]
    end = run_off.entry.moved(RUN_OFF_SHOWN - MARGIN, 0)
    x0, y0 = min(bounds[0], end.x) - MARGIN, min(bounds[1], end.y) - MARGIN
    x1, y1 = max(bounds[2], end.x) + MARGIN, max(bounds[3], end.y) + MARGIN
    width, height = x1 - x0, y1 - y0
    wider = max(0, height * SLIMMEST - width)
    taller = max(0, width * SLIMMEST - height)
    shown = (x0 - wider / 2, y0 - taller / 2, width + wider, height + taller)
    return Frame(*(round(length, 2) for length in shown))


# -- the track ------------------------------------------------------------------------------------


def _way(laid: Sequence[Laid], across: float = LANES / 2) -> str:
    """Return the path data that runs along the track over all tiles."""
    steps = [_along(tile, across) for tile in laid]
    return f"M{svg_point(laid[0].at(across, 0))}{''.join(steps)}"


def _along(tile: Laid, across: float) -> str:
    """Return the path data that runs from a tile's near edge to its far edge."""
    # A half circle in one arc leaves it to rounding which half it is.
    stops = (0.5, 1) if abs(tile.face.turn) == 180 else (1,)
    return "".join(f"{tile.arc_to(across, 1)}{svg_point(tile.at(across, f))}" for f in stops)


def _stroke(
    prefix: str, way: str, width: float, colour: str, lean: float = 0, **more: str | float
) -> str:
    """Draw the way as a band of some width, moved down-light by `lean`."""
    moved = translate(lean, lean * SHADOW[1] / SHADOW[0]) if lean else None
    return element(
        "use", href=f"#{prefix}-{way}", stroke=colour, stroke_width=width, transform=moved, **more
    )


def _bridge_definitions(prefix: str, layout: Layout) -> Iterator[str]:
    """Define the way of each deck of a course that crosses itself, and what lies under it."""
    if len(layout.decks) == 1:
        return
    for number, deck in enumerate(layout.decks):
        yield path(_way([layout.laid[tile] for tile in deck]), "none", id=f"{prefix}-deck-{number}")
        under = sorted({pair.other for pair in layout.bridges if pair.tile in deck})
        ground = [layout.laid[tile].path(-BANK, LANES + BANK, 0, 1) for tile in under]
        yield element("clipPath", path("".join(ground)), id=f"{prefix}-under-{number}")


def _draw_decks(
    prefix: str, course: "Course", colours: Palette, saplings: Collection[str] | None
) -> Iterator[str]:
    """Draw the track from its lowest deck to its highest, each with all that lies on it."""
    track, layout = course.track, course.layout
    decks = layout.decks
    for number, deck in enumerate(decks):
        laid = {tile: layout.laid[tile] for tile in deck}
        tiles = list(laid.values())
        if number:
            yield _draw_bridge_shadow(prefix, number, colours)
        way = f"deck-{number}" if len(decks) > 1 else "way"
        # A deck begins where the one below it ends: there both ribbons have a step.
        seams = [layout.laid[tile] for tile in (deck.start, deck.stop) if tile]
        yield _draw_ribbon(prefix, way, colours, *(_draw_seam(tile, colours) for tile in seams))
        yield _draw_spaces(prefix, tiles, track, deck.start)
        if 1 in deck:
            yield draw_chevrons(laid[1], colours)
        yield _draw_lines(tiles, colours)
        if 0 in deck:
            yield draw_start(laid[0], track.starts, colours)
        if track.finish in deck:
            yield draw_finish(laid[track.finish], colours)
        yield draw_safety_lines(tiles, colours)
        yield draw_hazards(prefix, laid, colours, saplings)
        yield draw_flags(prefix, tiles)


def _draw_bridge_shadow(prefix: str, number: int, colours: Palette) -> str:
    """Draw the shadow that a bridge casts on the track beneath it, and on nothing else."""
    return element(
        "g",
        _draw_bank_shadow(prefix, f"deck-{number}", colours, length=2.2),
        class_="bridge-shadow",
        clip_path=f"url(#{prefix}-under-{number})",
    )


def _draw_bank_shadow(prefix: str, way: str, colours: Palette, length: float = 1.1) -> str:
    """Draw the shadow that the track's banks cast over the snow, softer the further it falls."""
    steps = 16
    soft = [
        _stroke(prefix, way, WITH_BANKS, colours.shadow, length * step / steps)
        for step in range(1, steps + 1)
    ]
    # So many thin layers make together what one would: none shows an edge.
    opacity = 1 - (1 - min(0.95, colours.shade * 1.9)) ** (1 / steps)
    return element("g", *soft, class_="bank-shadow", stroke_opacity=opacity)


def _draw_ribbon(prefix: str, way: str, colours: Palette, *more: str) -> str:
    """Draw the track's banks, light on one flank, and its surface between them."""

    def band(width: float, colour: str, lean: float, name: str) -> str:
        return _stroke(prefix, way, width, colour, lean, class_=name)

    return element(
        "g",
        band(WITH_BANKS, colours.bank_dark, 0, "bank"),
        band(WITH_BANKS - 0.1, colours.bank, -0.05, "bank"),
        band(WITH_BANKS - 0.26, colours.crest, -0.04, "bank"),
        band(SURFACE, colours.bank_dark, 0, "shade"),
        band(SURFACE - 0.18, colours.snow, 0.09, "surface"),
        *more,
        class_="track",
    )


def _draw_seam(run_off: Laid, colours: Palette) -> str:
    """Draw over the end of the course's own ribbon, where its shading would show as a step."""
    far = 0.02
    stubs = (
        f"M{svg_point(run_off.at(i, 0))}L{svg_point(run_off.at(i, far))}" for i in range(1, LANES)
    )
    return element(
        "g",
        path(run_off.path(0.17, LANES - 0.17, -0.02, far), colours.snow, class_="surface"),
        path("".join(stubs), class_="line", stroke=colours.line, stroke_width=LINE),
    )


def _draw_spaces(prefix: str, laid: Sequence[Laid], track: "Track", first: int = 0) -> str:
    """Draw every space, unseen until the page paints it."""
    spaces = []
    for tile, lying in enumerate(laid, start=first):
        for lane in range(LANES):
            length = lying.face.spaces[lane]
            for space in range(length):
                blocked = cell(lying.face, lane, space) == IMPASSABLE
                name = track.names[track.number(tile, lane, space)]
                d = lying.path(lane, lane + 1, space / length, (space + 1) / length)
                style = "space impassable" if blocked else "space"
                spaces.append(f'<path id="{prefix}-{name}" class="{style}" d="{d}"/>')
    return element("g", *spaces, class_="spaces", fill_opacity=0)


def _draw_lines(laid: Sequence[Laid], colours: Palette) -> str:
    """Draw lines between lanes and spaces, joints, and buds where lines are level."""
    thin = "".join(line for tile in laid for line in _lines_within(tile))
    edges = [(tile, 1) for tile in laid]
    if laid[0].face is not START:
        edges.append((laid[0], 0))  # the deck's own surface covers the one of the deck below
    joints = "".join(line_across(*edge) for edge in edges)
    return element(
        "g",
        path(thin, class_="line", stroke=colours.line, stroke_width=LINE),
        path(joints, class_="joint", stroke=colours.joint, stroke_width=0.07),
        *(bud for tile in laid for bud in _draw_buds(tile, colours)),
        class_="lines",
        fill="none",
        pointer_events="none",
    )


def _lines_within(tile: Laid) -> Iterator[str]:
    for edge in range(1, LANES):
        yield f"M{svg_point(tile.at(edge, 0))}{_along(tile, edge)}"
    if not tile.face.curve:
        length = tile.face.spaces[0]
        yield from (line_across(tile, space / length) for space in range(1, length))
        return
    for lane, length in enumerate(tile.face.spaces):
        yield from (line_across(tile, space / length, lane, lane + 1) for space in range(1, length))


def level_lines(face: Face) -> dict[Fraction, list[int]]:
    """Return where lines of different lanes of a curve are level, and of which lanes (ORDER-2).

    >>> from snowtails.course.tile import FACES
    >>> {str(fraction): lanes for fraction, lanes in level_lines(FACES["corner-left"]).items()}
    {'1/3': [0, 3], '1/2': [1, 3], '2/3': [0, 3]}
    """
    if not face.curve:
        return {}
    lanes: dict[Fraction, list[int]] = {}
    for lane, length in enumerate(face.spaces):
        for space in range(1, length):
            lanes.setdefault(Fraction(space, length), []).append(lane)
    return {fraction: lanes[fraction] for fraction in sorted(lanes) if len(lanes[fraction]) > 1}


def _draw_buds(tile: Laid, colours: Palette) -> Iterator[str]:
    """Draw a dot on each of the lines that are level, one colour for each fraction."""
    for i, (fraction, lanes) in enumerate(level_lines(tile.face).items()):
        for lane in lanes:
            x, y, _ = tile.at(lane + 0.5, float(fraction))
            colour = colours.buds[i % len(colours.buds)]
            yield element("circle", class_="bud", cx=x, cy=y, r=0.115, fill=colour)


def _fade(prefix: str, run_off: Sequence[Laid]) -> list[str]:
    """Define the mask in which the run-off fades out."""
    start, end = run_off[0].entry, run_off[0].entry.moved(RUN_OFF_SHOWN + 2.5, 0)
    ends = {"x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y}
    stops = ((0, 1), (0.2, 1), (1, 0))
    x, y = min(start.x, end.x) - 5, min(start.y, end.y) - 5
    region = Frame(x, y, abs(end.x - start.x) + 10, abs(end.y - start.y) + 10).attributes()
    name = f"{prefix}-run-off"
    units = "userSpaceOnUse"
    return [
        gradient(f"{name}-fade", "#FFFFFF", stops, gradientUnits=units, **ends),
        element(
            "mask",
            element("rect", fill=f"url(#{name}-fade)", **region),
            id=f"{name}-mask",
            maskUnits=units,
            **region,
        ),
    ]


def _draw_run_off(prefix: str, run_off: Sequence[Laid], track: "Track", colours: Palette) -> str:
    """Draw the track beyond the finish as it fades out."""
    return element(
        "g",
        _draw_bank_shadow(prefix, "way-on", colours),
        _draw_ribbon(prefix, "way-on", colours),
        _draw_spaces(prefix, run_off, track, track.finish + 1),
        _draw_lines(run_off, colours),
        class_="run-off",
        mask=f"url(#{prefix}-run-off-mask)",
    )
