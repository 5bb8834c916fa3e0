#pragma once
// Writes the record to a file (MPIDBG_RECORD_FILE). The file is an ELF core file, so all programs that read core files
// can open it. It contains only a note with the process id, and the record, at its address in the process. In the
// file's name, `%p` stands for the process id and `%r` for the rank in MPI_COMM_WORLD; if the name has neither and
// there are several ranks, ".<rank>" is appended. The file is written under a temporary name and renamed when it is
// complete, so an existing file stays unchanged until then. Only a regular file is replaced: if the name belongs to a
// device, a FIFO, a directory or a symbolic link, nothing is written, and one line on stderr reports this.

namespace recorder {

// Reads the environment variable MPIDBG_RECORD_FILE. Must be called after MPI_Init, because the file's name may contain
// the rank.
void prepare_record_file();
// Returns true if MPIDBG_RECORD_FILE names a file; always false before prepare_record_file().
bool is_file_wanted();

// Writes the file. Does nothing before prepare_record_file(), or while another thread is writing. Calls only
// async-signal-safe functions. `signal` is the signal that ends the process, or 0. Only the first failure is reported
// on stderr.
void write_record_file(int signal);

// Prevents further writing. Must be called in a forked child.
void forget_record_file();

}  // namespace recorder
