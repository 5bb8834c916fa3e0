#pragma once
// Objects of every kind in words: one file for each kind, and here what they share.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// begin_listed: begins the block of the object, with what a list says of it.
// begin_full: likewise, with everything that is known of it.
// The caller ends the block: the recorder's words about the object belong in it, too.
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

// ""particle"  Fortran 7" under the title "datatype 0x5602a3c0": what every object begins with. A predefined object is
// called by its name alone.
Block handle_block(std::string_view noun, const HandleRecord &record);

// A property of an object in full: "buffer        0x5602a3c0". The values of all of them are a column.
void label(Block &block, std::string_view text);
Block labelled_block(std::string_view label, std::string_view text);
void write_labelled(BlockOutput &output, std::string_view label, std::string_view text);

// "freed by the application": the program gave up the handle, and the object lives on. `inferred`: that was concluded
// from memory; no call was seen.
std::string freed_text(bool inferred);

// The name of a communicator of the report, "communicator 0x..." if it has none or is not in it.
std::string communicator_text(const ProcessReport &report, Address handle);

// World rank, or what else is known of a peer: "1 (rank 0 in comm)", "3 of job 2".
std::string peer_text(const ProcessReport &report, const RequestPeerRecord &peer);
// Appends it to the last cell; a peer of the same job is marked.
void append_peer(Cells &cells, const ProcessReport &report, const RequestPeerRecord &peer);

// "MPI_SOURCE 1  MPI_TAG 5  MPI_ERROR 0  16 bytes"
std::string status_text(const StatusRecord &record);

// "0x5602a3c0"
std::string hex_text(Address address);

// "on_error 0x5602a3c0 (C)": a function that the program gave the library. Language: mpidbg_language_t.
std::string function_text(const ProcessReport &report, Address function, int language);

// "attribute keyval 12 = 0x7ffe0010", and in it, where they are known, the functions of the keyval.
void write_attribute(BlockOutput &output, const ProcessReport &report, const AttributeRecord &attribute);
std::string extra_state_text(const KeyvalRecord &keyval);

// "info key = value": the hints of an object, and those that the library takes no notice of.
void write_hints(BlockOutput &output, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored);

// "communicator my dup, window 0x..."
std::string reference_list(const ProcessReport &report, const std::vector<HandleReferenceRecord> &references);

}  // namespace mqs_shim
