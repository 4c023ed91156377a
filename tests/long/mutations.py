"""Break every clause on purpose, see a test that carries it fail, and note it in docs/proofs.md.

python -m tests.long.mutations                 # all changes of tests/mutations.txt
python -m tests.long.mutations MOVE-4 SOLO     # those of a clause or a chapter; other rows stay

Each change is made in a copy of the tree. There only tests that carry the clause run, with nothing
compiled, until one fails. A change is *noticed*, or it *survives*, or a test is *stuck*.
In the end all tests that have failed must pass with nothing changed. Ctrl-C stops.
"""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before Numba is imported

import argparse
import compileall
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Self

import hypothesis  # noqa: F401  (what is imported here need not be in every process)
import msgspec  # noqa: F401
import numba  # noqa: F401
import pytest
import shapely  # noqa: F401
import typer  # noqa: F401
from rich.console import Console
from rich.progress import Progress

from bench.page import write
from scripts.mutate import forked, try_few_examples
from tests.long.report import PROOFS, measured_on
from tests.mutations import Mutation, in_short, read_mutations

ROOT = Path(__file__).parents[2]
OWN = ("snowtails", "tests", "scripts", "bench")
"""Packages of the tree: a process that looks at the copy has to import them anew."""

QUICK = ("course", "rules")
"""Folders of tests that need neither mushers nor a server nor a browser."""

PATIENCE = 60.0
"""Seconds of the processor for the tests of one change."""

WAITING = 600
"""Seconds after which tests are ended that only wait."""


