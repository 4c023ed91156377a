"""The rules of the race, compiled: state, cards, movement, order, turns, and `Race`."""
