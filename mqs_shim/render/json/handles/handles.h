#pragma once
// The JSON of objects: one file for each kind, X_json.cpp, and one definition in mpidbg.schema.json.

#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// One object, everything that is known of it.
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

// The member "fortran_handle": null for -1, which is none.
void write_fortran_handle(JsonWriter &json, int handle);
// The members "handle", "name", "fortran_handle" and "predefined".
void write_handle_head(JsonWriter &json, const HandleRecord &record);

// The value of a key "info": objects with "key" and "value".
void write_info_pairs(JsonWriter &json, const std::vector<InfoPairRecord> &pairs);

// The members "info" and "ignored_info" of an object that keeps hints; null where they are not known.
void write_hints(JsonWriter &json, bool known, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored);

// Objects with "keyval", "name", "value", "setter", "number" and "functions": $defs/attributes.
void write_attributes(JsonWriter &json, const ProcessReport &report, const std::vector<AttributeRecord> &attributes);

// Objects with "kind" and "handle".
void write_references(JsonWriter &json, const std::vector<HandleReferenceRecord> &references);

// The value of a key "function": its address, its name if symbols name it, and its language; null for address 0.
void write_function(JsonWriter &json, const ProcessReport &report, Address function, int language);

// Handles as strings.
void write_handles(JsonWriter &json, const std::vector<Address> &handles);

}  // namespace mqs_shim
