#pragma once
// Writes MPI objects of every kind in words. Each kind has its own .cpp file; this header also declares the parts that
// the kinds have in common.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// begin_listed() begins the block of an object with the facts that a list shows. begin_full() begins it with everything
// that is known. The caller ends the block, after it has added the recorder's words about the object.
void begin_listed(BlockOutput &, const ProcessReport &, const RequestRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const RequestRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const ErrhandlerRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const ErrhandlerRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const DatatypeRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const DatatypeRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const FileRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const FileRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const InfoRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const InfoRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const OpRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const OpRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const WindowRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const WindowRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const MessageRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const MessageRecord &, const RenderOptions &);
void begin_listed(BlockOutput &, const ProcessReport &, const SessionRecord &, const RenderOptions &);
void begin_full(BlockOutput &, const ProcessReport &, const SessionRecord &, const RenderOptions &);
Block status_block(const StatusRecord &record);

// Returns the first block of an object: its title is, for example, "datatype 0x5602a3c0", and its text ""particle"
// Fortran 7". A predefined object is named by its name alone.
Block handle_block(std::string_view noun, const HandleRecord &record);

// Make a block for a property of an object that is shown in full, such as "buffer        0x5602a3c0". The values of all
// properties form a column.
void label(Block &block, std::string_view text);
Block labelled_block(std::string_view label, std::string_view text);
void write_labelled(BlockOutput &output, std::string_view label, std::string_view text);

// Returns "freed by the application" for an object that still exists although the program has freed its handle.
// `inferred` means that this follows from memory: the call itself was not seen.
std::string freed_text(bool inferred);

// Returns the name of a communicator in the report, or "communicator 0x..." if it has none or is not in the report.
std::string communicator_text(const ProcessReport &report, Address handle);

// Returns the world rank of a peer, or other known facts: "1 (rank 0 in comm)", "3 of job 2".
std::string peer_text(const ProcessReport &report, const RequestPeerRecord &peer);
// Appends the text of peer_text() to the last cell. The rank of a peer in the same job is marked (Mark), as it may
// differ between merged ranks.
void append_peer(Cells &cells, const ProcessReport &report, const RequestPeerRecord &peer);

// Returns the contents of an MPI_Status, such as "MPI_SOURCE 1  MPI_TAG 5  MPI_ERROR 0  16 bytes".
std::string status_text(const StatusRecord &record);

// Returns a text such as "0x5602a3c0".
std::string hex_text(Address address);

// Returns words for a callback function of the program, such as "on_error 0x5602a3c0 (C)". `language` is an
// mpidbg_language_t.
std::string function_text(const ProcessReport &report, Address function, int language);

// Writes a line such as "attribute keyval 12 = 0x7ffe0010" and, below it, the functions of the keyval if they are
// known.
void write_attribute(BlockOutput &output, const ProcessReport &report, const AttributeRecord &attribute);
std::string extra_state_text(const KeyvalRecord &keyval);

// Writes lines such as "info key = value": the hints that an object uses, and the hints that the library ignores.
void write_hints(BlockOutput &output, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored);

// Returns a list of MPI objects as text, such as "communicator my dup, window 0x...".
std::string reference_list(const ProcessReport &report, const std::vector<HandleReferenceRecord> &references);

}  // namespace mqs_shim
