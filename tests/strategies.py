"""Courses for property tests: sound ones of every kind, and heaps of nonsense."""

from dataclasses import replace

from hypothesis import strategies as st

from snowtails import Course, Tile
from snowtails.course import FACES
from tests.slow_course import SlowCourse, slow_tile

CURVES = [name for name, face in FACES.items() if face.curve]
HAZARDS = [name for name, face in FACES.items() if face.hazard]

printed_tiles = st.sampled_from(sorted(FACES)).map(Tile)
own_maps = st.tuples(*[st.text("...#t", min_size=5, max_size=5)] * 5)
own_formations = st.tuples(*[st.text("...t", min_size=5, max_size=5)] * 5)
tiles_with_own_map = own_maps.map(lambda rows: Tile("straight", map=rows))
tiles_with_own_formation = own_formations.map(lambda rows: Tile("saplings", map=rows))
tiles_with_own_safety = st.builds(
    Tile, st.sampled_from(CURVES), safety=st.integers(min_value=1, max_value=9)
)
tiles_with_changes = tiles_with_own_map | tiles_with_own_formation | tiles_with_own_safety
tiles = printed_tiles | printed_tiles | tiles_with_changes
flags = st.sampled_from(["left", "right"])


def repaired(course: Course) -> Course:
    """Take away whatever keeps a course of sound tiles from being raced."""
    while problems := course.status():
        found, laid = problems[0], list(course.tiles)
        if found.code == "too-many-saplings":
            last = max(i for i, tile in enumerate(laid) if "t" in "".join(tile.face.map))
            laid[last] = Tile("straight")
        else:
            assert found.code == "undrivable", found
            assert found.tile is not None
            rows = laid[found.tile - 1].map or ()
            assert "#" in "".join(rows), found
            laid[found.tile - 1] = Tile(
                "straight", map=tuple(row.replace("#", ".") for row in rows)
            )
        course = replace(course, tiles=tuple(laid))
    return course


named = {
    "name": st.text(max_size=20),
    "description": st.dictionaries(st.text(max_size=5), st.text(max_size=30), max_size=3),
}
courses = st.builds(
    Course, st.lists(tiles, min_size=1, max_size=20).map(tuple), flags, **named
).map(repaired)
"""Courses that can be raced, with own maps, own safety speeds, names and descriptions."""

lying_courses = st.builds(Course, st.lists(printed_tiles, min_size=1, max_size=16).map(tuple))
"""Courses of printed tiles that often cross themselves."""

any_tiles = st.builds(
    Tile,
    st.sampled_from(sorted(FACES)) | st.text(max_size=12),
    map=st.none() | own_maps | st.lists(st.text(".#tx", max_size=7), max_size=7).map(tuple),
    safety=st.none() | st.integers(-(10**6), 10**6),
)
any_courses = st.builds(Course, st.lists(any_tiles, max_size=45).map(tuple), flags, **named)
"""Courses as a careless program might build them; hardly any can be raced."""


def slow(course: Course) -> SlowCourse:
    """Return the same course for the oracle, which is told names, maps and limits only."""
    tiles = (slow_tile(tile.name, tile.map, tile.safety) for tile in course.tiles)
    return SlowCourse(tuple(tiles), course.flag)
