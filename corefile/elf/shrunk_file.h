#pragma once
// Handles files that become shorter while they are mapped, for example because an installation replaces a library in
// place or a core file is being removed. The kernel answers a read of a missing page with SIGBUS.

namespace corefile {

// Makes reads beyond the end of a truncated mapped file return zeros instead of raising SIGBUS. Only for standalone
// programs, because it installs the process's handler of SIGBUS.
void read_shrunk_files_as_zeros();

// Returns true once a missing page has been read. Answers may then lack contents of the file.
bool has_shrunk_file();
// Makes has_shrunk_file() return true. Must be called if a child process of this program has read a missing page.
void note_shrunk_file();

}  // namespace corefile
