"""What a table tells is made and encoded once for all who see alike, however many they are."""

from collections import Counter

import pytest

from snowtails.server.session import message_cache
from snowtails.server.session.message_cache import MessageCache, Told
from snowtails.server.table.events import Decided
from snowtails.server.table.race_table import RaceTable
from snowtails.server.wire.encoding import encoded
from snowtails.server.wire.messages import ONLOOKER, Viewer, viewer_of
from tests.server.company import company, play_on

ONLOOKERS = 40
PEOPLE = ("anna", "ben", "cleo")


@pytest.fixture
def encodings(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often messages were encoded, by type."""
    counted: Counter[str] = Counter()

    def count(message: object) -> bytes:
        counted[type(message).__name__] += 1
        return encoded(message)

    monkeypatch.setattr(message_cache, "encoded", count)
    return counted


class Readers:
    """Everybody at a table and many onlookers, each of whom was told of others who are there."""

    def __init__(self, table: RaceTable) -> None:
        seated: list[Viewer] = [viewer_of(table, name) for name in PEOPLE]
        self.viewers = seated + [ONLOOKER] * ONLOOKERS
        self.told = [Told(table.number, None, b"%d" % n) for n in range(len(self.viewers))]

    def read(self, table: RaceTable, cache: MessageCache) -> None:
        """Tell everybody what there is to tell."""
        for n, (viewer, told) in enumerate(zip(self.viewers, self.told, strict=True)):
            _, self.told[n] = cache.news([table], told.presence, told, viewer, changes=True)


def test_what_all_see_alike_is_encoded_once(encodings: Counter[str]) -> None:
    table, cache = company(*PEOPLE), MessageCache()
    readers = Readers(table)
    readers.read(table, cache)
    assert encodings == {"RaceView": len(PEOPLE) + 1}
    for _ in range(8):
        encodings.clear()
        play_on(table, 1)
        cache.forget_news()
        readers.read(table, cache)
        body = table.events[-1].body
        assert isinstance(body, Decided)
        # Whoever drew cards is told which; nobody else is.
        drew = {drawn.sled for drawn in body.drawn}
        assert encodings == {"Changes": len(PEOPLE) + 1, "HappenedDecided": 1 + len(drew)}
    encodings.clear()
    for _ in range(ONLOOKERS):
        cache.event(table, table.events[-1], ONLOOKER)
    assert not encodings, "who asks for what streams have told is given the same"


def test_whoever_was_told_the_same_is_told_the_same_until_it_is_forgotten() -> None:
    table, cache = company(*PEOPLE), MessageCache()

    def news() -> bytes:
        return cache.news([table], b"{}", Told(None), ONLOOKER, changes=True)[0]

    first = news()
    assert news() is first
    cache.forget_news()
    assert news() is not first
    assert news() == first
