"""The documentation site in its languages, as `bin/site` makes it."""
