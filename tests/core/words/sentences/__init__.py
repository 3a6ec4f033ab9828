"""Every code with figures, some of it in several ways: what the sentences in `sentences.txt` are made from."""
