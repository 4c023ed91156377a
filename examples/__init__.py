"""Programs that show how Snow Tails is used from outside."""
