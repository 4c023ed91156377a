"""What happened, turn by turn, as plain data: for referees, records and replays."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .cards import listed
from .choices import Phase
from .notation import Discard, Start, Turn
from .outcome import Stop, preview
from .race import Race
from .state import DISCARD, FINISHED, OFF, WRECKED, State


@dataclass
class Report:
    """One sled's turn, from the cards it had to draw first to its hand at the end."""

    round: int
    sled: int
    start: str
    end: str
    position: int
    drawn_before: tuple[int, ...] = ()
    """Cards drawn because there was no dog card in hand (TURN-4)."""
    turn: str = ""
    """Empty for a sled that its lack of cards has wrecked."""
    path: tuple[str, ...] = ()
    speed: int = 0
    drift: int = 0
    bonus: int = 0
    dents: dict[str, int] = field(
        default_factory=lambda: {"speeding": 0, "saplings": 0, "side": 0, "no_cards": 0}
    )
    stop: Stop = None
    wrecked: bool = False
    finished: bool = False
    discards: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    dogs: tuple[int, int] = (3, 3)
    brake: int = 3
    entries: int = 0
    """How many entries the race's log had when the turn was complete."""

    def to_json(self) -> dict[str, Any]:
        """Return the turn as `snowtails replay --json` prints it."""
        return {
            "round": self.round,
            "sled": self.sled,
            "drawn_before": list(self.drawn_before),
            "turn": self.turn,
            "from": self.start,
            "to": self.end,
            "path": list(self.path),
            "speed": self.speed,
            "drift": self.drift,
            "bonus": self.bonus,
            "position": self.position,
            "dents": self.dents,
            "stop": self.stop,
            "wrecked": self.wrecked,
            "finished": self.finished,
            "discards": list(self.discards),
            "drawn": list(self.drawn),
            "hand": list(self.hand),
            "dogs": list(self.dogs),
            "brake": self.brake,
        }


def reports(race: Race, since: int = 0) -> Iterator[Report]:
    """Tell what happened in a race, one report for each turn that is complete.

    `since` leaves out the first entries of the log, up to the end of some turn.
    """
    states = [*race.history[since:], race.state]
    before_turn = {
        drawn.sled: drawn.cards
        for entry in race.log[:since][-1:]
        for drawn in entry.drawn
        if drawn.reason == "no_cards"
    }
    unfinished: Report | None = None  # none either if the race began in the middle of a turn
    for n, entry in enumerate(race.log[since:]):
        before, after = states[n], states[n + 1]
        report: Report | None = None
        if isinstance(entry.decision, Turn):
            report = _turn_report(race, before, entry.sled, entry.decision)
            if entry.sled in before_turn:
                report.drawn_before = before_turn.pop(entry.sled)
                report.dents["no_cards"] = 1
            unfinished = report
        elif isinstance(entry.decision, Discard):
            report = unfinished
            if report:
                report.discards = entry.decision.values
        for drawn in entry.drawn:
            if drawn.reason == "refill" and report:
                report.drawn = drawn.cards
            elif drawn.reason == "no_cards":
                before_turn[drawn.sled] = drawn.cards
        if report and after[0]["phase"] != DISCARD:
            _add_cards(report, after, no_cards=report.sled in before_turn)
            for told in (report, *_wrecked_without_cards(race, report, before, after)):
                told.entries = since + n + 1
                yield told


def _turn_report(race: Race, before: State, sled: int, turn: Turn) -> Report:
    seen = preview(before, race.track, sled, turn)
    report = Report(
        round=int(before[0]["round"]),
        sled=sled,
        start=seen.start,
        end=seen.end,
        position=seen.position_before,
        turn=str(turn),
        path=seen.path,
        speed=seen.speed,
        drift=seen.drift,
        bonus=seen.bonus,
        stop=seen.stop,
        wrecked=seen.wrecked,
        finished=seen.finished,
    )
    for dent in seen.dents:
        report.dents[dent.cause] += dent.count
    return report


def _add_cards(report: Report, after: State, *, no_cards: bool = False) -> None:
    """Add what the sled holds at the end of its turn, before it draws for the next (TURN-4)."""
    r, sled = after[0], report.sled
    report.hand = () if no_cards else listed(r["hand"][sled])
    report.dogs = int(r["left"][sled]), int(r["right"][sled])
    report.brake = int(r["brake"][sled])


def _wrecked_without_cards(
    race: Race, last: Report, before: State, after: State
) -> Iterator[Report]:
    """Tell of sleds that were wrecked at the start of their turns for lack of cards (TURN-4)."""
    b, a = before[0], after[0]
    newly = [
        sled
        for sled in range(a["sleds"])
        if a["status"][sled] == WRECKED
        and b["status"][sled] != WRECKED
        and not (sled == last.sled and last.wrecked)
    ]
    spaces = b["space"].copy()
    spaces[last.sled] = OFF if last.wrecked else race.track.by_name[last.end]
    finished = int((b["status"] == FINISHED).sum())
    ranks = race.track.spaces["rank"]
    for sled in sorted(newly, key=lambda sled: int(a["place"][sled])):
        ahead = sum(space != OFF and ranks[space] > ranks[spaces[sled]] for space in spaces)
        name = race.track.names[spaces[sled]]
        # Whoever had moved already began a turn of the round that followed.
        later = sled == last.sled or bool(b["moved"][sled])
        report = Report(
            round=last.round + int(later),
            sled=sled,
            start=name,
            end=name,
            position=1 + finished + int(ahead),
            wrecked=True,
        )
        report.dents["no_cards"] = 1
        _add_cards(report, after)
        spaces[sled] = OFF
        yield report


def referee_lines(race: Race) -> Iterator[dict[str, Any]]:
    """Tell a whole race as `snowtails replay --json` prints it: head, turns, result."""
    course = race.course
    tiles = list(enumerate(course.tiles, 1))
    head = race.history[0] if race.history else race.state
    starts = {e.sled: e.decision.number for e in race.log if isinstance(e.decision, Start)}
    hands = {
        drawn.sled: list(drawn.cards)
        for entry in race.log
        for drawn in entry.drawn
        if drawn.reason == "deal"
    }
    sleds = int(head[0]["sleds"])
    yield {
        "course": {
            "tiles": [tile.name for tile in course.tiles],
            "flag": course.flag,
            "maps": {str(number): list(tile.map) for number, tile in tiles if tile.map},
            "limits": {str(number): tile.safety for number, tile in tiles if tile.safety},
        },
        "sleds": sleds,
        "starts": [starts.get(sled) for sled in range(sleds)],
        "hands": [hands.get(sled, []) for sled in range(sleds)],
    }
    for report in reports(race):
        yield report.to_json()
    if race.phase is Phase.OVER:
        yield {"result": [[standing.sled, standing.place] for standing in race.standings()]}
