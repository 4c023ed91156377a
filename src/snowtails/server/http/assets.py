"""The files of the page, under a path that names their content.

`/assets/<hash>/main.js` never changes, so browsers keep it for good; after an upgrade the shell
names another hash, and no page ever mixes modules of two versions. What is always needed together
is one file: the style sheets that the shell names, and the parts of a catalogue of words. Every
request costs a round trip, of which HTTP/1 makes six at once.
"""

import gzip
import hashlib
import json
import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What is given out, by suffix; nothing else in the folder is."""

FIRST_MODULE = "main.js"
FIRST_SCENERY = "home/scenery.js"
"""What is seen first but not needed to use the page: it is fetched right after the first module."""
STYLES = "style.css"
"""All style sheets that the shell names, in their order."""
_STYLE_LINKS = re.compile(r'(?:<link rel="stylesheet" href="{assets}/[^"]+">\n)+')
_STYLE_LINK = re.compile(r'href="{assets}/([^"]+)"')
_STYLE_COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
_CATALOGUE = re.compile(r"words/\w+\.js")
_PART = re.compile(r'^import \{ \w+ \} from "\./([^"]+)";\n', re.MULTILINE)
_IMPORT = re.compile(r'^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)";', re.MULTILINE)
_LATE_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')

SERVICE_WORKER = "service-worker.js"
PLACE_OF_ASSETS, PLACE_OF_PRELOADS = "{assets}", "<!-- preloads -->"
PLACE_OF_SHARE = "<!-- share -->"


@dataclass(frozen=True)
class Asset:
    """One file, ready to be sent."""

    data: bytes
    media_type: str

    @cached_property
    def zipped(self) -> bytes:
        """The data for those who accept gzip."""
        return gzip.compress(self.data, 9, mtime=0)


class Assets:
    """All files of a folder, read once."""

    def __init__(self, folder: Path) -> None:
        files = {
            path.relative_to(folder).as_posix(): Asset(path.read_bytes(), MEDIA_TYPES[path.suffix])
            for path in sorted(folder.rglob("*"))
            if path.suffix in MEDIA_TYPES
        }
        digest = hashlib.sha256()
        for name, asset in files.items():
            digest.update(f"{name}\n{len(asset.data)}\n".encode() + asset.data)
        template = (folder / "index.html").read_text("utf-8")
        self.hash = digest.hexdigest()[:12]
        self.files = files | _joined_catalogues(files) | _joined_styles(files, template)
        one_link = f'<link rel="stylesheet" href="{PLACE_OF_ASSETS}/{STYLES}">\n'
        template = _STYLE_LINKS.sub(one_link, template)
        self.shell = Asset(self._shell(template), "text/html; charset=utf-8")

    def find(self, content: str, name: str) -> Asset | None:
        """Return a file by the hash that it was asked for with, and its name."""
        return self.files.get(name) if content == self.hash else None

    def modules(self, first: str = FIRST_MODULE) -> list[str]:
        """Return the modules that one needs at once: what it imports, and so on."""
        found = [first]
        for name in found:
            found += [each for each in self._imported(_IMPORT, name) if each not in found]
        return found

    def screens(self) -> dict[str, list[str]]:
        """Return what each screen needs that the first module imports when it is wanted."""
        at_once = self.modules()
        return {
            screen: [name for name in self.modules(screen) if name not in at_once]
            for screen in self._imported(_LATE_IMPORT, FIRST_MODULE)
        }

    def shell_with(self, tags: str, language: str = "en") -> Asset:
        """Return the shell with tags in its head, and the words of a language on their way."""
        if language != "en":
            tags += f'\n<link rel="modulepreload" href="/assets/{self.hash}/words/{language}.js">'
        data = self.shell.data.replace(PLACE_OF_SHARE.encode(), tags.encode(), 1)
        return Asset(data, self.shell.media_type)

    def service_worker(self) -> Asset:
        """Return the service worker, which names the content that it belongs to."""
        script = self.files[SERVICE_WORKER].data.replace(b"{hash}", self.hash.encode())
        assets = f"/assets/{self.hash}".encode()
        return Asset(script.replace(PLACE_OF_ASSETS.encode(), assets), MEDIA_TYPES[".js"])

    def _imported(self, pattern: re.Pattern[str], name: str) -> list[str]:
        folder = posixpath.dirname(name)
        found = pattern.findall(self.files[name].data.decode())
        return list(
            dict.fromkeys(posixpath.normpath(posixpath.join(folder, each)) for each in found)
        )

    def _shell(self, template: str) -> bytes:
        scenery = self.modules(FIRST_SCENERY) if FIRST_SCENERY in self.files else []
        preloads = [
            f'<link rel="modulepreload" href="/assets/{self.hash}/{escape(name)}">'
            for name in dict.fromkeys([*self.modules(), *scenery])
        ]
        # The page fetches all of a screen's modules together, not one import after the other.
        screens = json.dumps(self.screens(), separators=(",", ":"))
        preloads.append(f'<script type="application/json" id="screens">{screens}</script>')
        filled = template.replace(PLACE_OF_PRELOADS, "\n".join(preloads))
        return filled.replace(PLACE_OF_ASSETS, f"/assets/{self.hash}").encode()


def _joined_styles(files: dict[str, Asset], template: str) -> dict[str, Asset]:
    named = [
        link for links in _STYLE_LINKS.findall(template) for link in _STYLE_LINK.findall(links)
    ]
    # Comments, a tenth of it, are for those who read the sources.
    joined = _STYLE_COMMENT.sub(b"", b"".join(files[name].data for name in named))
    return {STYLES: Asset(joined, MEDIA_TYPES[".css"])}


def _joined_catalogues(files: dict[str, Asset]) -> dict[str, Asset]:
    """Put the parts of each catalogue, which import nothing, in the place of their imports."""

    def part(found: re.Match[str]) -> str:
        return files[f"words/{found[1]}"].data.decode().replace("export const", "const", 1)

    return {
        name: Asset(_PART.sub(part, asset.data.decode()).encode(), asset.media_type)
        for name, asset in files.items()
        if _CATALOGUE.fullmatch(name)
    }
