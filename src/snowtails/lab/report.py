"""A report on courses as one HTML page that needs nothing else: drawings, figures, charts."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import numpy as np

from ..course.tile import LANE_LETTERS
from ..rules.move import Cause
from .certificate import Certificate
from .ratings import Estimate
from .ride import racing_line
from .tally import CAUSES

_STYLE = """
:root { color-scheme: light dark; --ink: #13222f; --quiet: #4a6072; --snow: #f4f8fb; --panel: #fff;
  --line: #b9cbda; --bar: #3b6ea5; --danger: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #eaf2f8; --quiet: #a9becf; --snow: #16202b;
  --panel: #1e2c3a; --line: #34485a; --bar: #7fb0e0; --danger: #ff8a80; } }
body { margin: 0 auto; padding: 24px 16px; max-width: 1100px; background: var(--snow);
  color: var(--ink); font: 16px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
article { margin: 24px 0; padding: 20px; border-radius: 10px; background: var(--panel); }
article > svg { width: 100%; height: auto; border-radius: 10px; }
h1, h2, h3 { line-height: 1.2; } h3 { margin: 0 0 4px; font-size: 16px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 20px;
  margin-top: 20px; }
.quiet, .charts text.name { color: var(--quiet); fill: var(--quiet); }
.charts svg { width: 100%; height: auto; } .charts text { font-size: 12px; fill: var(--ink); }
article .line { fill: none; stroke: #f2b134; stroke-width: 0.34; stroke-linejoin: round;
  stroke-linecap: round; stroke-opacity: 0.9; }
article .mark { fill-opacity: 0.8; stroke: #fff; stroke-width: 0.12; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; list-style: none; }
.charts rect { fill: var(--bar); } .charts path { stroke: var(--ink); stroke-width: 1.5; }
table { border-collapse: collapse; } td { padding: 3px 16px 3px 0; vertical-align: top; }
"""

_WIDTH, _ROW, _NAMES = 320, 22, 124
"""Sizes of a chart of bars: its width, the height of a row, the room for names."""


def report(certificates: Sequence[Certificate], title: str = "How these courses race") -> str:
    """Return the page, in HTML."""
    articles = "".join(_article(number, each) for number, each in enumerate(certificates))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{articles}</body></html>\n"
    )


def _article(number: int, certificate: Certificate) -> str:
    """Tell of one course."""
    course = certificate.course
    name = escape(course.name or course.line)
    told = "".join(f"<li>{escape(str(remark))}</li>" for remark in certificate.remarks)
    rows = "".join(
        f'<tr><td class="quiet">{escape(what)}</td><td>{escape(value)}</td></tr>'
        for what, value in certificate.figures
    )
    drawn = course.svg(prefix=f"c{number}").removesuffix("</svg>")
    return (
        f'<article><h2>{name}</h2><p class="quiet">{escape(course.line)}</p>'
        f"{drawn}{_racing_line(certificate)}{_marks(certificate)}</svg>{_legend(certificate)}"
        f'<ul>{told}</ul><table>{rows}</table><div class="charts">{_charts(certificate)}</div>'
        "</article>"
    )


_SHAPES: Mapping[Cause, tuple[str, str]] = {
    "speeding": ("#b3261e", "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z"),
    "side": ("#7a3e9d", "M-.86-.86H.86V.86H-.86Z"),
    "saplings": ("#0b6e4f", "M0-1.1L1.05.75H-1.05Z"),
    "no_cards": ("#8a5a00", "M0-1.15L1.15 0L0 1.15L-1.15 0Z"),
}
"""How dents are marked on a drawing, by cause: colour and shape, of about radius 1."""


def _middle(certificate: Certificate, space: int) -> tuple[float, float]:
    tile, lane, number = certificate.course.track.place(space)
    x, y, _ = certificate.course.layout.laid[tile].centre(lane, number)
    return x, y


def _racing_line(certificate: Certificate) -> str:
    """Draw the way that winners go."""
    track = certificate.course.track
    line = racing_line(track, certificate.tally.spaces["won"])
    points = " ".join("{:.2f},{:.2f}".format(*_middle(certificate, space)) for space in line)
    return f'<polyline class="line" points="{points}"/>' if points else ""


def _marks(certificate: Certificate) -> str:
    """Mark where dents fall, by cause; larger marks for more of them."""
    dents = certificate.tally.spaces["dents"]
    most = max(int(dents.max()), 1)
    found = sorted(
        ((int(dents[space, cause]), space, cause) for space, cause in np.argwhere(dents).tolist()),
        reverse=True,
    )
    marks = []
    for count, space, cause in found:
        if count < 0.01 * most:
            break
        x, y = _middle(certificate, space)
        colour, shape = _SHAPES[CAUSES[cause]]
        size = 0.1 + 0.42 * (count / most) ** 0.5
        marks.append(
            f'<path class="mark" fill="{colour}" d="{shape}" '
            f'transform="translate({x:.2f} {y:.2f})scale({size:.2f})"/>'
        )
    return "".join(marks)


def _legend(certificate: Certificate) -> str:
    """Say what the marks on the drawing mean."""
    signs = "".join(
        f'<li><svg viewBox="-1.3 -1.3 2.6 2.6" width="16" height="16" aria-hidden="true">'
        f'<path fill="{colour}" d="{shape}"/></svg> {escape(cause.replace("_", " "))} '
        f"{certificate.dents[cause]:.2f}</li>"
        for cause, (colour, shape) in _SHAPES.items()
    )
    return (
        '<p class="quiet">Where dents fall, larger marks for more, and how many a sled takes in a '
        f'race; the line is the way that winners go.</p><ul class="legend">{signs}</ul>'
    )


def _charts(certificate: Certificate) -> str:
    """Draw what is better seen than read."""
    starts = {f"start space {n}": gain for n, gain in certificate.starts.items()}
    lanes = dict(zip((f"lane {letter}" for letter in LANE_LETTERS), certificate.lanes, strict=True))
    dents = {cause.replace("_", " "): mean for cause, mean in certificate.dents.items()}
    rounds = certificate.tally.races[0]["rounds"]
    lengths = {str(n): float(rounds[n]) for n in _spread_of(np.flatnonzero(rounds).tolist())}
    by_tile = certificate.on_tiles(certificate.tally.spaces["dents"].sum(axis=1))
    stops = certificate.on_tiles(certificate.tally.spaces["stops"])
    tiles = [f"{tile} {face.name}" for tile, face in enumerate(certificate.course.track.faces)]
    last = len(certificate.course.tiles) + 1
    races = max(certificate.races, 1)
    winners = {
        f"lane {letter}": share
        for letter, share in zip(LANE_LETTERS, certificate.winners_lanes, strict=True)
    }
    return "".join(
        (
            _chart("Wins above an even share, points", starts, 100),
            _chart("Share of steps by lane, %", lanes, 100),
            _chart("The winners' way by lane, %", winners, 100),
            _chart("Dents of a sled, by cause", dents, 1),
            _chart(
                "Dents in a race, by tile",
                {name: n / races for name, n in list(zip(tiles, by_tile, strict=True))[1:last]},
                1,
            ),
            _chart(
                "Turns that end there in a race, by tile",
                {name: n / races for name, n in list(zip(tiles, stops, strict=True))[1:last]},
                1,
            ),
            _chart("Races by their rounds", lengths, 1),
        )
    )


def _spread_of(found: Sequence[int]) -> Iterable[int]:
    """Return all numbers from the least to the largest, as far as a chart has room."""
    return range(found[0], min(found[-1], found[0] + 39) + 1) if found else ()


def _chart(title: str, bars: Mapping[str, float | Estimate], scale: float) -> str:
    """Draw bars with their names, and with their intervals where they are estimates."""
    values = {
        name: bar if isinstance(bar, Estimate) else Estimate(bar, 0) for name, bar in bars.items()
    }
    if not values:
        return ""
    low = min(0.0, *(each.low for each in values.values()))
    high = max(1e-9, *(each.high for each in values.values()))
    rows = []
    for row, (name, bar) in enumerate(values.items()):
        y = row * _ROW

        def x(value: float) -> float:
            room = _WIDTH - _NAMES - 44
            return _NAMES + room * (value - low) / (high - low)

        left, right = sorted((x(0), x(bar.value)))
        shown = f"{bar.value * scale:+.1f}" if low < 0 else f"{bar.value * scale:.3g}"
        rows.append(
            f'<text class="name" x="0" y="{y + 15}">{escape(name)}</text>'
            f'<rect x="{left:.1f}" y="{y + 4}" width="{max(right - left, 0.5):.1f}" height="14"/>'
            f'<text x="{max(right, x(bar.high)) + 4:.1f}" y="{y + 15}">{shown}</text>'
        )
        if bar.error:
            rows.append(f'<path d="M{x(bar.low):.1f} {y + 11}H{x(bar.high):.1f}"/>')
    size = f"0 0 {_WIDTH} {len(values) * _ROW}"
    drawn = f'<svg viewBox="{size}" role="img" aria-label="{escape(title)}">{"".join(rows)}</svg>'
    return f"<div><h3>{escape(title)}</h3>{drawn}</div>"
