#pragma once
// The record as a file, MPIDBG_RECORD_FILE: a core file (ELF) that contains nothing but the record, at the address that
// it has in the process, and a note with the process's number; whatever reads core files opens it. `%p` in the name is
// the process's number, `%r` the rank in MPI_COMM_WORLD; with neither, and several ranks, ".<rank>" is appended. It is
// written under a temporary name, and takes the name only when it is complete: an existing file stays as it was until
// then. Only a regular file is replaced: if the name is that of a device, a FIFO, a directory or a symbolic link,
// nothing is written, and a line on stderr says so, once.

namespace recorder {

// Reads the variable; after MPI_Init, whose rank it needs.
void prepare_record_file();
bool is_file_wanted();

// Nothing without prepare_record_file, and in a second thread while one does it. Calls only what may be called in a
// signal handler. `signal`: the one that the process dies of, or 0. A failure is reported on stderr, once.
void write_record_file(int signal);

// In a forked child.
void forget_record_file();

}  // namespace recorder
