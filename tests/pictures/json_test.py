#!/usr/bin/env python3
"""The verdict as JSON against the schema: json_test.py SCHEMA GOLDEN_DIRECTORY"""

import json
import pathlib
import sys

import jsonschema


def main():
    schema_path, golden = map(pathlib.Path, sys.argv[1:])
    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    paths = sorted(golden.glob("*.json"))
    problems = [] if len(paths) == 4 else [f"{len(paths)} answers instead of 4"]
    for path in paths:
        answer = json.loads(path.read_text(encoding="utf-8"))
        problems += [f"{path.name}: {'/'.join(map(str, error.absolute_path))}: {error.message}"
                     for error in validator.iter_errors(answer)]
        # A schema that accepts everything would accept these, too.
        for broken in ({**answer, "stranger": 1}, {**answer, "verdict": {**answer["verdict"], "outcome": "unheard of"}},
                       {**answer, "verdict": {**answer["verdict"], "stranger": 1}}):
            if validator.is_valid(broken):
                problems.append(f"{path.name}: the schema accepts what it does not describe")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
