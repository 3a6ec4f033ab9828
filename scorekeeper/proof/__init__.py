"""Proves what was kept and what was exported: the chain holds, and every score is what the record gives."""

from scorekeeper.proof.findings import Checked, Finding

__all__ = ["Checked", "Finding"]
