"""Break the rules one small change at a time, and see which tests notice.

python -m scripts.mutate                              # the kernels of the rules
python -m scripts.mutate src/snowtails/rules/order.py --retry

Each change (another comparison, another number, a statement left out …) is tried in a process of
its own that was forked after all tests were collected, so it costs no more than the tests that call
the changed function. Tests that carry a clause which the changed line or function cites run first.
A change is *noticed* by them, noticed by *others* only, *stuck* if a test does not end, or it
*survives*. Results are kept in `build/mutants.jsonl`: Ctrl-C stops, the same command goes on;
`--retry` tries again what tests of its clause did not notice.
"""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything of the rules is imported

import argparse
import ast
import copy
import functools
import gc
import hashlib
import importlib
import json
import pickle
import re
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress

ROOT = Path(__file__).parent.parent
RULES = ROOT / "src/snowtails/rules"
KERNELS = (
    *("flow", "movement", "order", "turns", "cards", "reach", "decide", "season"),
    *("solo/flow", "solo/turns", "solo/cards", "solo/decide", "solo/opponents", "solo/score"),
)
RESULTS = ROOT / "build/mutants.jsonl"
MEASURED = ROOT / "build/measured.pickle"
TESTS = tuple(
    f"tests/rules/test_{name}.py"
    for name in (
        *("setup", "order", "turn", "move", "speeding", "crashing", "saplings", "dent", "hand"),
        *("end", "examples", "turns", "reach", "position_line", "decide", "season"),
        *("solo", "solo_setup", "solo_face"),
    )
)

SLOWEST_TEST = 8.0
"""Seconds of the processor; slower tests are left out."""
MOST_PER_MUTANT = 25.0
"""Seconds of tests, at their usual speed, after which a change counts as surviving."""
MEMORY = 4 << 30

CLAUSE = re.compile(r"\b(?:TILE|SETUP|ORDER|TURN|MOVE|DENT|HAND|END|SEASON|SOLO)-\d+\b")

# -- what can be changed ---------------------------------------------------------------------------

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_CALLED = {"min": "max", "max": "min", "abs": "int", "sorted": "list"}
_RECORDS = {"race", "game", "book", "state"}
"""Arrays of one record: their index is no rule."""


