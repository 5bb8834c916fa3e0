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
OTHER_WORDS = {"win": "window"}  # that users may write for KIND


def kind_called(word):
    """Returns the kind that the user means by a word; None if there is none."""
    return word if word in KINDS else OTHER_WORDS.get(word)


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


_NAME_OF_STATUS = {"ompi_status_public_t": "MPI_Status"}

# The types of Fortran's module mpi_f08 are structs with one INTEGER, and have the names of mpi.h in lower case. The status has
# the members of C in the same places.
FORTRAN_MEMBER = "mpi_val"
_STATUS_OF_FORTRAN = "mpi_status"
_NAME_OF_FORTRAN = {name.lower(): name for name, kind in KIND_OF_TYPE.items() if kind != "status"}


def is_of_fortran(type_):
    """Returns True if the type is one of mpi_f08 whose member FORTRAN_MEMBER is a handle."""
    return type_.code == gdb.TYPE_CODE_STRUCT and [field.name for field in type_.fields()] == [FORTRAN_MEMBER]


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
    if type_.code == gdb.TYPE_CODE_STRUCT:
        members = [field.name for field in type_.fields()]
        if type_.name == _STATUS_OF_FORTRAN and "mpi_source" in members:
            return "MPI_Status"
        return _NAME_OF_STATUS.get(type_.name) or (_NAME_OF_FORTRAN.get(type_.name) if members == [FORTRAN_MEMBER] else None)
    if type_.code == gdb.TYPE_CODE_PTR:
        target = type_.target().unqualified().strip_typedefs()
        if target.code == gdb.TYPE_CODE_STRUCT:
            return _NAME_OF_STRUCT.get(target.name or target.tag)
    return None
