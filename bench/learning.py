"""Let `examples/train.py` learn for ten minutes, and draw how well it races meanwhile.

python bench/learning.py             learn, print, draw docs/pictures/learning.svg
python bench/learning.py --minutes 2 learn for less
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

from examples.train import Measured, train

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CURVE, FIGURES = PICTURES / "learning.svg", PICTURES / "learning.csv"

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 380, 56, 24, 120, 52
LINES = {"pup": ("#003099", "", "Pups"), "husky": ("#AD1D00", "7 4", "Huskies")}
"""Colour, dashes and name of each line."""


def x_of(decisions: float, most: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most


def y_of(reward: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - reward) / 2


def curve(found: Sequence[Measured]) -> str:
    """Draw the mean reward against Pups and against Huskies, over decisions."""
    most = max(each.decisions for each in found) or 1
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="system-ui, sans-serif" font-size="14" fill="#141414"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" {style}>',
        "<title>Mean reward of the network as it learns</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#F4F8FB"/>',
    ]
    for reward, told in ((1.0, "first"), (0.0, "even"), (-1.0, "last")):
        y = y_of(reward)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#B8C7D3"/>'
            f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{told}</text>'
        )
    for share in range(5):
        decisions = most * share / 4
        parts.append(
            f'<text x="{x_of(decisions, most):.1f}" y="{HEIGHT - BOTTOM + 20}" '
            f'text-anchor="middle">{decisions / 1e6:.1f}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">million decisions, '
        f"{found[-1].minutes:.0f} minutes in all</text>"
    )
    for opponent, (colour, dashes, name) in LINES.items():
        points = [(x_of(e.decisions, most), y_of(e.rewards[opponent])) for e in found]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dashes}"/>'
            f'<text x="{WIDTH - RIGHT + 8}" y="{points[-1][1] + 5:.1f}" fill="{colour}">'
            f"against {name}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10.0)
    found = []
    for each in train(parser.parse_args().minutes):
        found.append(each)
        print(f"{each.minutes:5.1f} min {each.decisions:10,}: {each.rewards}", flush=True)
        CURVE.write_text(curve(found), "utf-8")
        with FIGURES.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["minutes", "decisions", *(f"{w}_{o}" for o in LINES for w in WHAT)])
            rows.writerows(_row(each) for each in found)


WHAT = ("reward", "wins")


def _row(each: Measured) -> list[str]:
    figures = [f"{part[o]:.3f}" for o in LINES for part in (each.rewards, each.wins)]
    return [f"{each.minutes:.2f}", str(each.decisions), *figures]


if __name__ == "__main__":
    main()
