#include "corefile/conformance/process_script.h"

#include <algorithm>

#include "corefile/conformance/built_in_processes.h"
#include "mpidbg/base/whole_number.h"

namespace mqs_shim {
namespace {

using mpidbg::Error;
using mpidbg::ErrorCode;

constexpr std::size_t most_objects = objects_size / object_distance;
constexpr std::uint64_t wild_address = 0x6f6f6f8;
constexpr int deepest_nesting = 16;
constexpr std::uint64_t largest_type = 0x10000;

bool is_text(std::string_view kind) {
  return kind.starts_with("text ");
}
// Returns the size in bytes of a kind that is a number, a pointer or a text; nothing if it is a struct.
std::optional<std::uint64_t> basic_size(std::string_view kind, unsigned pointer_size) {
  if (is_text(kind)) {
    const auto size = mpidbg::whole_number<std::uint64_t>(kind.substr(5));
    return size && *size > 0 && *size <= object_distance ? size : std::nullopt;
  }
  if (kind == "bool") return 1;
  if (kind == "short") return 2;
  if (kind == "int") return 4;
  if (kind == "long long") return 8;
  if (kind == "pointer" || kind == "long" || kind == "size") return pointer_size;
  return std::nullopt;
}
bool is_number(std::string_view kind) {
  return kind == "int" || kind == "long" || kind == "size";
}
std::uint64_t round_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

Error wrong(const std::string &library, const std::string &what) {
  return Error{ErrorCode::corrupt, "the description of a process of " + library + ": " + what};
}

}  // namespace

std::string Damage::text() const {
  switch (kind) {
    case Kind::no_symbol:
      return "no symbol " + name;
    case Kind::no_type:
      return "no type " + name;
    case Kind::no_field:
      return name + " has no field " + field;
    case Kind::unreadable:
      return name + " is unreadable";
    case Kind::cut:
      return "the second half of " + name + " is unreadable";
    case Kind::pointer_to_itself:
      return name + "." + field + " points to its own object";
    case Kind::wild_pointer:
      return name + "." + field + " points nowhere";
    case Kind::huge:
      return name + "." + field + " is 2147483647";
    case Kind::negative:
      return name + "." + field + " is -1";
  }
  return {};
}

mpidbg::Status ProcessScript::measure_types() {
  for (auto type = types_.begin(); type != types_.end(); ++type) {
    for (const Field &field : type->fields) {
      const bool known = basic_size(field.kind, 8).has_value() ||
                         std::any_of(types_.begin(), type, [&](const Type &t) { return t.name == field.kind; });
      if (!known) return wrong(library_, type->name + "." + field.name + " is of unknown kind " + field.kind);
    }
    for (const Abi &abi : {all_abis[0], all_abis[1]}) {
      std::uint64_t end = 0;
      for (const Field &field : type->fields)
        end = round_up(end, alignment_of(field.kind, abi)) + size_of(field.kind, abi);
      type->sizes[abi.pointer_size == 8] = round_up(end, 8);
    }
    if (type->sizes[1] > largest_type)
      return wrong(library_, type->name + " is larger than " + std::to_string(largest_type) + " bytes");
  }
  return {};
}

mpidbg::Status ProcessScript::check() const {
  if (objects_.size() > most_objects) {
    return wrong(library_, "it has " + std::to_string(objects_.size()) + " objects, which exceeds the limit of " +
                               std::to_string(most_objects));
  }
  for (const Object &object : objects_) {
    if (!basic_size(object.type, 8) && find_type(object.type) == nullptr) {
      return wrong(library_, object.name + " is of unknown type " + object.type);
    }
    if (object.count > object_distance || object.count * size_of(object.type, all_abis[0]) > object_distance) {
      return wrong(library_, object.name + " is larger than " + std::to_string(object_distance) + " bytes");
    }
    for (const auto &[path, value] : object.values) {
      const auto place = place_of(object, path, all_abis[0]);
      if (!place || !basic_size(place->kind, 8)) return wrong(library_, object.name + " has no " + path);
      if (!is_text(place->kind) && !number_of(value, all_abis[0], 0)) {
        return wrong(library_, object.name + "." + path + ": " + value + " is not a number or object");
      }
    }
  }
  for (const auto &[name, object] : symbols_) {
    if (find_object(object) == nullptr) return wrong(library_, "the symbol " + name + " is of no object: " + object);
  }
  return {};
}

const ProcessScript::Type *ProcessScript::find_type(std::string_view name) const {
  const auto found = std::find_if(types_.begin(), types_.end(), [&](const Type &type) { return type.name == name; });
  return found == types_.end() ? nullptr : &*found;
}

const ProcessScript::Object *ProcessScript::find_object(std::string_view name) const {
  const auto found = std::find_if(objects_.begin(), objects_.end(), [&](const Object &o) { return o.name == name; });
  return found == objects_.end() ? nullptr : &*found;
}

std::uint64_t ProcessScript::alignment_of(const std::string &kind, const Abi &abi) const {
  const auto size = basic_size(kind, abi.pointer_size);
  return !size ? 8 : is_text(kind) ? 1 : *size;
}

std::uint64_t ProcessScript::size_of(const std::string &kind, const Abi &abi) const {
  if (const auto size = basic_size(kind, abi.pointer_size)) return *size;
  return find_type(kind)->sizes[abi.pointer_size == 8];
}

std::optional<ProcessScript::Place> ProcessScript::place_of(const Object &object, std::string_view path,
                                                            const Abi &abi) const {
  Place place{0, object.type};
  if (object.is_array) {
    const std::string_view index = path.substr(0, path.find('.'));
    const auto number = mpidbg::whole_number<std::size_t>(index);
    if (!number || *number >= object.count) return std::nullopt;
    place.offset = *number * size_of(object.type, abi);
    path.remove_prefix(std::min(path.size(), index.size() + 1));
  }
  for (int depth = 0; !path.empty() && depth < deepest_nesting; ++depth) {
    const std::string_view name = path.substr(0, path.find('.'));
    const Type *type = find_type(place.kind);
    if (type == nullptr) return std::nullopt;
    std::uint64_t offset = 0;
    const Field *found = nullptr;
    for (const Field &field : type->fields) {
      offset = round_up(offset, alignment_of(field.kind, abi));
      if (field.name == name) {
        found = &field;
        break;
      }
      offset += size_of(field.kind, abi);
    }
    if (found == nullptr) return std::nullopt;
    place = {place.offset + offset, found->kind};
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  if (!path.empty()) return std::nullopt;
  return place;
}

std::uint64_t ProcessScript::address_of(std::string_view object, std::uint64_t base) const {
  return base + static_cast<std::uint64_t>(find_object(object) - objects_.data()) * object_distance;
}

// Parses values such as "7", "-1", "sizeof ompi_request_t", "&world" and "&list.sentinel".
std::optional<std::uint64_t> ProcessScript::number_of(const std::string &value, const Abi &abi,
                                                      std::uint64_t base) const {
  if (const auto number = mpidbg::whole_number<std::int64_t>(value)) return static_cast<std::uint64_t>(*number);
  if (value.starts_with("sizeof ")) {
    const std::string kind = value.substr(7);
    if (!basic_size(kind, 8) && find_type(kind) == nullptr) return std::nullopt;
    return size_of(kind, abi);
  }
  if (!value.starts_with("&")) return std::nullopt;
  const std::size_t dot = value.find('.');
  const std::string name = value.substr(1, dot == std::string::npos ? dot : dot - 1);
  const Object *object = find_object(name);
  if (object == nullptr) return std::nullopt;
  std::uint64_t offset = 0;
  if (dot != std::string::npos) {
    const auto place = place_of(*object, std::string_view(value).substr(dot + 1), abi);
    if (!place) return std::nullopt;
    offset = place->offset;
  }
  return address_of(name, base) + offset;
}

const std::vector<int> *ProcessScript::members_of(const std::string &communicator) const {
  const auto found = members_.find(communicator);
  return found == members_.end() ? nullptr : &found->second;
}

std::map<std::int64_t, std::int64_t> ProcessScript::without_sign() const {
  std::map<std::int64_t, std::int64_t> all;
  std::vector<std::int64_t> numbers;
  for (const Object &object : objects_) {
    for (const auto &[path, value] : object.values) {
      const auto number = mpidbg::whole_number<std::int64_t>(value);
      if (!number) continue;
      numbers.push_back(*number);
      if (*number < 0 && *number >= -0x8000 && place_of(object, path, all_abis[0])->kind == "short") {
        all[*number + 0x10000] = *number;
      }
    }
  }
  for (const std::int64_t number : numbers) all.erase(number);
  return all;
}

std::vector<Damage> ProcessScript::damages() const {
  using Kind = Damage::Kind;
  std::vector<Damage> all;
  for (const auto &[symbol, object] : symbols_) all.push_back({Kind::no_symbol, symbol, {}});
  for (const Type &type : types_) {
    all.push_back({Kind::no_type, type.name, {}});
    for (const Field &field : type.fields) all.push_back({Kind::no_field, type.name, field.name});
  }
  for (const Object &object : objects_) {
    all.push_back({Kind::unreadable, object.name, {}});
    all.push_back({Kind::cut, object.name, {}});
    for (const auto &[path, value] : object.values) {
      const auto place = place_of(object, path, all_abis[0]);
      if (place->kind == "pointer" && value != "0") {
        all.push_back({Kind::pointer_to_itself, object.name, path});
        all.push_back({Kind::wild_pointer, object.name, path});
      } else if (is_number(place->kind)) {
        all.push_back({Kind::huge, object.name, path});
        all.push_back({Kind::negative, object.name, path});
      }
    }
  }
  return all;
}

std::unique_ptr<FakeTarget> ProcessScript::build(const Abi &abi, const Damage *damage, std::uint64_t base) const {
  using Kind = Damage::Kind;
  auto target = std::make_unique<FakeTarget>(abi.pointer_size, abi.order);
  target->rank = 0;
  target->base = base;
  const auto is = [&](Kind kind, std::string_view name) {
    return damage != nullptr && damage->kind == kind && damage->name == name;
  };
  for (const Type &type : types_) {
    if (is(Kind::no_type, type.name)) continue;
    FakeType &made = target->types[type.name];
    made.bytes = size_of(type.name, abi);
    std::uint64_t offset = 0;
    for (const Field &field : type.fields) {
      offset = round_up(offset, alignment_of(field.kind, abi));
      if (!is(Kind::no_field, type.name) || damage->field != field.name) made.fields[field.name] = offset;
      offset += size_of(field.kind, abi);
    }
  }
  for (const Object &object : objects_) {
    const std::uint64_t address = address_of(object.name, base);
    const std::uint64_t size = round_up(object.count * size_of(object.type, abi), 8);
    target->add_region(address, size);
    for (const auto &[path, value] : object.values) {
      const Place place = *place_of(object, path, abi);
      if (is_text(place.kind)) {
        target->write(address + place.offset, value.data(),
                      std::min<std::size_t>(value.size(), size_of(place.kind, abi) - 1));
        continue;
      }
      std::uint64_t number = *number_of(value, abi, base);
      if (damage != nullptr && damage->name == object.name && damage->field == path) {
        if (damage->kind == Kind::pointer_to_itself) number = address;
        if (damage->kind == Kind::wild_pointer) number = wild_address;
        if (damage->kind == Kind::huge) number = 0x7fffffff;
        if (damage->kind == Kind::negative) number = ~std::uint64_t{0};
      }
      target->write_number(address + place.offset, number, size_of(place.kind, abi));
    }
    if (is(Kind::unreadable, object.name)) target->regions.erase(address);
    if (is(Kind::cut, object.name)) target->regions[address].resize(size / 2);
  }
  for (const auto &[symbol, object] : symbols_) {
    if (!is(Kind::no_symbol, symbol)) target->data[symbol] = address_of(object, base);
  }
  for (const std::string &function : functions_) target->functions[function] = 0x1000;
  return target;
}

const std::vector<ProcessScript> &built_in_processes() {
  static const std::vector<ProcessScript> scripts = [] {
    std::vector<ProcessScript> all;
    for (const char *text : built_in_process_texts) {
      if (auto script = ProcessScript::parse(text)) all.push_back(std::move(*script));
    }
    return all;
  }();
  return scripts;
}

}  // namespace mqs_shim
