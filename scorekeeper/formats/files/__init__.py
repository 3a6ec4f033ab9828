"""The formats, one file each: a module here with a `FORMAT` is found by `formats.registry`."""
