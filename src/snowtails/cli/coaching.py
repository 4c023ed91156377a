"""What the coach says in the terminal: chances for everything in reach, and why."""

from rich.table import Table

from ..coach import Fact, LookAhead, Option, Reason, best_decision
from ..rules import Race
from ..rules.notation import Turn
from .output import console
from .race import ensure_compiled

SEED = 1
MOST_SHOWN = 8


def coach(race: Race) -> None:
    """Look ahead for whoever has to decide, and tell what was found."""
    ensure_compiled("search")
    assert race.actor is not None
    ahead = LookAhead(race.view(race.actor), SEED)
    with console.status("thinking it through"):
        ahead.favour(best_decision(ahead.view))
        while ahead.go_on():
            pass
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    places = range(1, len(race.sleds) + 1)
    for heading in ("decision", "ends on", *(f"place {n} %" for n in places)):
        table.add_column(heading, justify="right" if heading.endswith("%") else "left")
    for option in ahead.destinations[:MOST_SHOWN]:
        chances = (f"{chance * 100:.0f}" for chance in option.places)
        table.add_row(str(option.decision), _end(option), *chances)
    console.print(table)
    console.print(tell_reason(ahead.best, ahead.reason), markup=False, soft_wrap=True)


def _end(option: Option) -> str:
    return option.space or "" if isinstance(option.decision, Turn) else ""


def tell_reason(best: Option, reason: Reason) -> str:
    """Return why the best option is the best, in a sentence."""
    if reason.other is None:
        return f"{best.decision} is all that can be decided."
    told = f"{best.decision} wins {best.win * 100:.0f} %, {reason.other.decision} "
    told += f"{reason.other.win * 100:.0f} %"
    facts = "; ".join(map(_tell, reason.facts))
    return f"{told}: it {facts}." if facts else f"{told}."


def _tell(fact: Fact) -> str:
    match fact.code:
        case "costs":
            return f"costs {fact.dents:.0f} dents more now"
        case "finish":
            return "crosses the line now"
        case "clean":
            return f"saves {fact.dents:.0f} dents now"
        case "brakes":
            return (
                f"brakes for the bend of {fact.limit} in {fact.spaces} spaces, with {fact.speed} "
                f"on the mat and not {fact.other}: {fact.dents} dents fewer in the next rounds"
            )
        case "dents":
            return f"takes {fact.dents} dents fewer in the next rounds"
        case "wreck":
            return f"is wrecked {fact.chance * 100:.0f} % less often"
        case "refill":
            return "bumps into nobody, so there are new cards"
        case "ahead":
            return f"takes place {fact.place} at once"
        case "quicker":
            return f"is about {fact.turns} turns quicker to the finish"
        case "further":
            return f"ends {fact.spaces} spaces further on"
        case "cards":
            return f"brings {fact.count} more cards"
        case "front":
            return "moves before the others"
        case "keeps":
            return f"keeps {' '.join(map(str, fact.cards))}"