@dataclass(eq=False)
class Carrying:
    """A pytest plugin: keeps the tests that carry a clause, and remembers the first that fails."""

    clause: str
    """Left empty, all tests are kept."""
    failed: str = ""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Let property tests try few examples, always the same."""
        try_few_examples()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests of the clause."""
        if self.clause:
            items[:] = [item for item in items if self.clause in _clauses(item)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure."""
        self.failed = self.failed or (report.nodeid if report.failed else "")


def _clauses(item: pytest.Item) -> set[str]:
    return {str(id_) for mark in item.iter_markers("clause") for id_ in mark.args}


class Copy:
    """A copy of the tree in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_tree(cls, folder: Path) -> Self:
        """Copy the tree, with what is not committed yet, and compile its modules."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
        for name in filter(None, listed.stdout.split("\0")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        # By their hashes: a change made and undone within a second is seen too.
        checked = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(folder / "src", quiet=1, invalidation_mode=checked)
        return cls(folder)

    def again(self, folder: Path) -> Self:
        """Return a copy of the copy."""
        return type(self)(Path(shutil.copytree(self.folder, folder)))

    @contextmanager
    def changed(self, mutation: Mutation) -> Iterator[None]:
        """Break a clause for a while."""
        path = self.folder / "src/snowtails" / mutation.file
        text = path.read_text("utf-8")
        if text.count(mutation.old) != 1:
            raise LookupError(f"{mutation.file} has {text.count(mutation.old)} × {mutation.old}")
        path.write_text(text.replace(mutation.old, mutation.new), "utf-8")
        try:
            yield
        finally:
            path.write_text(text, "utf-8")

    def files_of(self, clause: str) -> tuple[list[str], list[str]]:
        """Return the test files in which a clause is named, the quick ones and the others."""
        quick: list[str] = []
        others: list[str] = []
        for path in sorted(self.folder.glob("tests/**/test_*.py")):
            text = path.read_text("utf-8")
            if f'"{clause}"' in text:
                # Twins are driven by mushers, some of which solve the course first.
                is_quick = path.parent.name in QUICK and "twins import" not in text
                (quick if is_quick else others).append(str(path.relative_to(self.folder)))
        return quick, others

    def run(self, tests: Sequence[str], clause: str = "") -> tuple[int, str]:
        """Run tests, or those that carry a clause, until one fails.

        Return pytest's exit code, negative where a signal ended it, and the test that failed.
        """
        told = self.folder / "failed"
        told.write_text("")

        def work() -> int:
            signal.alarm(WAITING)
            if clause:
                signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            os.chdir(self.folder)
            sys.path[:0] = [str(self.folder / "src"), str(self.folder)]
            os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
            for name in [name for name in sys.modules if name.partition(".")[0] in OWN]:
                del sys.modules[name]
            plugin = Carrying(clause)
            options = ["-x", "-q", "--import-mode=importlib", "-o", "addopts="]
            options += ["--continue-on-collection-errors"]
            options += ["-p", "no:cacheprovider", "-p", "no:xdist"]
            options += ["-W", "ignore:Module already imported"]
            code = int(pytest.main([*options, *tests], plugins=[plugin]))
            told.write_text(plugin.failed)
            return code

        # A browser wants more memory than tests may have.
        return forked(work, memory=None), told.read_text()

    def judge(self, mutation: Mutation) -> tuple[str, str]:
        """Return what becomes of a change, and the test that noticed it."""
        with self.changed(mutation):
            code, test = 0, ""
            for files in self.files_of(mutation.clause):
                if files and code == 0:
                    code, test = self.run(files, mutation.clause)
        if code in (-signal.SIGPROF, -signal.SIGALRM):
            return "stuck", "a test that did not end"
        if code == pytest.ExitCode.OK:
            return "survives", ""
        return ("noticed", test) if test else (f"no test ran (code {code})", "")


Found = list[tuple[Mutation, str, str]]
"""Changes, what became of them, and the tests that noticed."""

_own: list[Copy] = []
"""The copy of this process."""


def _begin(copy: Copy) -> None:
    """Begin a process that works in a copy of its own."""
    _own.append(copy.again(copy.folder.with_name(str(os.getpid()))))


def _judge(mutation: Mutation) -> tuple[str, str]:
    return _own[0].judge(mutation)


def _still_failing(tests: list[str]) -> str:
    """Return the first of some tests that fails with nothing changed, or nothing."""
    code, test = _own[0].run(tests)
    return test or ("" if code == 0 else f"{tests[0]} (code {code})")


def _by_file(tests: Iterable[str]) -> list[list[str]]:
    """Put the tests of one file together."""
    return [list(some) for _, some in groupby(sorted(tests), lambda test: test.partition("::")[0])]


def table(found: Found, known: str) -> Iterator[str]:
    """Tell every change and the test that noticed it; those not judged now as a page has them."""
    told = {}
    for mutation, verdict, test in found:
        noticed = f"`{test.rpartition('::')[2]}`" if verdict == "noticed" else f"**{verdict}**"
        told[_row(mutation)] = f"{_row(mutation)} {noticed} |"
    yield f"| clause | broken in | so that it says | noticed by ({measured_on()}) |"
    yield "|---|---|---|---|"
    for mutation in read_mutations():
        before = [line for line in known.splitlines() if line.startswith(_row(mutation))]
        yield told.get(_row(mutation)) or (before or [f"{_row(mutation)} **not tried** |"])[0]


def _row(mutation: Mutation) -> str:
    """Return the beginning of the row about a change."""
    code = in_short(mutation.new).replace("|", "\\|")
    return f"| {mutation.clause} | `{mutation.file}` | `` {code} `` |"


def judge_all(due: Sequence[Mutation], copy: Copy, workers: int) -> Found:
    """Judge changes in several processes; exit if a test fails with nothing changed too."""
    found: Found = []
    console = Console(soft_wrap=True)
    with (
        Progress(console=console) as progress,
        ProcessPoolExecutor(workers, get_context("fork"), _begin, (copy,)) as pool,
    ):
        judged = zip(due, pool.map(_judge, due), strict=True)
        try:
            for mutation, (verdict, test) in progress.track(judged, len(due)):
                found.append((mutation, verdict, test))
                console.print(f"{verdict:9} {mutation}", markup=False, highlight=False)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            sys.exit(f"stopped after {len(found)} of {len(due)}")
        noticing = {test for _, verdict, test in found if verdict == "noticed"}
        failing = [test for test in pool.map(_still_failing, _by_file(noticing)) if test]
    if failing:
        sys.exit(f"nothing is proven: with nothing changed fail {', '.join(failing)}")
    return found


def main() -> None:
    """Judge the changes asked for; fail if any goes unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("wanted", nargs="*", help="clauses or chapters; left out, all")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    mutations = list(read_mutations())
    asked = [m for m in mutations if {m.clause, m.clause.partition("-")[0]} & set(chosen.wanted)]
    if chosen.wanted and not asked:
        parser.error(f"no clause or chapter {', '.join(chosen.wanted)}, as in MOVE-4 or SOLO")
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy.of_tree(Path(folder, "tree"))
        found = judge_all(asked if chosen.wanted else mutations, copy, chosen.workers)
    write("mutations", "\n".join(table(found, PROOFS.read_text("utf-8"))), PROOFS)
    sys.exit(any(verdict != "noticed" for _, verdict, _ in found))


if __name__ == "__main__":
    main()
