"""The outbox of a phone, without a browser."""
