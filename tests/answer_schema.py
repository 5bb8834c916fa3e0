"""Checks the command's JSON against its schemas, a hundred times faster than jsonschema.validate().

That one checks the schema anew for each answer. And to know whether another schema names a property (`unevaluatedProperties`) it
checks the property again, with all that is in it. The schemas here name properties in `properties` and through `$ref` alone, so
which of them are named needs no look at the answer. tests/render/json_test.py shows that both refuse the same.
"""

import functools
import json

import jsonschema  # Debian's python3-jsonschema


def _named(validator, schema):
    """The properties that a schema names itself or through `$ref`."""
    names = set(schema.get("properties", ()))
    if "$ref" in schema:
        with validator.resolver.resolving(schema["$ref"]) as referred:
            names |= _named(validator, referred)
    return names


def _unevaluated_properties(validator, allowed, instance, schema):
    if allowed is not False or "allOf" in schema or "additionalProperties" in schema:
        raise NotImplementedError("unevaluatedProperties beside something else than properties and $ref")
    if validator.is_type(instance, "object"):
        for name in sorted(set(instance) - _named(validator, schema)):
            yield jsonschema.ValidationError(f"{name!r} is not in the schema")


_Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"unevaluatedProperties": _unevaluated_properties})


def validator(schema):
    return _Validator(schema)


@functools.lru_cache
def _validator_of(path):
    with open(path, encoding="utf-8") as file:
        return validator(json.load(file))


def validate(answer, path):
    """Raises jsonschema.ValidationError unless the answer is as the schema in the file says."""
    _validator_of(str(path)).validate(answer)
