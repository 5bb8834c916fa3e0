"""Defines the commands that show one object in full: `mpi comm EXPR`, `mpi datatype EXPR`, ..., and `mpi show
VARIABLE`. The latter derives the kind of the object from the type of the variable."""

import json

import gdb

from .. import handles, options, predefined, printers, sessions
from ..errors import MpiError
from .completion import communicator_names, complete
from .prefix import PREFIXES
from .settings import kind_said_of


_WORDS = {"comm": "communicator", "errhandler": "error handler", "info": "info object", "op": "reduction operation"}


def _expression(chosen):
    return " ".join(chosen.words)


def handle_text(expression, kind):
    """Converts an expression to a handle for mqs_shim_read_object(): a number, a Fortran INTEGER, or a text that
    libmqs_shim.so resolves."""
    if kind == "comm" and expression in _known_communicators():
        return expression
    try:
        value = gdb.parse_and_eval(expression)
    except gdb.error:
        return expression
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_REF:
        value = value.referenced_value()
    index = handles.fortran_index(value, is_said=kind_said_of(expression) == kind)
    if index is not None:
        return f"fortran:{index}"
    if kind == "status" and value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        return hex(int(value))
    handle = handles.handle_of(value, kind)
    if handle is None:
        raise MpiError(f"{expression} is not in memory.")
    return hex(handle)


def _known_communicators():
    try:
        return communicator_names()
    except gdb.GdbError:
        return []


def _look_at(kind, expression, as_json):
    session = sessions.session_of(gdb.selected_inferior())
    session.read_object(kind, handle_text(expression, kind), with_stacks=as_json)
    return session


def _show_elements(kind, expression):
    """Prints a line for each handle in an array or container, up to GDB's limit for elements. Returns False if the
    expression is neither an array nor a container."""
    try:
        elements = handles.elements_of(gdb.parse_and_eval(expression))
    except gdb.error:
        return False
    if elements is None:
        return False
    most = gdb.parameter("print elements")
    shown = 0
    is_said = kind_said_of(expression) == kind
    for index, value in elements:
        if most and shown == most:
            gdb.write(f"... (set print elements: {most})\n")
            break
        gdb.write(f"[{index}] {printers.HandlePrinter(value, handles.TYPE_OF_KIND[kind], is_said).to_string()}\n")
        shown += 1
    if shown == 0:
        gdb.write(f"{expression} is empty.\n")
    return True


def show(kind, expression, chosen):
    if not chosen.json and _show_elements(kind, expression):
        return
    gdb.write(_look_at(kind, expression, chosen.json).render("show", chosen.render, as_json=chosen.json))
    predefined.set_variables()


def object_report(kind, expression, chosen):
    """Returns the parsed JSON of `mpi show` about one object."""
    if kind not in handles.KINDS:
        raise MpiError(f'Invalid kind of handle: "{kind}".  Kinds are {" ".join(handles.KINDS)}.')
    return json.loads(_look_at(kind, expression, as_json=True).render("show", chosen.render, as_json=True))


def _type_name(value):
    """Returns MPI's name for the type of a handle or of the handles in a container; None for any other value."""
    elements = handles.elements_of(value)
    first = next(elements, None) if elements is not None else None
    return handles.type_name(value.type if first is None else first[1].type)


class ShowKind(gdb.Command):
    def __init__(self, prefix, kind):
        words = _WORDS.get(kind, kind)
        article = "an" if words[0] in "aeiou" else "a"
        self.__doc__ = f"""Everything known about {article} {words}.

Usage: {prefix} {kind} EXPRESSION [-json] [-verbose]
EXPRESSION is a {handles.TYPE_OF_KIND[kind]}, a predefined name or fortran:N. Of an array or a std::vector of them:
each in one line."""
        super().__init__(f"{prefix} {kind}", gdb.COMMAND_STATUS)
        self._kind = kind

    def invoke(self, argument, _from_tty):
        chosen = options.parse(argument)
        if not chosen.words:
            raise MpiError("Argument required (expression to show).")
        show(self._kind, _expression(chosen), chosen)

    def complete(self, text, word):
        if word is None:
            return None
        names = []
        if self._kind == "comm":
            try:
                names = [name for name in communicator_names() if " " not in name]
            except gdb.GdbError:
                pass
        return complete(text, word, names) or gdb.COMPLETE_EXPRESSION


class Show(gdb.Command):
    """Everything known about the object that a variable names.

Usage: mpi show EXPRESSION [-json] [-verbose]
EXPRESSION has a type of mpi.h or of Fortran's module mpi_f08, is an array or container of such, or a Fortran INTEGER that
`set mpi as' declared to be a handle."""

    def __init__(self, prefix):
        super().__init__(f"{prefix} show", gdb.COMMAND_STATUS, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, _from_tty):
        chosen = options.parse(argument)
        expression = _expression(chosen)
        if not expression:
            raise MpiError("Argument required (expression to show).")
        kind = kind_said_of(expression)
        if kind is None:
            try:
                name = _type_name(gdb.parse_and_eval(expression))
            except gdb.error as error:
                raise MpiError(str(error)) from None
            if name is None:
                raise MpiError(f'{expression} is not an MPI handle.  If it is a Fortran INTEGER, use "set mpi as KIND {expression}".')
            kind = handles.KIND_OF_TYPE[name]
        show(kind, expression, chosen)


def install():
    for prefix in PREFIXES:
        Show(prefix)
        for kind in handles.KINDS:
            ShowKind(prefix, kind)
