"""Defines the commands that show one object in full: `mpi comm EXPR`, `mpi datatype EXPR`, ..., and `mpi show
VARIABLE`. The latter derives the kind of the object from the type of the variable."""

import json

import gdb

from .. import declared, handles, options, predefined, printers, sessions, values
from ..entry_points import Command
from ..errors import MpiError
from .completion import communicator_names, complete
from .prefix import PREFIXES


_WORDS = {"comm": "communicator", "errhandler": "error handler", "info": "info object", "op": "reduction operation"}


def _expression(chosen):
    return " ".join(chosen.words)


def handle_text(expression, kind):
    """Converts an expression to a handle for mqs_shim_read_object(). An expression that GDB cannot evaluate, such as a
    predefined name, is left to libmqs_shim.so."""
    if kind == "comm" and expression in _known_communicators():
        return expression
    try:
        value = gdb.parse_and_eval(expression)
    except gdb.error:
        return expression
    return values.handle_in(value, kind, declared.kind_of(expression) == kind).words()


def _known_communicators():
    try:
        return communicator_names()
    except gdb.GdbError:
        return []


def _look_at(kind, handle, as_json):
    session = sessions.session_of(gdb.selected_inferior())
    session.read_object(kind, handle, with_stacks=as_json)
    return session


def _elements(kind, expression):
    """Returns (label, value) for each handle in an array or container, up to GDB's limit for elements, and None as the last
    item if there are more. Returns None for any other expression."""
    try:
        value = gdb.parse_and_eval(expression)
    except gdb.error:
        return None
    elements = values.elements_of(value, kind)
    return None if elements is None else _limited(elements, gdb.parameter("print elements"))


def _limited(elements, most):
    for index, element in enumerate(elements):
        if most and index == most:
            yield None
            return
        yield element


def _show_elements(kind, expression, elements):
    """Prints a line for each handle in an array or container."""
    is_declared = declared.kind_of(expression) == kind
    is_empty = True
    for element in elements:
        is_empty = False
        if element is None:
            gdb.write(f"... (set print elements: {gdb.parameter('print elements')})\n")
            continue
        label, value = element
        values.check_type(value, kind)
        gdb.write(f"{label} {printers.HandlePrinter(value, handles.TYPE_OF_KIND[kind], is_declared).to_string()}\n")
    if is_empty:
        gdb.write(f"{expression} is empty.\n")


def show(kind, expression, chosen):
    elements = _elements(kind, expression)
    if elements is None:
        session = _look_at(kind, handle_text(expression, kind), chosen.json)
        gdb.write(session.render("show", chosen.render, as_json=chosen.json))
    elif chosen.json:
        gdb.write(json.dumps(_elements_report(kind, expression, elements, chosen)) + "\n")
    else:
        _show_elements(kind, expression, elements)
    predefined.set_variables()


def _report(kind, handle, chosen):
    return json.loads(_look_at(kind, handle, as_json=True).render("show", chosen.render, as_json=True))


def _elements_report(kind, expression, elements, chosen):
    """Returns the answers about the handles in an array or container: "element" is its index, "answer" what `mpi show -json`
    says, or null, and then "error" the reason. "more" is true if GDB's limit leaves out elements."""
    is_declared = declared.kind_of(expression) == kind
    answers, has_more = [], False
    for element in elements:
        if element is None:
            has_more = True
            continue
        label, value = element
        values.check_type(value, kind)
        try:
            answer, problem = _report(kind, values.handle_in(value, kind, is_declared).words(), chosen), None
        except MpiError as error:
            answer, problem = None, str(error)
        answers.append({"element": label, "error": problem, "answer": answer})
    return {"elements": answers, "more": has_more}


def object_report(word, expression, chosen):
    """Returns the parsed JSON of `mpi show` about one object, or about those in an array or container."""
    kind = handles.kind_called(word)
    if kind is None:
        raise MpiError(f'Invalid kind of handle: "{word}".  Kinds are {" ".join(handles.KINDS)}.')
    elements = _elements(kind, expression)
    if elements is not None:
        return _elements_report(kind, expression, elements, chosen)
    return _report(kind, handle_text(expression, kind), chosen)


def _first_value(value):
    """Returns the first element of an array or container, or None if it is empty. Returns any other value unchanged."""
    elements = values.elements_of(value)
    return values.referred(value) if elements is None else next((element for _label, element in elements), None)


def _kind_by_type(expression):
    """Returns the kind of handle that an expression is, or that is in it, by its type; None if it is empty."""
    value = values.evaluated(expression)
    first = _first_value(value)
    if first is None:
        return None
    name = handles.type_name(values.referred(first).type)
    if name is not None:
        return handles.KIND_OF_TYPE[name]
    if values.may_be_handle(first):
        is_one = values.elements_of(value) is None
        what = f"{expression} is not an MPI handle" if is_one else f"The elements of {expression} are not MPI handles"
        raise MpiError(f"{what} by type ({values.referred(first).type}).  If you know the kind, use \"mpi KIND {expression}\", as in "
                       f'"mpi request {expression}", or "set mpi as KIND {expression}" first.')
    raise MpiError(f"{expression} is not an MPI handle.")


class ShowKind(Command):
    def __init__(self, prefix, kind):
        words = _WORDS.get(kind, kind)
        article = "an" if words[0] in "aeiou" else "a"
        self.__doc__ = f"""Everything known about {article} {words}.

Usage: {prefix} {kind} EXPRESSION [-json] [-verbose]
EXPRESSION is an {handles.TYPE_OF_KIND[kind]}, a predefined name or fortran:N. Of an array or a container of them, such as
a std::vector: each in one line."""
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


class Show(Command):
    """Everything known about the object that a variable names.

Usage: mpi show EXPRESSION [-json] [-verbose]
EXPRESSION has a type of mpi.h or of Fortran's module mpi_f08, is an array or container of such, or an integer, or an array or
container of integers, that `set mpi as' declared to be handles."""

    def __init__(self, prefix):
        super().__init__(f"{prefix} show", gdb.COMMAND_STATUS, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, _from_tty):
        chosen = options.parse(argument)
        expression = _expression(chosen)
        if not expression:
            raise MpiError("Argument required (expression to show).")
        kind = declared.kind_of(expression) or _kind_by_type(expression)
        if kind is None:
            gdb.write(f"{expression} is empty.\n")
            return
        show(kind, expression, chosen)


def install():
    for prefix in PREFIXES:
        Show(prefix)
        for kind in handles.KINDS:
            ShowKind(prefix, kind)
        for word, kind in handles.OTHER_WORDS.items():
            gdb.execute(f"alias -a {prefix} {word} = {prefix} {kind}")
