"""Plain HTTP around the hub; nothing else knows the web framework."""
