"""A real browser shows the drawing, under the strictest policy that the page will have."""

import pytest
from playwright.sync_api import Browser

from snowtails import Course
from snowtails.course.drawing import Theme

POLICY = "default-src 'none'"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_two_drawings_share_a_page_under_a_strict_policy(browser: Browser, theme: Theme) -> None:
    course = Course.load("midnight-mail")
    drawings = [course.svg(theme, prefix=prefix) for prefix in ("one", "two")]
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.set_content(
        f"<!doctype html><html><head>{head}</head><body>{''.join(drawings)}</body></html>"
    )
    assert complaints == []
    for prefix in ("one", "two"):
        box = page.locator(f"#{prefix}-3a2").bounding_box()
        assert box is not None
        assert box["width"] > 5
        assert box["height"] > 5
    page.close()
