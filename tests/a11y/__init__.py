"""Every page in every state, for people who see, hear or tap otherwise: axe, rulers, the table of pages."""
