"""What a host says about the way to the server: addresses of its page, and proxies in front."""

from ipaddress import ip_network
from urllib.parse import urlsplit

from ...course import Refused

_DEFAULT_PORTS = {"http": 80, "https": 443}


def origin_of(text: str) -> str:
    """Return an address of the page as browsers name it; raise Refused if it is none."""
    try:
        found = urlsplit(text)
        port = found.port
    except ValueError:
        found, port = urlsplit(""), None
    beside = found.path.strip("/") or found.query or found.fragment or found.username
    if found.scheme not in _DEFAULT_PORTS or not found.hostname or beside or text.split() != [text]:
        raise Refused(
            f"{text!r} is no address of the page; one is like https://race.example,"
            " and several have commas between"
        )
    host = f"[{found.hostname}]" if ":" in found.hostname else found.hostname
    has_port = port is not None and port != _DEFAULT_PORTS[found.scheme]
    return f"{found.scheme}://{host}" + (f":{port}" if has_port else "")


def check_proxies(listed: str) -> None:
    """Raise Refused unless these are addresses or networks, and not simply all of them."""
    for each in filter(None, map(str.strip, listed.split(","))):
        try:
            everybody = each == "*" or not ip_network(each).prefixlen
        except ValueError:
            raise Refused(
                f"{each!r} is no address of a proxy; one is like 127.0.0.1 or 10.0.0.0/8,"
                " and several have commas between"
            ) from None
        if everybody:
            raise Refused(
                f"{each} would believe everybody, and so clients who say that they are others;"
                " give the addresses or networks of the proxies, like 127.0.0.1 or 10.0.0.0/8"
            )
