"""Recognises values that are MPI handles."""

import gdb

# Maps the names of mpi.h's handle types to the words for KIND in the commands `mpi KIND`.
KIND_OF_TYPE = {
    "MPI_Comm": "comm",
    "MPI_Group": "group",
    "MPI_Request": "request",
    "MPI_Status": "status",
    "MPI_Errhandler": "errhandler",
    "MPI_Datatype": "datatype",
    "MPI_File": "file",
    "MPI_Info": "info",
    "MPI_Op": "op",
    "MPI_Win": "window",
    "MPI_Message": "message",
    "MPI_Session": "session",
}
TYPE_OF_KIND = {kind: name for name, kind in KIND_OF_TYPE.items()}
KINDS = tuple(KIND_OF_TYPE.values())

# Maps the names of Open MPI's structs to the types of the handles that point to them. The names of the structs are in
# the program's debug information, even if their members are not, and identify a handle whose typedef GDB has lost.
_NAME_OF_STRUCT = {
    "ompi_communicator_t": "MPI_Comm",
    "ompi_group_t": "MPI_Group",
    "ompi_request_t": "MPI_Request",
    "ompi_errhandler_t": "MPI_Errhandler",
    "ompi_datatype_t": "MPI_Datatype",
    "ompi_file_t": "MPI_File",
    "ompi_info_t": "MPI_Info",
    "ompi_op_t": "MPI_Op",
    "ompi_win_t": "MPI_Win",
    "ompi_message_t": "MPI_Message",
    "ompi_instance_t": "MPI_Session",
}


# The types of Fortran's module mpi_f08 are structs with one INTEGER, and have the names of mpi.h in lower case.
_FORTRAN_MEMBER = "mpi_val"
_NAME_OF_FORTRAN = {name.lower(): name for name, kind in KIND_OF_TYPE.items() if kind != "status"}


def _is_of_fortran(type_):
    return type_.code == gdb.TYPE_CODE_STRUCT and [field.name for field in type_.fields()] == [_FORTRAN_MEMBER]


def fortran_index(value, is_said=False):
    """Returns the number of a Fortran handle; None for any other value. A Fortran handle is a value of a type of
    mpi_f08, whose member is the number; an INTEGER of Fortran; or any integer that the user has declared to be a handle
    (`is_said`)."""
    type_ = value.type.strip_typedefs()
    if _is_of_fortran(type_):
        return int(value[_FORTRAN_MEMBER])
    is_integer = type_.code == gdb.TYPE_CODE_INT and (is_said or (type_.name or "").lower().startswith("integer"))
    return int(value) if is_integer else None


def type_name(type_):
    """Returns MPI's name for a type, such as "MPI_Comm"; None if it is not a type of handles."""
    # Typedefs are followed one by one, because strip_typedefs() would skip the one with MPI's name.
    for _ in range(64):
        name = type_.unqualified().name
        if name in KIND_OF_TYPE:
            return name
        if type_.code != gdb.TYPE_CODE_TYPEDEF:
            break
        type_ = type_.target()
    if _is_of_fortran(type_):
        return _NAME_OF_FORTRAN.get(type_.name)
    if type_.code == gdb.TYPE_CODE_PTR:
        target = type_.target().unqualified().strip_typedefs()
        if target.code == gdb.TYPE_CODE_STRUCT:
            return _NAME_OF_STRUCT.get(target.name or target.tag)
    return None


def handle_of(value, kind):
    """Returns a C handle as an unsigned number; for a status its address, or None if it is not in memory."""
    if kind == "status":
        return None if value.address is None else int(value.address)
    return int(value) & ((1 << (8 * value.type.sizeof)) - 1)


def elements_of(value):
    """Returns (index, handle) for each element of an array, or of a container that GDB shows as an array; None for any
    other value.

    In C++, the elements of a container of MPICH's handles are integers, because the debug information lacks the
    typedef."""
    while value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    type_ = value.type.strip_typedefs()
    if type_.code == gdb.TYPE_CODE_STRUCT:
        fields = type_.fields()
        if len(fields) == 1 and fields[0].name == "_M_elems":  # std::array, which has no printer
            return elements_of(value[fields[0]])
        visualizer = gdb.default_visualizer(value)
        if visualizer is None or getattr(visualizer, "display_hint", lambda: None)() != "array":
            return None
        return ((index, element) for index, (_name, element) in enumerate(visualizer.children()))
    if type_.code != gdb.TYPE_CODE_ARRAY:
        return None
    first, last = type_.range()
    return ((index, value[index]) for index in range(first, last + 1))
