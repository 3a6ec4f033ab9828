"""Every code with figures, some in several variants: the source of the sentences in `sentences.txt`."""
