"""Converts values of the program to handles. Every command, function and printer converts here. A value that is not a handle,
or that GDB cannot read, is a MpiError."""

from typing import NamedTuple

import gdb

from . import handles
from .errors import MpiError, one_line, sentence

_REFERENCES = (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)
_SIZES = (4, 8)  # in bytes, of handles that are integers


class Handle(NamedTuple):
    """A handle of C, the address of a status, or the Fortran handle for an object."""
    number: int
    is_of_fortran: bool

    def words(self):
        """Returns the handle as libmqs_shim.so takes it from a user."""
        return f"fortran:{self.number}" if self.is_of_fortran else hex(self.number)


class WrongType(MpiError):
    """A value whose type is not that of a handle."""

    def __init__(self, value, kind):
        name = handles.TYPE_OF_KIND[kind]
        super().__init__(f"A value of type {value.type} is not an {name}.")


def evaluated(expression):
    try:
        return gdb.parse_and_eval(expression)
    except gdb.error as error:
        raise MpiError(sentence(error)) from None


def referred(value):
    """Returns the object that a value is, or that it refers to if it is a reference."""
    try:
        while value.type.strip_typedefs().code in _REFERENCES:
            value = value.referenced_value()
    except gdb.error as error:
        raise MpiError(sentence(error)) from None
    return value


def _number(value):
    """Returns a handle as a number, whose sign is kept."""
    try:
        if value.is_optimized_out:
            raise MpiError("The value has been optimized out.")
        return int(value)
    except gdb.error as error:
        raise MpiError(sentence(error)) from None


def text_in(value):
    """Returns a text of the program or of the user."""
    value = referred(value)
    try:
        if value.type.code == gdb.TYPE_CODE_STRING:  # of Fortran, which value.string() refuses
            value = value.cast(value.type.target().array(1, value.type.sizeof))
        return value.string()
    except (gdb.error, UnicodeError):
        raise MpiError(f"A value of type {value.type} is not a text that can be read.") from None


def _is_handle_type(type_):
    return type_.code == gdb.TYPE_CODE_PTR or (type_.code == gdb.TYPE_CODE_INT and type_.sizeof in _SIZES)


def _is_status_of_mpif(type_):
    """Returns True for an array of INTEGERs, which is one status in Fortran's module mpi."""
    if type_.code != gdb.TYPE_CODE_ARRAY:
        return False
    element = type_.target().strip_typedefs()
    return element.code == gdb.TYPE_CODE_INT and element.sizeof == 4


def may_be_handle(value):
    """Returns True for an integer of the size of a handle, or a pointer."""
    return _is_handle_type(referred(value).type.strip_typedefs())


def check_type(value, kind):
    """Raises WrongType if the type of a value is not that of a handle."""
    value = referred(value)
    type_, name = value.type.strip_typedefs(), handles.type_name(value.type)
    if name is not None:
        is_right = name == handles.TYPE_OF_KIND[kind]
    elif kind == "status":  # a number is an address, unless it is that of a variable
        is_right = _is_status_of_mpif(type_) or type_.code == gdb.TYPE_CODE_PTR or (_is_handle_type(type_) and value.address is None)
    else:
        is_right = _is_handle_type(type_)
    if not is_right:
        raise WrongType(value, kind)


def _status(value, type_):
    """Returns the address of a status: that of the value, or the value itself if it is a pointer or a number."""
    is_status = handles.type_name(value.type) == "MPI_Status" or _is_status_of_mpif(type_)
    if value.address is None and is_status:
        raise MpiError("A status that is not in memory cannot be shown.")
    return int(value.address) if is_status else _number(value) & _all_bits(type_)


def _all_bits(type_):
    return (1 << (8 * type_.sizeof)) - 1


def handle_in(value, kind, is_declared=False):
    """Returns the Handle that a value is. A Fortran handle is a value of a type of mpi_f08, an INTEGER of Fortran, or any
    integer that the user has declared to be a handle (`is_declared`)."""
    value = referred(value)
    type_ = value.type.strip_typedefs()
    check_type(value, kind)
    if kind == "status":
        return Handle(_status(value, type_), False)
    if handles.is_of_fortran(type_):
        return Handle(_number(value[handles.FORTRAN_MEMBER]), True)
    is_of_fortran = type_.code == gdb.TYPE_CODE_INT and (is_declared or (type_.name or "").lower().startswith("integer"))
    number = _number(value)
    return Handle(number if is_of_fortran else number & _all_bits(type_), is_of_fortran)


def elements_of(value, kind=None):
    """Returns (label, value) for each element of an array or of a container that GDB's printers know; None for any other
    value. Arrays in arrays are taken apart, too. An array of INTEGERs is one value if `kind` is "status".

    In C++, the elements of a container of MPICH's handles are integers, because the debug information lacks the
    typedef."""
    children = _children(referred(value), kind)
    return None if children is None else _flattened(children, kind, "")


def _flattened(children, kind, before):
    for label, child in children:
        inner = _children(referred(child), kind)
        if inner is None:
            yield before + label, child
        else:
            yield from _flattened(inner, kind, before + label)


def _children(value, kind):
    type_ = value.type.strip_typedefs()
    if type_.code == gdb.TYPE_CODE_ARRAY:
        return None if kind == "status" and _is_status_of_mpif(type_) else _array(value, type_)
    if type_.code != gdb.TYPE_CODE_STRUCT or handles.type_name(value.type) is not None:
        return None
    fields = type_.fields()
    if len(fields) == 1 and fields[0].name == "_M_elems":  # std::array, which has no printer
        return _children(value[fields[0]], kind)
    return _container(value)


def _array(value, type_):
    try:
        first, last = type_.range()
    except RuntimeError:  # its bounds are not known
        return None
    if type_.target().strip_typedefs().sizeof == 1:  # a text
        return None
    return ((f"[{index}]", value[index]) for index in range(first, last + 1))


def _container(value):
    """Returns the children that the printer of a container shows as its elements; None for other values. Errors of the
    printer, which is not mpidbg's, become MpiErrors: a container that has not been initialised looks like anything."""
    try:
        printer = gdb.default_visualizer(value)
        if not hasattr(printer, "children"):
            return None
        hint = printer.display_hint() if hasattr(printer, "display_hint") else None
        if hint == "array":
            return _read((f"[{index}]", child) for index, (_name, child) in enumerate(printer.children()))
        if hint == "map":
            return _read(_pairs(printer))
        if hint is None:
            first, _child = next(iter(printer.children()), ("[", None))
            return _read(printer.children()) if first.startswith("[") else None
    except Exception as error:  # pylint: disable=broad-except
        raise _unreadable(error) from None
    return None


def _pairs(printer):
    """Yields key and value of each pair in a map. Its printer shows keys and values in turn."""
    children = iter(printer.children())
    for (_key_name, key), (_name, child) in zip(children, children):
        yield f"[{key.format_string() if isinstance(key, gdb.Value) else key}]", child


def _read(children):
    try:
        for label, child in children:
            yield label, child if isinstance(child, gdb.Value) else gdb.Value(child)
    except Exception as error:  # pylint: disable=broad-except
        raise _unreadable(error) from None


def _unreadable(error):
    return MpiError(f"The elements of the container cannot be read: {one_line(error).removesuffix('.')}.")
