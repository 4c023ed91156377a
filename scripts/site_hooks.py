"""Pages of the documentation that are made when it is built (hooks of MkDocs, see mkdocs.yml).

These are the API reference, from the docstrings of all that `snowtails` exports, and the files of
the repository that pages link to, so that the site is whole wherever it is put.
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.rules_page import read_help

ROOT = Path(__file__).parents[1]

# -- clauses of the rules

RULES = "rules.md"
CLAUSES = frozenset(read_help()["clauses"])
CODE_OR_LINK = re.compile(r"(^```.*?^```|`[^`\n]*`|\[[^]]*\][([])", re.DOTALL | re.MULTILINE)


def cite(text: str) -> str:
    """Let the clauses that a text cites lead to the rules, unless they are in code or a link."""
    parts = CODE_OR_LINK.split(text)
    parts[::2] = [re.sub(r"\b[A-Z]+-\d+\b", _citation, part) for part in parts[::2]]
    return "".join(parts)


def _citation(found: re.Match[str]) -> str:
    return f"[{found[0]}][{found[0].lower()}]" if found[0] in CLAUSES else found[0]


# -- the API reference


@dataclass(frozen=True)
class Group:
    """A page of the API reference: what is defined in some modules."""

    title: str
    about: str
    first: str
    """The name that a reader should meet first."""
    modules: tuple[str, ...]

    @property
    def uri(self) -> str:
        """The page's place among the sources of the site."""
        return f"api/{self.title.lower()}.md"


GROUPS = (
    Group("Courses", "Tiles in order, and the track that they make.", "Course", ("course",)),
    Group("Races", "To race, to look, and to ask what a turn would bring.", "Race", ("rules",)),
    Group("Solo", "Three rounds alone.", "SoloRace", ("rules.solo",)),
    Group("Seasons", "Several races for points.", "Season", ("rules.season",)),
    Group(
        "Records",
        "Races as text, and where their cards come from.",
        "read_record",
        ("rules.record", "rules.season_record", "rules.verify", "rules.deal", "finding"),
    ),
    Group("Mushers", "Who decides for a sled.", "Musher", ("mushers",)),
    Group("Simulations", "Many races at once.", "run_races", ("lab",)),
)


@dataclass(frozen=True)
class Name:
    """A name that `snowtails` exports."""

    name: str
    path: str
    """Where documentation finds it."""
    defined: griffe.Object

    @property
    def group(self) -> Group:
        """The page that it belongs to: the one that names its module most closely."""
        module = self.defined.module.path
        found = [
            (len(prefix), group)
            for group in GROUPS
            for prefix in (f"snowtails.{each}" for each in group.modules)
            if f"{module}.".startswith(f"{prefix}.")
        ]
        if not found:
            raise LookupError(f"{module} is in no group: add it to GROUPS in {__file__}")
        return max(found, key=lambda each: each[0])[1]

    @property
    def order(self) -> tuple[bool, int, str]:
        """Where it stands on its page: classes, functions, other values, errors."""
        kinds = {"class": 0, "function": 1}
        kind = 3 if _is_error(self.defined) else kinds.get(self.defined.kind.value, 2)
        return self.name != self.group.first, kind, self.name


def _is_error(defined: griffe.Object) -> bool:
    if not isinstance(defined, griffe.Class):
        return False
    above = any(str(base).endswith(("Error", "Exception")) for base in defined.bases)
    return above or any(_is_error(base) for base in defined.resolved_bases)


def exported() -> list[Name]:
    """Return all that `snowtails` exports, without importing it."""
    package = griffe.load("snowtails", search_paths=[ROOT / "src"], allow_inspection=False)
    assert isinstance(package, griffe.Module)
    return [_found(package, str(name)) for name in package.exports or ()]


def _found(package: griffe.Module, name: str) -> Name:
    member = package[name]
    defined = member.final_target if isinstance(member, griffe.Alias) else member
    if isinstance(defined, griffe.Module):
        # A function that shares the name of its module.
        return Name(name, f"{defined.path}.{name}", defined[name])
    return Name(name, f"snowtails.{name}", defined)


