#pragma once
// The text of objects: one file for each kind, X_text.cpp.

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/text.h"

namespace mqs_shim {

// write_line: the object in a list, in one line or a few, indented by two blanks.
// write_full: everything that is known of it.
void write_line(TextWriter &, const ProcessReport &, const RequestRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const RequestRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const ErrhandlerRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const ErrhandlerRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const DatatypeRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const DatatypeRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const FileRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const FileRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const InfoRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const InfoRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const OpRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const OpRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const WindowRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const WindowRecord &, const RenderOptions &);
void write_line(TextWriter &, const ProcessReport &, const MessageRecord &, const RenderOptions &);
void write_full(TextWriter &, const ProcessReport &, const MessageRecord &, const RenderOptions &);
void write_status(TextWriter &, const ProcessReport &, const StatusRecord &, const RenderOptions &);

// "  datatype 0x5602a3c0  "particle"  Fortran 7": what every line begins with; the line stays open. A predefined object
// is called by its name alone.
void write_handle_heading(TextWriter &writer, std::string_view noun, const HandleRecord &record);

// The name of a communicator of the report, "communicator 0x..." if it has none or is not in it.
std::string communicator_text(const ProcessReport &report, Address handle);

// World rank, or what else is known of a peer: "1 (rank 0 in comm)", "3 of job 2".
std::string peer_text(const ProcessReport &report, const RequestPeerRecord &peer);

// "MPI_Isend" for MPIDBG_CALL_ISEND; empty if it is not known.
std::string_view call_name(int call);

// "MPI_SOURCE 1  MPI_TAG 5  MPI_ERROR 0  16 bytes"
std::string status_text(const StatusRecord &record);

// "0x5602a3c0"
std::string hex_text(Address address);

// "on_error 0x5602a3c0 (C)": a function that the program gave the library. Language: mpidbg_language_t.
std::string function_text(const ProcessReport &report, Address function, int language);
std::string_view language_word(int language);

// "    info    key = value" lines; nothing for no pairs.
void write_info_pairs(TextWriter &writer, const std::vector<InfoPairRecord> &pairs);

// Likewise the hints of an object, and those that the library takes no notice of.
void write_hints(TextWriter &writer, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored);

// "communicator my dup, window 0x..."
std::string reference_list(const ProcessReport &report, const std::vector<HandleReferenceRecord> &references);

// "communicator" for MPIDBG_KIND_COMM, as in `mpidbg show KIND`.
std::string_view kind_word(int kind);

}  // namespace mqs_shim
