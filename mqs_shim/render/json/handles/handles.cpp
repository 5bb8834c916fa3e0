#include "mqs_shim/render/json/handles/handles.h"

#include "mqs_shim/render/terms/object_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

// Writes null for -1, but not for other negative numbers, because Fortran handles of MPICH's objects are negative.
void write_fortran_handle(JsonWriter &json, int handle) {
  json.key("fortran_handle", "Its Fortran INTEGER.").number_if(handle != -1, handle);
}

void write_handle_head(JsonWriter &json, const HandleRecord &record) {
  json.key("handle").address(record.handle);
  json.key("name").string_or_null(record.name);
  write_fortran_handle(json, record.fortran_handle);
  json.key("predefined").boolean(is_predefined(record));
}

void write_info_pairs(JsonWriter &json, const std::vector<InfoPairRecord> &pairs) {
  const auto write = [&](const InfoPairRecord &pair) {
    json.object([&] {
      json.key("key").string(pair.key);
      json.key("value").string(pair.value);
    });
  };
  json.definition("info_pairs", "Pairs of an info object, in its order.", [&] { json.list(pairs, write); });
}

void write_hints(JsonWriter &json, bool known, const std::vector<InfoPairRecord> &hints,
                 const std::vector<InfoPairRecord> &ignored, std::string_view meaning,
                 std::string_view meaning_of_ignored) {
  json.key("info", meaning).if_known(known, [&] { write_info_pairs(json, hints); });
  json.key("ignored_info", meaning_of_ignored).if_known(known, [&] { write_info_pairs(json, ignored); });
}

static void write_keyval(JsonWriter &json, const ProcessReport &report, const KeyvalRecord &keyval) {
  json.key("copy");
  write_function(json, report, keyval.copy_function, keyval.language);
  json.key("delete");
  write_function(json, report, keyval.delete_function, keyval.language);
  json.key("extra_state", "As the functions get it: a pointer of C in hexadecimal, a number of Fortran in decimal.")
      .string(extra_state_text(keyval));
  json.key("references", "One for the keyval until it is freed, and one for each attribute.")
      .natural_or_null(keyval.reference_count);
}

void write_attributes(JsonWriter &json, const ProcessReport &report, const std::vector<AttributeRecord> &attributes) {
  const auto write = [&](const AttributeRecord &attribute) {
    const auto keyval = report.keyvals.find(attribute.keyval);
    const bool is_known = attribute.name.empty() && keyval != report.keyvals.end();
    json.object([&] {
      json.key("keyval").number(attribute.keyval);
      json.key("name", "Of a predefined keyval.").string_or_null(attribute.name);
      json.key("value", "A pointer in hexadecimal, a number in decimal.").string(attribute.value);
      json.key("setter", "Who set it, which decides what the value is.").term(attribute_setter_term, attribute.setter);
      json.key("number",
               "The value as a decimal number, of a pointer too. As text, because JSON's numbers are not exact beyond "
               "53 bits in many readers.")
          .string(std::to_string(attribute.number));
      json.key("functions",
               "What the program made the keyval with; null for a predefined one, where one object alone was not asked "
               "for, and where it cannot be seen.")
          .object_or_null(is_known ? &keyval->second : nullptr,
                          [&](const KeyvalRecord &functions) { write_keyval(json, report, functions); });
    });
  };
  json.definition("attributes", "Attributes of an object, by keyval.", [&] { json.list(attributes, write); });
}

void write_reference(JsonWriter &json, const HandleReferenceRecord &reference) {
  json.definition("reference", "An object that is referred to.", [&] {
    json.object([&] {
      json.key("kind").term(kind_term, reference.kind);
      json.key("handle").address(reference.handle);
    });
  });
}

void write_references(JsonWriter &json, const std::vector<HandleReferenceRecord> &references) {
  json.list(references, [&](const HandleReferenceRecord &reference) { write_reference(json, reference); });
}

void write_function(JsonWriter &json, const ProcessReport &report, Address function, int language) {
  const auto write = [&] {
    const auto name = report.function_names.find(function);
    json.key("address").address(function);
    json.key("name", "By the symbols of the program; null if they do not tell.")
        .string_or_null(name == report.function_names.end() ? std::string() : name->second);
    json.key("language").term(language_term, language);
  };
  json.if_known(!function.is_null(), [&] {
    json.definition("function", "A function that the program gave the library.", [&] { json.object(write); });
  });
}

void write_handles(JsonWriter &json, const std::vector<Address> &handles) {
  json.list(handles, [&](Address handle) { json.address(handle); });
}

}  // namespace mqs_shim
