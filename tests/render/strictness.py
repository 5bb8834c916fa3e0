"""Whether a JSON schema is strict: changes one member of valid answers at a time and finds what is accepted."""

import json


def places(value, path=()):
    """Every object of an answer, as the keys and indices that lead to it; of lists only the first of each shape."""
    if isinstance(value, dict):
        yield path
        for key, member in value.items():
            yield from places(member, path + (key,))
    elif isinstance(value, list):
        shapes = set()
        for index, item in enumerate(value):
            shape = tuple(item) if isinstance(item, dict) else None
            if shape not in shapes:
                shapes.add(shape)
                yield from places(item, path + (index,))


def only(value, path):
    """A copy of the answer and the place in it; of the lists on the way nothing but what leads there."""
    if not path:
        copy = json.loads(json.dumps(value))
        return copy, copy
    inner, place = only(value[path[0]], path[1:])
    return ([inner] if isinstance(value, list) else {**value, path[0]: inner}), place


def accepted_strangers(validator, answers, optional=()):
    """Where an unknown member, a member of the wrong type, or a missing one that is not optional would be accepted."""
    seen = set()
    for answer in answers:
        for path in places(answer):
            copy, place = only(answer, path)
            shape = tuple(step for step in path if isinstance(step, str)) + tuple(sorted(place))
            if shape in seen:
                continue
            seen.add(shape)
            name = "/".join(map(str, path))
            if not validator.is_valid(copy):
                yield f"{name}: is refused as it is"
            place["stranger"] = 1
            if validator.is_valid(copy):
                yield f"{name}: a member more"
            del place["stranger"]
            for key, member in list(place.items()):
                place[key] = {"wrong": 1}
                if validator.is_valid(copy):
                    yield f"{name}: a wrong type of {key}"
                del place[key]
                if key not in optional and validator.is_valid(copy):
                    yield f"{name}: no {key}"
                place[key] = member
