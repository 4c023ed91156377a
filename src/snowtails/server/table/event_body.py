"""`EventBody`: what every kind of event has in common."""

import msgspec


class EventBody(
    msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False
):
    """What an event says happened; its kind tells which.

    Events hold values only: the garbage collector need not look at them.
    """

    @property
    def kind(self) -> str:
        """The name of its kind, as the log writes it."""
        return str(self.__struct_config__.tag)
