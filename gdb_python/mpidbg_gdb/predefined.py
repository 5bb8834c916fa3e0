"""Defines predefined handles by name: `$_mpi_handle ("MPI_COMM_WORLD")`, and `$MPI_COMM_WORLD` once a session has been
opened.

The names of predefined handles are macros in mpi.h, which debug information does not contain. Open MPI's handles are
addresses that differ from process to process. GDB has one set of convenience variables for all inferiors, so the
variables get the handles of the selected inferior.
"""

import gdb

from . import handles, sessions, values
from .entry_points import Function
from .errors import MpiError

_KIND_OF_PREFIX = {"MPI_COMM_": "comm", "MPI_GROUP_": "group", "MPI_REQUEST_": "request", "MPI_ERR": "errhandler",
                   "MPI_FILE_": "file", "MPI_INFO_": "info", "MPI_WIN_": "window", "MPI_MESSAGE_": "message"}
_OPS = tuple("MPI_" + name for name in ("OP_NULL MAX MIN SUM PROD LAND BAND LOR BOR LXOR BXOR MAXLOC MINLOC REPLACE "
                                        "NO_OP").split())
# The names of handles that become convenience variables.
_VARIABLES = _OPS + tuple("MPI_" + name for name in (
    "COMM_WORLD COMM_SELF COMM_NULL GROUP_NULL GROUP_EMPTY REQUEST_NULL ERRHANDLER_NULL ERRORS_ARE_FATAL ERRORS_RETURN FILE_NULL "
    "INFO_NULL WIN_NULL MESSAGE_NULL DATATYPE_NULL CHAR SIGNED_CHAR UNSIGNED_CHAR SHORT UNSIGNED_SHORT INT UNSIGNED LONG "
    "UNSIGNED_LONG LONG_LONG UNSIGNED_LONG_LONG FLOAT DOUBLE LONG_DOUBLE BYTE PACKED AINT COUNT OFFSET INT8_T INT16_T INT32_T "
    "INT64_T UINT8_T UINT16_T UINT32_T UINT64_T C_BOOL INTEGER REAL DOUBLE_PRECISION COMPLEX LOGICAL CHARACTER").split())

_variables_are_of = None  # the session whose handles the convenience variables have


def _kind_of(name):
    if name in _OPS:
        return "op"
    return next((kind for prefix, kind in _KIND_OF_PREFIX.items() if name.startswith(prefix)), "datatype")


def _value(kind, handle):
    """Returns a handle as a value with its type from mpi.h, if the program's debug information has that type."""
    try:
        return gdb.Value(handle).cast(gdb.lookup_type(handles.TYPE_OF_KIND[kind]))
    except gdb.error:
        # Without the type, Open MPI's handles are shown as addresses, and MPICH's as numbers.
        return gdb.Value(handle).cast(gdb.lookup_type("void").pointer()) if handle >> 32 else gdb.Value(handle)


def _look_up(session, name):
    kind = _kind_of(name)
    return _value(kind, session.resolve(kind, name))


def _values_of(session):
    """Returns the handles for all names in _VARIABLES that the MPI library knows, by name."""
    found = {}
    for name in _VARIABLES:
        try:
            found[name] = _look_up(session, name)
        except MpiError:
            pass
    return found


def set_variables():
    """Sets the convenience variables to the handles of the selected inferior, or to void if it has no session yet."""
    global _variables_are_of
    session = sessions.known_session(gdb.selected_inferior())
    if session is _variables_are_of:
        return
    known = {}
    if session is not None:
        known = session.process.setdefault("predefined", None) or _values_of(session)
        session.process["predefined"] = known
    for name in _VARIABLES:
        gdb.set_convenience_variable(name, known.get(name))
    _variables_are_of = session


class Handle(Function):
    """$_mpi_handle ("NAME"): the predefined handle of that name in the current process, as in
$_mpi_handle ("MPI_COMM_WORLD"). Once MPI was asked for anything, the usual ones are convenience variables: $MPI_COMM_WORLD."""

    NAME = "_mpi_handle"

    def value(self, name):
        session = sessions.session_of(gdb.selected_inferior())
        return _look_up(session, values.text_in(name))


def install():
    Handle()
    gdb.events.before_prompt.connect(set_variables)
