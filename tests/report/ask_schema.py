"""Asks python3-jsonschema about documents, for schemas_test.cc: ask_schema.py SCHEMA DOCUMENTS, one JSON a line.

Prints a line for each: "ok", or where and why the schema refuses it. Fails if the schema itself is none.
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
with open(sys.argv[2], encoding="utf-8") as file:
    for line in file:
        error = next(validator.iter_errors(json.loads(line)), None)
        print("ok" if error is None else f"{error.json_path}: {error.message[:200]}".replace("\n", " "))
