"""What a director does at the desk: rounds, clocks, matches, phones, messages and calls."""
