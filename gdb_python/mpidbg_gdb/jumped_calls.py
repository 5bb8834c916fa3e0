"""MPI functions that end by jumping to one without a name: MPI_Waitany of MPICH is one. No frame with the name of an MPI
function is left on the stack then; the caller's instruction says which function it has called."""

import re
import struct

import gdb

_CALL_BYTES = 6  # of the longest form of a call here
_MPI_FUNCTION = re.compile(r"P?(MPI_\w+)(@plt)? in section ")


def _destination(inferior, returns_to):
    """The target of the call that returns to the address; None if the call has another form."""
    code = inferior.read_memory(returns_to - _CALL_BYTES, _CALL_BYTES).tobytes()
    offset, = struct.unpack("<i", code[2:])
    if code.startswith(b"\xff\x15"):  # by way of the global offset table
        return struct.unpack("<Q", inferior.read_memory(returns_to + offset, 8).tobytes())[0]
    return returns_to + offset if code[1] == 0xE8 else None


def called_mpi_function(inferior, caller):
    """The MPI function to which the frame's call has led; None if it is unknown. Only for x86-64."""
    if caller.architecture().name() != "i386:x86-64":
        return None
    try:
        destination = _destination(inferior, caller.pc())
        symbol = gdb.execute(f"info symbol {destination:#x}", to_string=True) if destination else ""
    except gdb.error:
        return None
    found = _MPI_FUNCTION.match(symbol)
    return found.group(1) if found else None
