"""The line that shows that the rules are being compiled."""

import io
from types import SimpleNamespace
from typing import Any

import pytest

from snowtails.rules import progress
from snowtails.rules.kernel import kernel
from snowtails.rules.order import actor_of
from snowtails.rules.progress import CompileProgress, is_watched, without_progress

RULES = SimpleNamespace(told="its rules, once")
MOODY = SimpleNamespace(told="moody")
OTHERS = object()


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and knows what can be read on it."""

    def isatty(self) -> bool:
        return True

    @property
    def screen(self) -> str:
        """What is on the line in the end."""
        line = ""
        for text in self.getvalue().split("\r"):
            line = text + line[len(text) :]
        return line.rstrip()


class Notebook(io.StringIO):
    """A stream as notebooks have it."""

    __module__ = "ipykernel.iostream"


class Gone(Terminal):
    """A terminal that somebody has closed."""

    def write(self, text: str) -> int:
        raise OSError(f"nobody reads {text!r}")


def show_on(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the line be shown on a stream; the true stderr is pytest's to replace."""
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.delenv("SNOWTAILS_PROGRESS", raising=False)
    stream = Terminal()
    show_on(stream, monkeypatch)
    return stream


class Compiling:
    """A compiler that is told what it compiles, and how long it takes."""

    def __init__(self) -> None:
        self.now = 100.0
        self.shown = CompileProgress(lambda: self.now)

    def start(self, what: object = RULES) -> None:
        self.shown.on_start(event(what))

    def end(self, what: object = RULES) -> None:
        self.shown.on_end(event(what))


def event(what: object) -> Any:
    return SimpleNamespace(data={"dispatcher": what})


def test_a_moment_of_compiling_is_not_worth_a_word(terminal: Terminal) -> None:
    compiling = Compiling()
    compiling.start()
    compiling.now += 0.9
    compiling.start()
    compiling.end()
    compiling.end()
    assert terminal.getvalue() == ""


def test_after_a_second_a_line_counts_and_is_wiped_away(terminal: Terminal) -> None:
    compiling = Compiling()
    compiling.start()
    for done in range(3):
        compiling.now += 2
        compiling.start()
        counted = f"function {done + 1}, {2 * done + 2} s"
        assert terminal.screen == f"Snow Tails compiles its rules, once: {counted}"
        compiling.end()
    compiling.end()
    assert terminal.screen == ""
    assert terminal.getvalue().endswith("\r")


def test_what_was_compiled_before_still_counts(terminal: Terminal) -> None:
    compiling = Compiling()
    compiling.start()
    compiling.now += 5
    compiling.end()
    assert terminal.getvalue() == ""
    compiling.now += 1000  # something else was done
    compiling.start()
    assert terminal.screen.endswith("function 2, 5 s")


def test_others_compile_without_a_word(terminal: Terminal) -> None:
    compiling = Compiling()
    compiling.start(OTHERS)
    compiling.now += 60
    compiling.start(OTHERS)
    compiling.end(OTHERS)
    compiling.end(OTHERS)
    assert terminal.getvalue() == ""


def test_what_numba_compiles_for_us_is_not_counted(terminal: Terminal) -> None:
    compiling = Compiling()
    compiling.start()
    compiling.now += 2
    compiling.start(OTHERS)
    compiling.end(OTHERS)
    assert terminal.screen.endswith(": function 1, 2 s")


def test_what_was_asked_for_is_told_whatever_it_needs(terminal: Terminal) -> None:
    compiling = Compiling()
    compiling.start(MOODY)
    compiling.now += 2
    compiling.start(RULES)
    compiling.end(RULES)
    assert terminal.screen == "Snow Tails compiles moody: function 2, 2 s"


def test_a_terminal_that_is_gone_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    show_on(Gone(), monkeypatch)
    compiling = Compiling()
    compiling.start()
    compiling.now += 2
    compiling.start()
    compiling.end()
    compiling.end()


def test_terminals_and_notebooks_are_watched_unless_wished_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def watched(wish: str) -> list[bool]:
        monkeypatch.setenv("SNOWTAILS_PROGRESS", wish)
        return [is_watched(stream) for stream in (Terminal(), Notebook(), io.StringIO())]

    assert watched("") == [True, True, False]
    assert watched("1") == [True, True, True]
    assert watched("0") == [False, False, False]
    closed = Terminal()
    closed.close()
    assert not is_watched(closed)
    assert not is_watched(None)


def test_who_shows_progress_himself_has_silence(terminal: Terminal) -> None:
    with without_progress():
        assert not is_watched(terminal)
    assert is_watched(terminal)


def test_numba_tells_of_kernels(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_UNTOLD", 0.0)

    def triple(n: int) -> int:
        return 3 * n

    compiled = kernel(triple)
    assert compiled(4) == 12
    assert "Snow Tails compiles triple: function " in terminal.getvalue()
    assert terminal.screen == ""
    told = terminal.getvalue()
    assert compiled(5) == 15
    assert terminal.getvalue() == told


def test_rules_that_are_kept_are_compiled_once() -> None:
    rule: Any = actor_of
    assert rule.told == "its rules, once (half a minute or so)"
