"""The API described as OpenAPI 3.1: data beside the record's JSON Schemas, held to the code by tests."""

from scorekeeper.api.description.document import Example, examples_of, openapi
from scorekeeper.api.description.operations import OPERATIONS, Operation

__all__ = ["OPERATIONS", "Example", "Operation", "examples_of", "openapi"]
