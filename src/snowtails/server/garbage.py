"""When the interpreter looks for garbage: not while a server loads.

Loading makes half a million objects, all of which stay. Looking through them again and again takes
a fifth of the time until the server is ready, and later makes single requests wait.
"""

import gc


def pause_collection() -> None:
    """Look for no garbage until `resume_collection`."""
    gc.disable()


def resume_collection() -> None:
    """Look for garbage again, if that was paused, though never more among what there is now."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
