"""Counters of the limits in this process's memory, with a bound: a flood of addresses does not fill the machine."""

from limits.storage import MemoryStorage

MOST_COUNTERS = 100_000
"""About 30 MB. One household has a few, and each is forgotten when its minute, hour or day is over."""


class BoundedMemoryStorage(MemoryStorage):
    """The library's storage in memory; past the bound, the counters that would be forgotten first make room."""

    STORAGE_SCHEME = ("bounded-memory",)  # type: ignore[assignment] # its own is a list, that anyone may change

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count; see `MemoryStorage`."""
        if key not in self.expirations and len(self.expirations) >= MOST_COUNTERS:
            self._make_room()
        return super().incr(key, expiry, amount)

    def _make_room(self) -> None:
        soonest = sorted(self.expirations.items(), key=lambda counter: counter[1])
        for key, _ in soonest[: MOST_COUNTERS // 10]:
            self.clear(key)
