#pragma once
// Writes MPI objects as JSON. Each kind of object has its own .cpp file.

#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Each write_json() writes everything that is known of one object as members of the current JSON object.
void write_json(JsonWriter &, const ProcessReport &, const RequestRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const ErrhandlerRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const DatatypeRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const FileRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const InfoRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const OpRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const WindowRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const MessageRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const SessionRecord &, const RenderOptions &);
void write_json(JsonWriter &, const ProcessReport &, const StatusRecord &, const RenderOptions &);

// Writes the member "fortran_handle", which is null for -1 (none).
void write_fortran_handle(JsonWriter &json, int handle);
// Writes the first members of every MPI object: "handle", "name", "fortran_handle" and "predefined".
void write_handle_head(JsonWriter &json, const HandleRecord &record);

// Writes the value of a key "info": the pairs of an info object, as JSON objects with "key" and "value".
void write_info_pairs(JsonWriter &json, const std::vector<InfoPairRecord> &pairs);

// Writes the members "info" and "ignored_info" of an object that stores hints. Both are null unless `known`. The schema
// contains `meaning` and `meaning_of_ignored`.
void write_hints(JsonWriter &json, bool known, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored, std::string_view meaning,
                 std::string_view meaning_of_ignored);

// Writes the attributes of an MPI object as JSON objects with "keyval", "name", "value", "setter", "number" and
// "functions".
void write_attributes(JsonWriter &json, const ProcessReport &report, const std::vector<AttributeRecord> &attributes);

// Write references to MPI objects: JSON objects with "kind" and "handle".
void write_reference(JsonWriter &json, const HandleReferenceRecord &reference);
void write_references(JsonWriter &json, const std::vector<HandleReferenceRecord> &references);

// Writes the value of a key "function": its address, its name if symbols contain it, and its language; null for address
// 0.
void write_function(JsonWriter &json, const ProcessReport &report, Address function, int language);

// Writes an array of handles as strings.
void write_handles(JsonWriter &json, const std::vector<Address> &handles);

}  // namespace mqs_shim
