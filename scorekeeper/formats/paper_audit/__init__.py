"""The paper audit: where a paper sheet and the rules differ."""
