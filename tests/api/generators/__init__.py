"""What other people’s tools make of the OpenAPI document: clients in Python and TypeScript, and two linters."""
