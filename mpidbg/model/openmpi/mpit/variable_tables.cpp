#include "mpidbg/model/openmpi/mpit/variable_tables.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr const char *table_class_symbols[] = {"mca_base_var_t_class", "mca_base_pvar_t_class",
                                               "mca_base_var_group_t_class"};
constexpr const char *words[] = {"control variables", "performance variables", "categories"};
constexpr std::uint64_t page_bytes = 4096;

}  // namespace

Result<int> VariableTables::count(VariableTable table) {
  MPIDBG_ASSIGN(found, entries(table));
  return static_cast<int>(found->size());
}

Result<Address> VariableTables::entry(VariableTable table, int index) {
  MPIDBG_ASSIGN(found, entries(table));
  if (index < 0 || static_cast<std::size_t>(index) >= found->size()) {
    return Error{ErrorCode::out_of_range, "index " + std::to_string(index) + " is beyond the " +
                                              std::to_string(found->size()) + " " + words[static_cast<int>(table)]};
  }
  const Address address = (*found)[static_cast<std::size_t>(index)];
  if (address.is_null()) {
    return Error{ErrorCode::corrupt,
                 "the table of " + std::string(words[static_cast<int>(table)]) + " has nothing at index " +
                     std::to_string(index),
                 places_[static_cast<std::size_t>(table)]};
  }
  return address;
}

Result<const std::vector<Address> *> VariableTables::entries(VariableTable table) {
  const auto which = static_cast<std::size_t>(table);
  if (!entries_[which]) {
    if (places_[which].is_null()) MPIDBG_TRY(find());
    const Address place = places_[which];
    if (place.is_null()) {
      return Error{ErrorCode::not_supported,
                   "the table of " + std::string(words[which]) + " was not found in the static data of the library"};
    }
    MPIDBG_ASSIGN(slots, read_pointer_array(process_.objects, place));
    while (!slots.empty() && slots.back().is_null()) slots.pop_back();
    if (slots.size() > limits::tool_variables) {
      return Error{ErrorCode::corrupt,
                   "the table at " + hex(place) + " has " + std::to_string(slots.size()) + " " + words[which] +
                       ", an implausible number",
                   place};
    }
    entries_[which] = std::move(slots);
  }
  return &*entries_[which];
}

// Accepts the candidate only if its first entry is an object of a wanted class. The candidate may be any array of
// pointers.
void VariableTables::try_table(Address candidate, const std::array<std::optional<Address>, tables> &classes) {
  const auto slots = read_pointer_array(process_.objects, candidate);
  if (!slots || slots->empty() || slots->front().is_null()) return;
  const auto object_class = process_.memory.read_pointer(slots->front() + process_.layouts().object.obj_class.offset,
                                                         "opal_object_t.obj_class");
  if (!object_class) return;
  for (std::size_t i = 0; i < tables; ++i) {
    if (places_[i].is_null() && classes[i] == *object_class) places_[i] = candidate;
  }
}

Status VariableTables::find() {
  MPIDBG_ASSIGN(array_class, process_.symbol("opal_pointer_array_t_class"));
  std::array<std::optional<Address>, tables> classes;
  for (std::size_t i = 0; i < tables; ++i) classes[i] = process_.image.find_symbol(table_class_symbols[i]);
  if (!classes[0])
    return Error{ErrorCode::not_supported, std::string("the symbol ") + table_class_symbols[0] + " is missing"};

  const unsigned width = process_.memory.pointer_size();
  const std::uint32_t header = process_.layouts().object.obj_class.offset;
  std::vector<std::byte> page(page_bytes);
  const Address first(std::min(array_class, *classes[0]).value() & ~(page_bytes - 1));
  for (std::uint64_t into = 0; into < limits::static_data_bytes; into += page_bytes) {
    if (!process_.memory.read(first + into, page, "static data")) break;
    for (std::size_t at = 0; at + width <= page.size(); at += width) {
      if (decode_unsigned(std::span(page).subspan(at, width), process_.memory.byte_order()) != array_class.value()) {
        continue;
      }
      try_table(Address((first + into + at).value() - header), classes);
    }
    if (std::none_of(places_.begin(), places_.end(), [](Address place) { return place.is_null(); })) break;
  }
  return {};
}

// Finds the variable by the function's code, "mov displacement(%rip), %eax; ret", which may follow a landing pad for
// indirect calls.
Result<std::int32_t> static_value(const Attachment &process, const char *function) {
  constexpr std::array<std::uint8_t, 4> landing_pad{0xf3, 0x0f, 0x1e, 0xfa};
  const auto code = process.image.find_function(function);
  if (!code) return Error{ErrorCode::not_supported, std::string("the function ") + function + " is missing"};
  std::array<std::byte, 11> bytes{};
  MPIDBG_TRY(process.memory.read(*code, bytes, function));
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const bool padded = std::equal(landing_pad.begin(), landing_pad.end(), bytes.begin(),
                                 [](std::uint8_t a, std::byte b) { return a == static_cast<std::uint8_t>(b); });
  const std::size_t begin = padded ? landing_pad.size() : 0;
  const bool known = process.memory.pointer_size() == 8 && process.memory.byte_order() == ByteOrder::little &&
                     byte(begin) == 0x8b && byte(begin + 1) == 0x05 && byte(begin + 6) == 0xc3;
  if (!known) {
    return Error{ErrorCode::not_supported, std::string("the code of ") + function + " does not show where its value is",
                 *code};
  }
  const auto displacement =
      static_cast<std::int32_t>(decode_signed(std::span(bytes).subspan(begin + 2, 4), ByteOrder::little));
  const Address value = *code + begin + 6 + static_cast<std::uint64_t>(std::int64_t{displacement});
  return process.memory.read_int32(value, function);
}

}  // namespace mpidbg::model::openmpi
