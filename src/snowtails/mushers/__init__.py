"""Who decides: drivers of sleds."""
