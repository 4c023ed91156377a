"""The draft of a course: what it is, what is wrong with it, and what can be laid next."""

from collections.abc import Iterable, Sequence
from typing import cast

from ...course import Course, checks
from ...course.drawing.picture import frame_of
from ...course.layout import Laid, lay, svg_point
from ...course.line import write_line
from ...course.problem import Problem
from ...course.repair import find_repair
from ...course.tile import FACES, FREE, IMPASSABLE, LANES, RUN_OFF, SAPLING, Tile
from .build_types import (
    Draft,
    DraftProblem,
    DraftRepair,
    DraftTile,
    FaceName,
    Facts,
    FittingPiece,
    LaidTile,
    Piece,
    PieceCount,
)

SHAPES: tuple[FaceName, ...] = (
    "u-turn-left",
    "corner-left",
    "straight",
    "corner-right",
    "u-turn-right",
)
"""Faces of different outline, from left to right as they would lie."""

CELLS = (FREE, SAPLING, IMPASSABLE)

MOST_REPAIRS = 4
"""Problems for which a repair is looked for, since each has to be tried."""


def draft_message(course: Course) -> Draft:
    """Tell a course that is being built, mistakes and all."""
    problems, warnings = course.status(), course.warnings()
    layable = all(tile.name in FACES for tile in course.tiles)
    faces = course.faces if layable else ()
    layout = course.layout if layable else lay(())
    box = course.box if layable else Course(()).box
    return Draft(
        line=_line(course) if layable else "",
        sound=not problems,
        name=course.name,
        description=dict(course.description),
        flag=course.flag,
        tiles=_tiles(course.tiles),
        laid=tuple(map(_laid_tile, layout.laid[: -len(RUN_OFF)])),
        frame=tuple(frame_of(layout)),
        problems=_problems(course, problems, MOST_REPAIRS),
        warnings=_problems(course, warnings, MOST_REPAIRS),
        box=tuple(
            PieceCount(piece=cast("Piece", piece), needed=count.needed, held=count.held)
            for piece, count in box.counts.items()
        ),
        in_box=box.enough,
        saplings=sum(row.count(SAPLING) for face in faces for row in face.map),
        ends=_ends(course) if layable and len(course.tiles) < checks.MOST_TILES else (),
        solo=not problems and not course.solo_reasons,
        toml="" if problems else course.to_toml(),
    )


def facts_message(facts: Iterable[tuple[str, object]]) -> Facts:
    """Tell facts as numbers and texts."""
    return {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts}


def _line(course: Course) -> str:
    """Return the course line; empty if a map is not one that a line can hold."""
    for tile in course.tiles:
        rows = tile.map or ()
        if tile.map is not None and (
            [len(row) for row in rows] != [LANES] * checks.MAP_ROWS
            or not set("".join(rows)) <= checks.OWN_MAPS["straight"]
        ):
            return ""
    return write_line(course.tiles, course.flag)


def _tiles(tiles: Sequence[Tile]) -> tuple[DraftTile, ...]:
    return tuple(DraftTile(name=each.name, map=each.map, safety=each.safety) for each in tiles)


def _outline(laid: Laid) -> str:
    """Return the outline of a tile's lanes as the data of an SVG path."""
    # A half circle in one arc leaves it to rounding which half it is.
    stops = (0.5, 1.0) if abs(laid.face.turn) == 180 else (1.0,)
    there = (f"{laid.arc_to(0, 1)}{svg_point(laid.at(0, along))}" for along in stops)
    back = (f"{laid.arc_to(LANES, -1)}{svg_point(laid.at(LANES, 1 - along))}" for along in stops)
    far = svg_point(laid.at(LANES, 1))
    return f"M{svg_point(laid.at(0, 0))}{''.join(there)}L{far}{''.join(back)}Z"


def _laid_tile(laid: Laid) -> LaidTile:
    x, y, heading = laid.at(LANES / 2, 0.5)
    return LaidTile(
        name=laid.face.name,
        outline=_outline(laid),
        x=round(x, 3),
        y=round(y, 3),
        heading=round(heading, 2),
        map=laid.face.map,
        safety=laid.face.safety,
        cells="".join(cell for cell in CELLS if cell in checks.OWN_MAPS.get(laid.face.name, ())),
    )


def _problems(course: Course, found: Sequence[Problem], repairs: int) -> tuple[DraftProblem, ...]:
    return tuple(
        DraftProblem(
            code=each.code,
            tile=each.tile,
            message=str(each),
            facts=facts_message(each.facts.items()),
            repair=_repair(course, each) if number < repairs else None,
        )
        for number, each in enumerate(found)
    )


def _repair(course: Course, problem: Problem) -> DraftRepair | None:
    found = find_repair(course, problem)
    if found is None:
        return None
    return DraftRepair(code=found.code, tile=found.tile, tiles=_tiles(found.course.tiles))


def _ends(course: Course) -> tuple[FittingPiece, ...]:
    """Tell each shape of piece as it would lie at the open end."""
    found = []
    for name in SHAPES:
        layout = lay((*course.faces, FACES[name]))
        laid = layout.laid[len(course.tiles) + 1]
        x, y, heading = laid.exit
        found.append(
            FittingPiece(
                name=name,
                outline=_outline(laid),
                x=round(x, 3),
                y=round(y, 3),
                heading=round(heading, 2),
                flat=not any(bridge.tile > len(course.tiles) for bridge in layout.bridges),
            )
        )
    return tuple(found)
