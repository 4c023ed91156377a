"""Settings: each is kept for somebody to change, and read by some part of the page."""

import re

from tests.web.catalogues import WEB

SETTINGS = WEB / "core" / "settings.js"
DIALOG = WEB / "core" / "dialogs.js"


def kept() -> list[str]:
    """Return the names of all settings."""
    source = SETTINGS.read_text("utf-8")
    defaults = source[source.index("const DEFAULTS = {") : source.index("};")]
    return re.findall(r"^  (\w+):", defaults, flags=re.MULTILINE)


def test_every_setting_has_an_effect_outside_of_its_dialog() -> None:
    modules = [path for path in WEB.rglob("*.js") if path != DIALOG and "words" not in path.parts]
    source = "\n".join(path.read_text("utf-8") for path in modules)
    assert len(kept()) > 10
    assert [name for name in kept() if not re.search(rf"\bsettings\.{name}\b", source)] == []


def test_every_setting_is_changed_somewhere() -> None:
    source = "\n".join(path.read_text("utf-8") for path in WEB.rglob("*.js"))
    assert [name for name in kept() if f'set("{name}"' not in source] == []
