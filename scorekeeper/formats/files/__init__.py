"""The formats: one file each. A module here has a `FORMAT`, and is found by being here (`formats.registry`)."""
