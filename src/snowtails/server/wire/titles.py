"""What a course may be called."""

LONGEST_TITLE = 80


def title_of(name: str) -> str:
    """Return the name of a course as it is shown; empty if it is none that can be shown.

    >>> title_of("  Moonlight   Mile "), title_of("x" * 81)
    ('Moonlight Mile', '')
    """
    shown = " ".join(name.split())
    return shown if len(shown) <= LONGEST_TITLE and shown.isprintable() else ""
