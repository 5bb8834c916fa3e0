#pragma once
// Files that become shorter while they are mapped: an installation replaces a library in place, a core file is still
// being removed. The kernel answers a read of a page that the file no longer has with SIGBUS.

namespace corefile {

// From now on such pages read as zeros, which is no valid part of any ELF file. For a program of its own: there is one
// handler per process.
void read_shrunk_files_as_zeros();

// Whether that has happened: answers may lack what the files contained.
bool has_shrunk_file();

}  // namespace corefile
