"""The report on courses as a page."""

from html.parser import HTMLParser

from snowtails import Course, Tile
from snowtails.lab import certify, report


class Opened(HTMLParser):
    """Notes what is open, and complains about what is closed out of turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_report_is_one_whole_page_that_needs_nothing_else() -> None:
    page = report([certify("nutcracker", 200), certify("whole-box", 200)])
    read = Opened()
    read.feed(page)
    assert read.open == []
    assert all(source.startswith("#") for source in read.sources)
    assert "The Nutcracker" in page
    assert "The Whole Box" in page
    assert page.count('<polyline class="line"') == 2  # the way that winners go
    assert page.count('class="mark"') > 10
    assert page.count("<h3>Dents in a race, by tile</h3>") == 2
    assert page.count("<h3>Races by their rounds</h3>") == 2


def test_names_cannot_break_out_of_a_report() -> None:
    course = Course((Tile("straight"),), name="<script>alert(1)</script>")
    page = report([certify(course, 20)])
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)" in page
