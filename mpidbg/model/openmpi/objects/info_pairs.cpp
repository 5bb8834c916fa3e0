#include "mpidbg/model/openmpi/objects/info_pairs.h"

#include <map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::openmpi {

namespace {

// The length of MPI_MAX_INFO_KEY and a NUL. Source: opal/util/info.h.
constexpr std::size_t info_key_length = 37;
// OPAL_INFO_SAVE_PREFIX: keys with this prefix have the values that the program set. Source: opal/util/info.h.
constexpr std::string_view asked_prefix = "_OMPI_IN_";

// Reads a string with a stored length, of at most `most` characters including the NUL.
Result<std::string> read_counted(Objects &objects, Address string, std::size_t most) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().counted_string, string));
  const std::uint64_t length = view.get(&CountedStringLayout::length);
  const auto corrupt = [&](const std::string &what) {
    return Error{ErrorCode::corrupt, "opal_cstring_t at " + hex(string) + " " + what, string};
  };
  if (length >= most) return corrupt("has " + std::to_string(length) + " characters");
  MPIDBG_ASSIGN(text, objects.memory().read_text(view.address_of(&CountedStringLayout::string), length + 1,
                                                 "opal_cstring_t.string"));
  if (text.size() != length) {
    return corrupt("has length " + std::to_string(length) + ", and " + std::to_string(text.size()) + " characters");
  }
  return std::move(text);
}

struct Entry {
  InfoPair pair;
  bool is_given = true;  // true if MPI_*_get_info returns the pair
};

Result<std::vector<Entry>> read_entries(Objects &objects, Address info) {
  const auto &memory = objects.memory();
  MPIDBG_ASSIGN(list, objects.read_object(objects.layouts().opal_info, info));
  MPIDBG_ASSIGN(cursor, ListCursor::open(objects, list.address_of(&OpalInfoLayout::super)));
  std::vector<Entry> entries;
  std::size_t bytes = 0;
  for (;;) {
    MPIDBG_ASSIGN(item, cursor.next());
    if (!item) return entries;
    const Error too_many{ErrorCode::corrupt,
                         "opal_info_t at " + hex(info) + " holds an implausible number of pairs or bytes", info};
    if (entries.size() >= limits::info_pairs) return too_many;
    MPIDBG_ASSIGN(entry, objects.read_object(objects.layouts().info_entry, *item));
    MPIDBG_ASSIGN(counted_key, entry.pointer(&InfoEntryLayout::ie_key));
    // In 4.1, a key is an array of characters. A key without a NUL is cut off at the end of the array.
    MPIDBG_ASSIGN(key, counted_key ? read_counted(objects, *counted_key, info_key_length)
                                   : memory.read_string(entry.address_of(&InfoEntryLayout::ie_key), info_key_length,
                                                        "opal_info_entry_t.ie_key"));
    const Address text = entry.get(&InfoEntryLayout::ie_value);
    MPIDBG_ASSIGN(value, counted_key ? read_counted(objects, text, limits::info_value_length)
                                     : memory.read_text(text, limits::info_value_length, "opal_info_entry_t.ie_value"));
    bytes += key.size() + value.size();
    if (bytes > limits::info_bytes) return too_many;
    const bool is_given = !entry.get(&InfoEntryLayout::ie_internal).value_or(false) &&
                          entry.get(&InfoEntryLayout::ie_referenced).value_or(1) != 0;
    entries.push_back({{std::move(key), std::move(value)}, is_given});
  }
}

}  // namespace

Result<std::vector<InfoPair>> read_info_pairs(Objects &objects, Address info) {
  MPIDBG_ASSIGN(entries, read_entries(objects, info));
  std::vector<InfoPair> pairs;
  pairs.reserve(entries.size());
  for (Entry &entry : entries) pairs.push_back(std::move(entry.pair));
  return pairs;
}

// Separates the pairs that MPI_*_get_info returns from the others. In 4.1, MPI_*_get_info returns the pairs that the
// program set and the library used, and those that the library added (opal_info_dup_mpistandard in opal/util/info.c).
// Since 5.0, each entry records whether it is returned. Pairs that no part of the library has asked for are not
// returned, nor are pairs that MPI_*_set_info ignored.
Result<Hints> read_hints(Objects &objects, Address object) {
  MPIDBG_ASSIGN(subscriber, objects.read_object(objects.layouts().info_subscriber, object));
  const Address info = subscriber.get(&InfoSubscriberLayout::s_info);
  Hints hints;
  if (info.is_null()) return hints;
  MPIDBG_ASSIGN(entries, read_entries(objects, info));
  std::map<std::string, std::string> by_key;
  for (const Entry &entry : entries) by_key.insert(entry.pair);
  for (const auto &[pair, is_given] : entries) {
    const auto &[key, value] = pair;
    if (!is_given) {
      hints.ignored.emplace_back(key, value);
    } else if (!key.starts_with(asked_prefix)) {
      const auto asked = by_key.find(std::string(asked_prefix) + key);
      hints.pairs.emplace_back(key, asked == by_key.end() ? value : asked->second);
    } else if (const std::string bare = key.substr(asked_prefix.size()); !by_key.contains(bare)) {
      hints.ignored.emplace_back(bare, value);
    }
  }
  return hints;
}

std::string hints_problem(const Layouts &layouts) {
  for (const layout::StructLayout *layout : std::initializer_list<const layout::StructLayout *>{
           &layouts.info_subscriber, &layouts.opal_info, &layouts.info_entry, &layouts.list}) {
    if (!layout->resolved()) return layout->problem;
  }
  if (layouts.info_entry.ie_key.is_pointer && !layouts.counted_string.resolved()) return layouts.counted_string.problem;
  return {};
}

}  // namespace mpidbg::model::openmpi
