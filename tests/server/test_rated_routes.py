"""What costs much, or makes something new, is known by its address before anybody looks at it."""

import re

import pytest

from snowtails.server.http.app import make_app
from snowtails.server.http.middleware import RequestMiddleware
from snowtails.server.http.pages import PAGES
from snowtails.server.http.rated_routes import Rate, RatedRoutes


@pytest.fixture(scope="module")
def rated(tmp_path_factory: pytest.TempPathFactory) -> RatedRoutes:
    app = make_app(f"sqlite:///{tmp_path_factory.mktemp('rates') / 'snowtails.db'}")
    first = app.build_middleware_stack()
    assert isinstance(first, RequestMiddleware)
    return first.rated


def rate(rated: RatedRoutes, method: str, path: str, query: bytes = b"") -> Rate:
    return rated.rate_of({"method": method, "path": path, "query_string": query})


def test_each_route_that_declares_a_rate_is_found(rated: RatedRoutes) -> None:
    assert len(rated.declared) > 50
    for (method, path), declared in rated.declared.items():
        if path in PAGES:
            continue
        address = re.sub(r"\{.*?\}", "srs", path)
        found: Rate = "costly" if declared == "costly-unless-shipped" else declared
        assert rate(rated, method, address) == found, path
        if declared == "costly-unless-shipped":
            assert rate(rated, method, address.replace("srs", "nutcracker")) == "usual"


@pytest.mark.parametrize(
    "asked",
    [
        *(f"GET /api/courses/srs/{what}" for what in ("certificate", "drawing", "map", "image")),
        *(f"GET /api/courses/{course}" for course in ("srs", "srs/picture", "srsa:12/map")),
        "GET /api/solo/courses/srs",
        "GET /api/solo/courses/random",
        "GET /api/qr",
        "GET /api/daily",
        "GET /api/daily/picture",
        "GET /api/library",
        "GET /api/library/k/picture",
        "GET /api/visitors/me/history",
        "GET /api/duplicates/d",
        "GET /api/duplicates/d/ghosts",
        "POST /api/courses",
        "POST /api/courses/draft",
        "POST /api/replays",
        "POST /api/puzzles/p/answers",
        "POST /api/tables/t/next",
        "POST /api/tables/t/rounds",
        *(f"GET /api/tables/t/{what}" for what in ("replay", "record", "verification", "season")),
        *(f"GET /api/tables/t/{what}" for what in ("analysis", "drivers", "picture")),
        *(f"GET /api/tables/t/seats/0/{what}" for what in ("hint", "coach")),
        "GET /icons/512-maskable.png",
        *(f"GET {path}" for path in ("/metrics", "/host", "/host/figures", "/host/courses")),
        "DELETE /host/courses/k",
    ],
)
def test_what_is_painted_gathered_or_thought_about_costs_much(
    rated: RatedRoutes, asked: str
) -> None:
    method, path = asked.split()
    assert rate(rated, method, path) == "costly"


@pytest.mark.parametrize(
    "path",
    [
        *("tables", "visitors", "visitors/recover", "solo", "duplicates", "library"),
        "tables/some-table/retries",
    ],
)
def test_what_makes_something_new_has_a_rate_of_its_own(rated: RatedRoutes, path: str) -> None:
    assert rate(rated, "POST", f"/api/{path}") == "opening"


@pytest.mark.parametrize(
    "asked",
    [
        "GET /api/tables",
        "GET /api/tables/some-table",
        "POST /api/tables/some-table/chat",
        "POST /api/tables/some-table/seats/0/decisions",
        "GET /api/courses",
        "GET /api/solo/courses",
        "GET /api/courses/nutcracker/map",
        "GET /api/nothing",
        "BREW /api/tables",
    ],
)
def test_everything_else_has_the_usual_rate(rated: RatedRoutes, asked: str) -> None:
    method, path = asked.split()
    assert rate(rated, method, path) == "usual"


@pytest.mark.parametrize("path", ["/assets/some/core/api.js", "/health", "/ready"])
def test_what_is_in_memory_is_not_counted(rated: RatedRoutes, path: str) -> None:
    assert rate(rated, "GET", path) == "free"


@pytest.mark.parametrize("path", ["/", "/build", "/race/some-table"])
def test_a_page_costs_much_if_its_title_names_a_course_that_does_not_ship(
    rated: RatedRoutes, path: str
) -> None:
    assert rate(rated, "GET", path) == "usual"
    assert rate(rated, "GET", path, b"course=nutcracker&name=") == "usual"
    for query in (b"course=srs", b"a=b&c%6furse=srs", b"course=nutcracker&course=srs"):
        assert rate(rated, "GET", path, query) == "costly"
