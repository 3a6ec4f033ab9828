"""The tests. Hypothesis leaves out what it does for trio, which takes longer to import than Hypothesis."""

import os

os.environ.setdefault("HYPOTHESIS_NO_PLUGINS", "1")
