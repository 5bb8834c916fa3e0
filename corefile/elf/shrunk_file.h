#pragma once
// Files that become shorter while they are mapped: an installation replaces a library in place, a core file is still
// being removed. The kernel answers a read of a page that the file no longer has with SIGBUS.

namespace corefile {

// After this call, missing pages of mapped files read as zeros, which are not valid in any part of an ELF file. Only
// for standalone programs: it installs the process's handler of SIGBUS.
void read_shrunk_files_as_zeros();

// True once such a page has been read: answers may then lack what the file contained.
bool has_shrunk_file();
// For what another process of this program has read.
void note_shrunk_file();

}  // namespace corefile
