"""Every page in every state, for people with disabilities: axe, rulers, the table of pages."""