def _summary(name: Name) -> str:
    text = name.defined.docstring.value if name.defined.docstring else ""
    return text.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def _table(names: list[Name]) -> str:
    rows = [f"| [`{each.name}`][{each.path}] | {_summary(each)} |" for each in names]
    return "\n".join(["| name | what it is |", "|---|---|", *rows])


def _reference() -> Iterator[tuple[str, str]]:
    """Make the pages of the API reference: where they are, and their text."""
    names = sorted(exported(), key=lambda each: each.order)
    whole = ["# API reference", "All that `import snowtails` offers."]
    for group in GROUPS:
        own = [each for each in names if each.group is group]
        page = [f"# {group.title}", group.about, _table(own), *(f"::: {each.path}" for each in own)]
        yield group.uri, "\n\n".join(page)
        whole += [f"## [{group.title}]({posixpath.basename(group.uri)})", group.about, _table(own)]
    yield "api/index.md", "\n\n".join(whole)


class Docstrings(griffe.Extension):
    """Make Markdown of docstrings."""

    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Put doctests between fences, or they would be quotations, and link clauses."""
        if obj.docstring:
            blocks = obj.docstring.value.split("\n\n")
            blocks = [f"```pycon\n{each}\n```" if each[:3] == ">>>" else each for each in blocks]
            obj.docstring.value = cite("\n\n".join(blocks))


# -- files of the repository

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|[#/])([^)#\s]+)")
"""Where a link leads, if it is to a file; without its anchor."""

OUTSIDE = "repository/"

HOME = PurePosixPath("README.md")
"""What docs/index.md is on the site."""


def _uri(path: PurePosixPath) -> str:
    """Return where a file of the repository is among the sources of the site."""
    if path == HOME:
        return "index.md"
    if path.parts[0] == "docs":
        return str(path.relative_to("docs"))
    return f"{OUTSIDE}{path}" + ("" if path.suffix == ".md" else ".md")


def _path(uri: str) -> PurePosixPath:
    """Return the file of the repository that is somewhere among the sources of the site."""
    if not uri.startswith(OUTSIDE):
        return PurePosixPath("docs", uri)
    path = PurePosixPath(uri.removeprefix(OUTSIDE))
    return path if (ROOT / path).exists() else path.with_suffix("")


def _linked(source: PurePosixPath, link: str) -> PurePosixPath | None:
    """Return the file that a link leads to from another, if there is one."""
    path = PurePosixPath(posixpath.normpath(posixpath.join(source.parent, link)))
    return path if path.parts[0] != ".." and (ROOT / path).is_file() else None


def _outside(known: set[PurePosixPath]) -> set[PurePosixPath]:
    """Find the files outside docs/ that pages link to, and those that these link to in turn."""
    found: set[PurePosixPath] = set()
    while known:
        links = {
            linked
            for path in known
            if path.suffix == ".md"
            for link in LINK.findall((ROOT / path).read_text("utf-8"))
            if (linked := _linked(path, link)) and linked.parts[0] != "docs" and linked != HOME
        }
        known = links - found
        found |= links
    return found


def _shown(path: PurePosixPath) -> str:
    text = (ROOT / path).read_text("utf-8")
    if path.suffix == ".md":
        return text
    head = "---\nhide: [navigation, toc]\nsearch: { exclude: true }\n---\n"
    return f"{head}\n# {path}\n\n````{path.suffix[1:]}\n{text}````\n"


# -- hooks


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and the icon."""
    beside = {PurePosixPath(path.name) for path in ROOT.glob("*.md")} - {HOME}
    pages = {*beside, *(_path(file.src_uri) for file in files.documentation_pages())}
    shown = {_uri(path): _shown(path) for path in beside | _outside(pages)}
    for uri, text in {**dict(_reference()), **shown}.items():
        files.append(File.generated(config, uri, content=text))
    icon = ROOT / "src" / "snowtails" / "web" / "icon.svg"
    files.append(File.generated(config, "icon.svg", abs_src_path=str(icon)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to files of the repository lead to their pages, and citations to the rules."""
    here = page.file.src_uri

    def led(link: re.Match[str]) -> str:
        path = _linked(_path(here), link[0])
        return posixpath.relpath(_uri(path), posixpath.dirname(here) or ".") if path else link[0]

    linked = LINK.sub(led, markdown)
    return linked if here == RULES else cite(linked)
