// Parses the JSON of a process script, within limits.

#include <climits>
#include <nlohmann/json.hpp>

#include "corefile/conformance/process_script.h"

namespace mqs_shim {
namespace {

using Json = nlohmann::ordered_json;
using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::Status;

constexpr std::size_t deepest = 8;  // limit for the depth of objects and arrays; a script needs 4
constexpr std::size_t most_members =
    500;  // limit for one object or array, as inserting a member takes time in proportion to their number
constexpr std::size_t most_fields = 4000, most_values = 4000;  // limits for a script; each leads to a few trials

Error wrong(const std::string &what) {
  return Error{ErrorCode::corrupt, "the description of a process: " + what};
}

std::string in_quotes(std::string_view name) {
  return "'" + std::string(name) + "'";
}

// Checks the limits before the text is parsed.
Status check_bounds(std::string_view text) {
  std::size_t depth = 0, members[deepest + 1] = {};
  bool is_in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_in_string) {
      if (c == '\\') ++at;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest) return wrong("it is nested more than " + std::to_string(deepest) + " levels deep");
      members[depth] = 1;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    } else if (c == ',' && ++members[depth] > most_members) {
      return wrong("an object or array has more than " + std::to_string(most_members) + " members");
    }
  }
  return {};
}

Result<const Json *> member(const Json &object, const std::string &of, const char *name, Json::value_t type,
                            const char *type_name) {
  const auto found = object.find(name);
  if (found == object.end()) return wrong(of + " has no member " + in_quotes(name));
  if (found->type() != type) return wrong(in_quotes(name) + " of " + of + " is not " + type_name);
  return &*found;
}

Result<const Json *> object_member(const Json &object, const std::string &of, const char *name) {
  return member(object, of, name, Json::value_t::object, "an object");
}

Result<std::string> text_member(const Json &object, const std::string &of, const char *name) {
  MPIDBG_ASSIGN(value, member(object, of, name, Json::value_t::string, "a text"));
  return value->get<std::string>();
}

Result<std::size_t> read_count(const Json &object, const std::string &of) {
  const auto found = object.find("count");
  if (found == object.end()) return 1;
  if (!found->is_number_integer()) return wrong("'count' of " + of + " is not a whole number");
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() == 0)
    return wrong("'count' of " + of + " is " + found->dump() + ", which is less than 1");
  return found->get<std::size_t>();
}

}  // namespace

Result<ProcessScript> ProcessScript::parse(std::string_view text) {
  MPIDBG_TRY(check_bounds(text));
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{ErrorCode::corrupt, "the description of a process is not JSON"};
  if (!json.is_object()) return wrong("it is not an object");
  ProcessScript script;
  MPIDBG_ASSIGN(library, text_member(json, "it", "library"));
  script.library_ = std::move(library);
  MPIDBG_ASSIGN(types, object_member(json, "it", "types"));
  MPIDBG_ASSIGN(objects, object_member(json, "it", "objects"));
  MPIDBG_ASSIGN(symbols, object_member(json, "it", "symbols"));
  std::size_t fields_so_far = 0, values_so_far = 0;
  for (const auto &[name, fields] : types->items()) {
    if (!fields.is_object()) return wrong("the type " + in_quotes(name) + " is not an object");
    Type type{name, {}, {}};
    for (const auto &[field, kind] : fields.items()) {
      if (!kind.is_string()) return wrong("the kind of " + name + "." + field + " is not a text");
      type.fields.push_back({field, kind.get<std::string>()});
    }
    fields_so_far += type.fields.size();
    if (fields_so_far > most_fields)
      return wrong("its types have more than " + std::to_string(most_fields) + " fields");
    script.types_.push_back(std::move(type));
  }
  for (const auto &[name, object] : objects->items()) {
    const std::string of = "the object " + in_quotes(name);
    if (!object.is_object()) return wrong(of + " is not an object of JSON");
    MPIDBG_ASSIGN(type, text_member(object, of, "type"));
    MPIDBG_ASSIGN(count, read_count(object, of));
    MPIDBG_ASSIGN(values, object_member(object, of, "values"));
    Object made{name, type, count, object.contains("count"), {}};
    for (const auto &[path, value] : values->items())
      made.values.emplace_back(path, value.is_string() ? value.get<std::string>() : value.dump());
    values_so_far += made.values.size();
    if (values_so_far > most_values)
      return wrong("its objects have more than " + std::to_string(most_values) + " values");
    script.objects_.push_back(std::move(made));
  }
  for (const auto &[name, object] : symbols->items()) {
    if (!object.is_string()) return wrong("the symbol " + in_quotes(name) + " does not name an object");
    script.symbols_.emplace_back(name, object.get<std::string>());
  }
  if (json.contains("functions")) {
    MPIDBG_ASSIGN(functions, member(json, "it", "functions", Json::value_t::array, "an array"));
    for (const auto &name : *functions) {
      if (!name.is_string()) return wrong("'functions' has a member that is not a text");
      script.functions_.push_back(name.get<std::string>());
    }
  }
  if (json.contains("members")) {
    MPIDBG_ASSIGN(members, object_member(json, "it", "members"));
    for (const auto &[name, ranks] : members->items()) {
      const std::string of = "the members of " + in_quotes(name);
      if (!ranks.is_array()) return wrong(of + " are not an array");
      std::vector<int> &all = script.members_[name];
      for (const auto &rank : ranks) {
        const bool is_rank = rank.is_number_unsigned() && rank.get<std::uint64_t>() <= INT_MAX;
        if (!is_rank) return wrong(of + " have a rank that is not a whole number from 0 to 2147483647");
        all.push_back(rank.get<int>());
      }
      values_so_far += all.size();
    }
    if (values_so_far > most_values)
      return wrong("its objects and members have more than " + std::to_string(most_values) + " values");
  }
  MPIDBG_TRY(script.measure_types());
  MPIDBG_TRY(script.check());
  return script;
}

}  // namespace mqs_shim