def _is_plumbing(node: ast.AST) -> bool:
    """Return whether a change would only be a slip of the pen, such as `x - 0` for `x + 0`."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())) | ast.arguments():
            return True  # docstrings, and types of arguments
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant()):
            return name in _RECORDS
        case ast.BinOp(right=ast.Constant(value=0)):
            return True
    return False


def _can_be_left_out(node: ast.AST) -> bool:
    """Return whether a function still runs, differently, without a statement."""
    match node:
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            return True
        case ast.AugAssign() | ast.Expr() | ast.Continue() | ast.Break():
            return True
        case ast.Return():
            return node.col_offset > _TOP_LEVEL
    return False


_TOP_LEVEL = 4
"""Column of the statements of a function; a value returned there is missed at once."""


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in place of a part of a function."""
    if isinstance(node, ast.Compare):
        for i, found in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[i] = _COMPARED[type(found)]()
            yield other
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _COMPUTED:
        yield _with(node, op=_COMPUTED[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield _with(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield _with(node, value=node.value + 1)
        if node.value > 0:
            yield _with(node, value=node.value - 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield _with(node, value=not node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        yield _with(node, func=ast.Name(_CALLED[node.func.id], ast.Load()))
    elif isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Compare):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    if _can_be_left_out(node):
        yield ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


class _Change(ast.NodeTransformer):
    """Puts the nth variant in place, counting through a function in a fixed order."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.line = 0

    def visit(self, node: ast.AST) -> ast.AST:
        if _is_plumbing(node):
            return node
        for other in variants(node):
            if self.n == 0:
                self.n = -1
                self.line = getattr(node, "lineno", 0)
                return ast.copy_location(other, node)
            self.n -= 1
        if self.n < 0:
            return node
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                node.value = self.visit(node.value)  # type: ignore[assignment]
            return node
        return self.generic_visit(node)


@dataclass(frozen=True)
class Mutant:
    """One changed function."""

    module: str
    function: str
    line: int
    before: str
    after: str
    clauses: frozenset[str]
    """Clauses that the changed line cites, or else its function."""
    code: CodeType

    @property
    def key(self) -> str:
        """What tells it from the others, whatever line it stands in."""
        return f"{self.module}:{self.function}: {self.before} → {self.after}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all changes of the functions of a module."""
    source = path.read_text("utf-8")
    lines = source.splitlines()
    module = ".".join(path.resolve().relative_to(ROOT / "src").with_suffix("").parts)
    seen: Counter[str] = Counter()
    for holder, i, name in _functions(ast.parse(source)):
        n = 0
        while True:
            tree = ast.parse(source)
            # The same place in a fresh tree.
            body = _body_at(tree, holder)
            function = body[i]
            assert isinstance(function, ast.FunctionDef)
            change = _Change(n)
            function.body = [change.visit(part) for part in function.body]  # type: ignore[misc]
            if change.n >= 0:
                break
            n += 1
            ast.fix_missing_locations(tree)
            try:
                code = _code_of(compile(tree, str(path), "exec"), name)
            except SyntaxError:
                continue
            text = "\n".join(lines[function.lineno - 1 : function.end_lineno])
            before = lines[change.line - 1].strip()
            cited = CLAUSE.findall(lines[change.line - 1]) or CLAUSE.findall(text)
            after = _changed_line(tree, ast.parse(source))
            seen[before + after] += 1
            again = f" ({seen[before + after]})" if seen[before + after] > 1 else ""
            yield Mutant(module, name, change.line, before, after + again, frozenset(cited), code)


def _functions(tree: ast.Module) -> Iterator[tuple[tuple[int, ...], int, str]]:
    """Yield where functions and methods stand: the class around them, number and name.

    Those that make tables when the module is imported are left out: it is too late to change them.
    """
    made = {
        part.func.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    }
    for i, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef) and node.name not in made:
            yield (), i, node.name
        elif isinstance(node, ast.ClassDef):
            for j, part in enumerate(node.body):
                if isinstance(part, ast.FunctionDef):
                    yield (i,), j, f"{node.name}.{part.name}"


def _body_at(tree: ast.Module, holder: tuple[int, ...]) -> list[ast.stmt]:
    if not holder:
        return tree.body
    around = tree.body[holder[0]]
    assert isinstance(around, ast.ClassDef)
    return around.body


def _changed_line(tree: ast.AST, original: ast.AST) -> str:
    """Return the first line of the changed code that differs from the original."""
    pairs = zip(ast.unparse(tree).splitlines(), ast.unparse(original).splitlines(), strict=False)
    return next((new.strip() for new, old in pairs if new != old), "nothing")


def _code_of(module: CodeType, name: str) -> CodeType:
    """Return the code of a function by its qualified name."""
    parts = [module]
    while parts:
        part = parts.pop()
        if part.co_qualname == name and part is not module:
            return part
        parts += [const for const in part.co_consts if isinstance(const, CodeType)]
    raise LookupError(name)


def apply(mutant: Mutant) -> None:
    """Change the function wherever it is known by now."""
    found: Any = importlib.import_module(mutant.module)
    for part in mutant.function.split("."):
        found = found.__dict__[part]
    for inner in ("fget", "func", "__func__"):
        found = getattr(found, inner, found) if not isinstance(found, FunctionType) else found
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    found.__code__ = mutant.code
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper):
            cached.cache_clear()


# -- which tests notice ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Clean:
    """What a test did while nothing was changed."""

    seconds: float
    called: frozenset[tuple[str, str]]
    """Functions of the rules, by module and qualified name."""


def try_few_examples() -> None:
    """Let property tests try few examples, always the same, and look for no simpler ones."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutate",
        deadline=None,
        max_examples=25,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutate")


class Bench:
    """A pytest plugin: collects the tests once, then runs some of them in forked processes."""

    def __init__(self, work: Callable[["Bench"], None]) -> None:
        self.work = work
        self.items: list[pytest.Item] = []
        self.failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Let property tests try few examples."""
        try_few_examples()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Work instead of running the tests one after the other."""
        self.items = session.items
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure."""
        self.failed |= report.failed

    def run(self, number: int) -> bool:
        """Run one test; return whether it passed."""
        item = self.items[number]
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def clauses(self, number: int) -> set[str]:
        """Return the clauses that a test carries."""
        return {str(id_) for mark in self.items[number].iter_markers("clause") for id_ in mark.args}


def forked(work: Callable[[], int], memory: int | None = MEMORY) -> int:
    """Do some work in a process of its own; return its exit code, negative for a signal."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            if memory is not None:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            code = work()
        finally:
            os._exit(code)
    try:
        _, status = os.waitpid(child, 0)
    except KeyboardInterrupt:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    return os.waitstatus_to_exitcode(status)


def measure(bench: Bench, progress: Progress) -> dict[int, Clean]:
    """Run every test once, unchanged; return those that pass in time, by their numbers.

    What is known of a test is kept for as long as its file and the rules stay as they are.
    """
    files = {
        str(path): ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for path in RULES.rglob("*.py")
    }
    rules = _digest(*map(Path, files))
    known: dict[str, Clean | None] = {}
    if MEASURED.exists():
        known = pickle.loads(MEASURED.read_bytes())
    keys = [f"{rules} {_digest(item.path)} {item.nodeid}" for item in bench.items]
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "clean"
        due = [number for number, key in enumerate(keys) if key not in known]
        for number in progress.track(due, description="tests as they are"):

            def work(number: int = number) -> int:
                called: set[tuple[str, str]] = set()

                def trace(frame: FrameType, event: str, arg: object) -> None:
                    name = files.get(frame.f_code.co_filename)
                    if name:
                        called.add((name, frame.f_code.co_qualname))

                signal.setitimer(signal.ITIMER_PROF, 3 * SLOWEST_TEST)
                began = time.process_time()
                sys.settrace(trace)
                passed = bench.run(number)
                sys.settrace(None)
                seconds = time.process_time() - began
                told.write_bytes(pickle.dumps(Clean(seconds, frozenset(called))))
                return 0 if passed and seconds < SLOWEST_TEST else 1

            passed = forked(work) == 0
            known[keys[number]] = pickle.loads(told.read_bytes()) if passed else None
    MEASURED.write_bytes(pickle.dumps({k: v for k, v in known.items() if k.startswith(rules)}))
    clean = {number: known[key] for number, key in enumerate(keys)}
    return {number: test for number, test in clean.items() if test}


@functools.cache
def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


def judge(bench: Bench, mutant: Mutant, clean: dict[int, Clean]) -> dict[str, object]:
    """Return what becomes of a mutant, and which test noticed it."""
    apply_to = (mutant.module, mutant.function)
    concerned = [number for number, test in clean.items() if apply_to in test.called]
    concerned.sort(key=lambda number: clean[number].seconds)
    own = [number for number in concerned if bench.clauses(number) & mutant.clauses]
    others = [number for number in concerned if number not in own]
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "noticed"

        def work() -> int:
            apply(mutant)
            spent = 0.0
            for number in [*own, *others]:
                usual = clean[number].seconds
                if (spent := spent + usual) > MOST_PER_MUTANT:
                    break
                told.write_text(str(number))
                signal.setitimer(signal.ITIMER_PROF, 3 + 5 * usual)
                if not bench.run(number):
                    return 1
            return 0

        code = forked(work)
        last = int(told.read_text()) if told.exists() else None
    if not concerned:
        verdict = "untested"
    elif code == 0:
        verdict = "survives"
    elif code == -signal.SIGPROF:
        verdict = "stuck"
    else:
        verdict = "noticed" if last in own or not mutant.clauses else "others"
    test = "" if verdict in ("untested", "survives") or last is None else bench.items[last].nodeid
    return {
        "key": mutant.key,
        "line": mutant.line,
        "verdict": verdict,
        "clauses": sorted(mutant.clauses),
        "test": test,
    }


# -- all of them -----------------------------------------------------------------------------------


def known_results() -> dict[str, dict[str, Any]]:
    """Return what earlier runs have found, by the keys of the mutants."""
    if not RESULTS.exists():
        return {}
    lines = (json.loads(line) for line in RESULTS.read_text("utf-8").splitlines())
    return {found["key"]: found for found in lines}


def work_through(bench: Bench, mutants: Sequence[Mutant], console: Console) -> None:
    """Judge all mutants that are not judged yet, and write them down one by one."""
    RESULTS.parent.mkdir(exist_ok=True)
    with Progress(console=console) as progress, RESULTS.open("a", encoding="utf-8") as results:
        clean = measure(bench, progress)
        console.print(f"{len(clean)} of {len(bench.items)} tests pass within {SLOWEST_TEST:.0f} s")
        for mutant in progress.track(mutants, description="mutants"):
            found = judge(bench, mutant, clean)
            results.write(json.dumps(found, ensure_ascii=False) + "\n")
            results.flush()
            if found["verdict"] not in ("noticed", "stuck"):
                where = f"{mutant.module.removeprefix('snowtails.')}:{mutant.line}"
                change = f"{mutant.before}  →  {mutant.after}"
                console.print(f"{found['verdict']:9} {where} {change}", markup=False)


def report(mutants: Iterable[Mutant], console: Console) -> None:
    """Print how many mutants of each module came to what."""
    known = known_results()
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        verdict = known.get(mutant.key, {}).get("verdict", "not tried")
        counts.setdefault(mutant.module, Counter())[verdict] += 1
    verdicts = ("noticed", "others", "stuck", "survives", "untested", "not tried")
    console.print(f"| module | {' | '.join(verdicts)} |", markup=False)
    console.print(f"|---|{'---:|' * len(verdicts)}", markup=False)
    for module, told in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        row = " | ".join(str(told[verdict]) for verdict in verdicts)
        console.print(f"| {module.removeprefix('snowtails.rules.')} | {row} |", markup=False)


def main() -> None:
    """Judge the mutants of some modules."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="modules; left out, all kernels")
    parser.add_argument("--tests", nargs="+", default=list(TESTS), help="what pytest collects")
    parser.add_argument("--function", help="only the function of this name")
    parser.add_argument("--every", type=int, default=1, help="try each nth mutant only")
    parser.add_argument("--retry", action="store_true", help="try again what went unnoticed")
    parser.add_argument("--report", action="store_true", help="only tell what was found so far")
    chosen = parser.parse_args()
    console = Console(soft_wrap=True)
    paths = chosen.paths or [RULES / f"{name}.py" for name in KERNELS]
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if chosen.function:
        mutants = [mutant for mutant in mutants if mutant.function == chosen.function]
    settled = {
        key
        for key, found in known_results().items()
        if not chosen.retry or found["verdict"] in ("noticed", "stuck")
    }
    due = [mutant for mutant in mutants[:: chosen.every] if mutant.key not in settled]
    if due and not chosen.report:
        console.print(f"{len(due)} of {len(mutants)} mutants to try")
        bench = Bench(lambda bench: work_through(bench, due, console))
        options = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=")
        pytest.main([*options, "--import-mode=importlib", *chosen.tests], plugins=[bench])
    report(mutants, console)


if __name__ == "__main__":
    main()
