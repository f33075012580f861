"""Training pictures made on the fly, and the networks that learn from them. Needs the extra `training`."""
