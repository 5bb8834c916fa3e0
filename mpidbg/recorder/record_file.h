#pragma once
// Writes the record to a file (MPIDBG_RECORD_FILE). The file is an ELF core file that contains only the record, at its
// address in the process, and a note with the process id, so everything that reads core files can open it. In the name,
// `%p` stands for the process id and `%r` for the rank in MPI_COMM_WORLD; without either and with several ranks,
// ".<rank>" is appended. The file is written under a temporary name and renamed when it is complete, so an existing
// file stays unchanged until then. Only a regular file is replaced: if the name belongs to a device, a FIFO, a
// directory or a symbolic link, nothing is written and one line on stderr says so.

namespace recorder {

// Reads the variable. Must be called after MPI_Init, because it needs the rank.
void prepare_record_file();
// Returns true if the variable names a file. False before prepare_record_file().
bool is_file_wanted();

// Does nothing without prepare_record_file(), or while another thread is writing. Calls only async-signal-safe
// functions. `signal` is the signal that ends the process, or 0. A failure is reported on stderr once.
void write_record_file(int signal);

// Must be called in a forked child.
void forget_record_file();

}  // namespace recorder
