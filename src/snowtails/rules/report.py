"""What happened, turn by turn, as plain data: for referees, records and replays."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..course import Course
from ..course.problem import expect, whole_number
from .choices import Phase
from .move import Stop
from .notation import Discard, Start, Turn
from .position import RacePosition
from .race import Race
from .sled import Status


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
    expect(Race, race, "reports are of a Race")
    whole_number(since, "so many entries of the log are left out")
    positions = [*race.history[since:], race.position()]
    before_turn = {
        drawn.sled: drawn.cards
        for entry in race.log[:since][-1:]
        for drawn in entry.drawn
        if drawn.reason == "no_cards"
    }
    unfinished: Report | None = None  # none either if the race began in the middle of a turn
    for n, entry in enumerate(race.log[since:]):
        before, after = positions[n], positions[n + 1]
        report: Report | None = None
        if isinstance(entry.decision, Turn):
            report = _turn_report(before, entry.sled, entry.decision)
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
        if report and after.phase is not Phase.DISCARD:
            _add_cards(report, after, no_cards=report.sled in before_turn)
            for told in (report, *_wrecked_without_cards(race, report, before, after)):
                told.entries = since + n + 1
                yield told


def _turn_report(before: RacePosition, sled: int, turn: Turn) -> Report:
    seen = before.trace(sled, turn)
    report = Report(
        round=before.round,
        sled=sled,
        start=seen.start,
        end=seen.end,
        position=seen.place_before or 0,
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


def _add_cards(report: Report, after: RacePosition, *, no_cards: bool = False) -> None:
    """Add what the sled holds at the end of its turn, before it draws for the next (TURN-4)."""
    sled = after.sleds[report.sled]
    report.hand = () if no_cards else sled.hand or ()
    report.dogs = sled.left, sled.right
    report.brake = sled.brake


def _wrecked_without_cards(
    race: Race, last: Report, before: RacePosition, after: RacePosition
) -> Iterator[Report]:
    """Tell of sleds that were wrecked at the start of their turns for lack of cards (TURN-4)."""
    wrecks = [each.sled for each in after.standings() if each.status is Status.WRECKED][::-1]
    newly = [
        sled
        for sled in wrecks
        if before.sleds[sled].status is not Status.WRECKED
        and not (sled == last.sled and last.wrecked)
    ]
    spaces = {sled.number: sled.space for sled in before.sleds if sled.space}
    spaces[last.sled] = last.end
    if last.wrecked:
        del spaces[last.sled]
    finished = sum(sled.status is Status.FINISHED for sled in before.sleds)
    ranks, by_name = race.track.spaces["rank"], race.track.by_name
    for sled in newly:
        name = spaces.pop(sled)
        rank = ranks[by_name[name]]
        ahead = sum(ranks[by_name[space]] > rank for space in spaces.values())
        # Whoever had moved already began a turn of the round that followed.
        later = sled == last.sled or before.sleds[sled].moved
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
        yield report


def course_facts(course: Course) -> dict[str, Any]:
    """Tell a course: its tiles, the flag's side, own maps and own safety speeds by tile."""
    tiles = list(enumerate(course.tiles, 1))
    return {
        "tiles": [tile.name for tile in course.tiles],
        "flag": course.flag,
        "maps": {str(number): list(tile.map) for number, tile in tiles if tile.map},
        "limits": {str(number): tile.safety for number, tile in tiles if tile.safety},
    }


def referee_lines(race: Race) -> Iterator[dict[str, Any]]:
    """Tell a whole race as `snowtails replay --json` prints it: head, turns, result."""
    head = race.beginning
    starts = {e.sled: e.decision.number for e in race.log if isinstance(e.decision, Start)}
    hands = {
        drawn.sled: list(drawn.cards)
        for entry in race.log
        for drawn in entry.drawn
        if drawn.reason == "deal"
    }
    sleds = len(head.sleds)
    yield {
        "course": course_facts(race.course),
        "sleds": sleds,
        "starts": [starts.get(sled) for sled in range(sleds)],
        "hands": [hands.get(sled, []) for sled in range(sleds)],
    }
    for report in reports(race):
        yield report.to_json()
    if race.phase is Phase.OVER:
        yield {"result": [[standing.sled, standing.place] for standing in race.standings()]}
