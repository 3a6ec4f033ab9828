"""Heavy work: what may take seconds is done beside the pages, a little at a time, and within bounds."""
