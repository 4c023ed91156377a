"""`snowtails bench`: how fast the engine is on this machine."""

from rich.table import Table

from .output import Json, console, print_json
from .race import ensure_compiled


def bench(as_json: Json = False) -> None:
    """Measure how fast the engine is on this machine; takes about ten seconds."""
    ensure_compiled()
    from ..lab.bench import Figure, measure

    found: list[Figure] = []
    with console.status("Measuring …") as status:
        for figure in measure():
            found.append(figure)
            status.update(f"Measuring … {figure.what}: {figure.shown(figure.value)} {figure.unit}")
    if as_json:
        print_json([vars(figure) for figure in found])
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("what", "measured", "to reach", ""):
        table.add_column(heading, justify="left" if heading in ("what", "") else "right")
    for figure in found:
        measured, target = figure.shown(figure.value), figure.shown(figure.target)
        mark = "✓" if figure.reached else "✗"
        table.add_row(figure.what, measured, target, f"{figure.unit} {mark}")
    console.print(table)
