#include "mqs_shim/render/json/handles/handles.h"

#include "mqs_shim/render/terms/object_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

// Fortran handles of MPICH's objects are negative, so that only -1 means that there is none.
void write_fortran_handle(JsonWriter &json, int handle) {
  json.key("fortran_handle");
  handle == -1 ? json.null() : json.number(handle);
}

void write_handle_head(JsonWriter &json, const HandleRecord &record) {
  json.key("handle").address(record.handle);
  json.key("name").string_or_null(record.name);
  write_fortran_handle(json, record.fortran_handle);
  json.key("predefined").boolean(is_predefined(record));
}

void write_info_pairs(JsonWriter &json, const std::vector<InfoPairRecord> &pairs) {
  json.begin_array();
  for (const InfoPairRecord &pair : pairs) {
    json.begin_object();
    json.key("key").string(pair.key);
    json.key("value").string(pair.value);
    json.end_object();
  }
  json.end_array();
}

void write_hints(JsonWriter &json, bool known, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored) {
  json.key("info");
  known ? write_info_pairs(json, hints) : json.null();
  json.key("ignored_info");
  known ? write_info_pairs(json, ignored) : json.null();
}

static void write_keyval(JsonWriter &json, const ProcessReport &report, const KeyvalRecord &keyval) {
  json.begin_object();
  json.key("copy");
  write_function(json, report, keyval.copy_function, keyval.language);
  json.key("delete");
  write_function(json, report, keyval.delete_function, keyval.language);
  json.key("extra_state").string(extra_state_text(keyval));
  json.key("references").number_or_null(keyval.reference_count);
  json.end_object();
}

void write_attributes(JsonWriter &json, const ProcessReport &report, const std::vector<AttributeRecord> &attributes) {
  json.begin_array();
  for (const AttributeRecord &attribute : attributes) {
    json.begin_object();
    json.key("keyval").number(attribute.keyval);
    json.key("name").string_or_null(attribute.name);
    json.key("value").string(attribute.value);
    json.key("setter").string(attribute_setter_term(attribute.setter));
    json.key("number").string(std::to_string(attribute.number));
    json.key("functions");
    const auto keyval = report.keyvals.find(attribute.keyval);
    attribute.name.empty() && keyval != report.keyvals.end() ? write_keyval(json, report, keyval->second) : json.null();
    json.end_object();
  }
  json.end_array();
}

void write_references(JsonWriter &json, const std::vector<HandleReferenceRecord> &references) {
  json.begin_array();
  for (const HandleReferenceRecord &reference : references) {
    json.begin_object();
    json.key("kind").string(kind_term(reference.kind));
    json.key("handle").address(reference.handle);
    json.end_object();
  }
  json.end_array();
}

void write_function(JsonWriter &json, const ProcessReport &report, Address function, int language) {
  if (function.is_null()) return json.null();
  const auto name = report.function_names.find(function);
  json.begin_object();
  json.key("address").address(function);
  json.key("name").string_or_null(name == report.function_names.end() ? std::string() : name->second);
  json.key("language").string(language_term(language));
  json.end_object();
}

void write_handles(JsonWriter &json, const std::vector<Address> &handles) {
  json.begin_array();
  for (const Address handle : handles) json.address(handle);
  json.end_array();
}

}  // namespace mqs_shim
