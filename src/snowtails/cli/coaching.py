"""What the coach says in the terminal: chances for everything in reach, and why."""

from rich.table import Table

from ..coach import Fact, LookAhead, Option, Reason, best_decision
from ..coach.reasons import PRICES
from ..rules import Race
from ..rules.notation import Decision, Turn
from .output import console
from .race import ensure_compiled
from .telling import percent, tell_name

SEED = 1
MOST_SHOWN = 8


def _look_ahead(race: Race) -> LookAhead:
    """Look ahead for whoever has to decide."""
    ensure_compiled("search")
    assert race.actor is not None
    ahead = LookAhead(race.view(race.actor), SEED)
    with console.status("thinking it through"):
        ahead.favour(best_decision(ahead.view))
        while ahead.go_on():
            pass
    return ahead


def hint(race: Race) -> None:
    """Tell what is best, and why."""
    _tell_best(_look_ahead(race))


def _tell_best(ahead: LookAhead) -> None:
    why = tell_reason(ahead.best.decision, ahead.best.win, ahead.reason)
    console.print(why, markup=False, soft_wrap=True)


def coach(race: Race) -> None:
    """Tell the chances of what is in reach, what is best, and why."""
    ahead = _look_ahead(race)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    places = range(1, len(race.sleds) + 1)
    for heading in ("decision", "ends on", *(f"place {n} %" for n in places)):
        table.add_column(heading, justify="right" if heading.endswith("%") else "left")
    for option in ahead.destinations[:MOST_SHOWN]:
        table.add_row(tell_name(option.decision), _end(option), *map(percent, option.places))
    console.print(table)
    _tell_best(ahead)
    console.print("Chances if all drive on about as well as a Husky.", style="dim")


def _end(option: Option) -> str:
    return option.space or "" if isinstance(option.decision, Turn) else ""


def tell_reason(best: Decision, win: float, reason: Reason) -> str:
    """Return why what is best is the best, in a sentence."""
    if reason.other is None:
        return f"{tell_name(best)} is all that can be decided."
    other = f"{tell_name(reason.other.decision)} {percent(reason.other.win)} %"
    told = f"{tell_name(best)} wins {percent(win)} %, {other}"
    prices = "; ".join(_tell(fact) for fact in reason.facts if fact.code in PRICES)
    gains = "; ".join(_tell(fact) for fact in reason.facts if fact.code not in PRICES)
    if prices and gains:
        return f"{told}: it {prices}, but {gains}."
    if prices:
        return f"{told}, although it {prices}."
    return f"{told}: it {gains}." if gains else f"{told}."


def _count(count: float, one: str) -> str:
    """Return how many there are of something, in words."""
    return f"{count:g} {one}" if count == 1 else f"{count:g} {one}s"


def _tell(fact: Fact) -> str:
    match fact.code:
        case "costs":
            return f"costs {_count(fact.dents, 'dent')} more now"
        case "bumps":
            return "bumps into a sled, so there are no new cards now"
        case "finish":
            return "crosses the line now"
        case "line":
            return "is more often first over the line in the next rounds"
        case "clean":
            return f"saves {_count(fact.dents, 'dent')} now"
        case "brakes":
            return (
                f"brakes for the bend of {fact.limit} in {_count(fact.spaces, 'space')}, with "
                f"{fact.speed} on the mat and not {fact.other}, and so takes "
                f"{_count(fact.dents, 'dent')} fewer in the next rounds"
            )
        case "dents":
            return f"takes {_count(fact.dents, 'dent')} fewer in the next rounds"
        case "wreck":
            return f"is less likely to be wrecked, by {_count(round(fact.chance * 100), 'point')}"
        case "delays":
            whom = "the fastest of the others" if fact.count > 1 else "the other"
            return f"costs {whom} about {_count(fact.turns, 'turn')}"
        case "refill":
            return "bumps into nobody, so there are new cards"
        case "ahead":
            return f"takes place {fact.place} at once"
        case "inner":
            return f"takes the next bend further inside, {_count(fact.spaces, 'space')} shorter"
        case "pace":
            return f"leaves {fact.speed} on the mat and not {fact.other}"
        case "balanced":
            return "leaves the dogs balanced"
        case "quicker":
            return f"is about {_count(fact.turns, 'turn')} quicker to the finish"
        case "further":
            return f"ends {_count(fact.spaces, 'space')} further on"
        case "cards":
            return f"brings {_count(fact.count, 'card')} more"
        case "front":
            return "moves before the others"
        case "keeps":
            return f"keeps {' '.join(map(str, fact.cards))}"
