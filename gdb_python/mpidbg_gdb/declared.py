"""Knows which variables the user has declared to be handles (`set mpi as KIND VARIABLE`). Their types do not show it, such as
Fortran's INTEGER."""

import re

import gdb

_ELEMENT = re.compile(r"\s*(\([^()]*\)|\[[^]]*\])$")  # the index in req(2) or req[1]
_kinds: dict = {}  # text of an expression -> kind of handle


def declare(expression, kind):
    _kinds[expression.strip()] = kind


def forget_all():
    _kinds.clear()


def all_declared():
    """Returns (expression, kind) of each declaration, in alphabetical order."""
    return sorted(_kinds.items())


def kind_of(expression):
    """Returns the kind of handle that the user has declared for a variable, or for the array that contains it; otherwise
    None."""
    name = expression.strip()
    return _kinds.get(name) or _kinds.get(_ELEMENT.sub("", name))


def is_declared(value, kind):
    """Returns True if `value` is in the memory of a variable that the user has declared to be a handle of this kind. For
    functions such as $_mpi_comm (), which get values instead of expressions."""
    return any(_covers(expression, value) for expression, declared in _kinds.items() if declared == kind)


def _covers(expression, value):
    try:
        variable = gdb.parse_and_eval(expression)
        if variable.address is None or value.address is None:
            return False
        start, address = int(variable.address), int(value.address)
        return start <= address < start + variable.type.sizeof
    except gdb.error:  # it is not in the selected frame
        return False
