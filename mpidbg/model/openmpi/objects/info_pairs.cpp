#include "mpidbg/model/openmpi/objects/info_pairs.h"

#include <map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::openmpi {

namespace {

// opal/util/info.h: MPI_MAX_INFO_KEY and the NUL
constexpr std::size_t info_key_length = 37;
// opal/util/info.h: OPAL_INFO_SAVE_PREFIX
constexpr std::string_view asked_prefix = "_OMPI_IN_";

}  // namespace

Result<std::vector<InfoPair>> read_info_pairs(Objects &objects, Address info) {
  const auto &memory = objects.memory();
  MPIDBG_ASSIGN(list, objects.read_object(objects.layouts().opal_info, info));
  MPIDBG_ASSIGN(cursor, ListCursor::open(objects, list.address_of(&OpalInfoLayout::super)));
  std::vector<InfoPair> pairs;
  std::size_t bytes = 0;
  for (;;) {
    MPIDBG_ASSIGN(item, cursor.next());
    if (!item) return pairs;
    const Error too_many{ErrorCode::corrupt,
                         "opal_info_t at " + hex(info) + " holds an implausible number of pairs or bytes", info};
    if (pairs.size() >= limits::info_pairs) return too_many;
    MPIDBG_ASSIGN(entry, objects.read_object(objects.layouts().info_entry, *item));
    // One without a NUL is cut where its array ends.
    MPIDBG_ASSIGN(key, memory.read_string(entry.address_of(&InfoEntryLayout::ie_key), info_key_length,
                                          "opal_info_entry_t.ie_key"));
    MPIDBG_ASSIGN(value, memory.read_text(entry.get(&InfoEntryLayout::ie_value), limits::info_value_length,
                                          "opal_info_entry_t.ie_value"));
    bytes += key.size() + value.size();
    if (bytes > limits::info_bytes) return too_many;
    pairs.emplace_back(std::move(key), std::move(value));
  }
}

// MPI_X_get_info delivers what the program asked for where the library took notice of the key, and what the library
// added. Source: opal_info_dup_mpistandard in opal/util/info.c.
Result<Hints> read_hints(Objects &objects, Address object) {
  MPIDBG_ASSIGN(subscriber, objects.read_object(objects.layouts().info_subscriber, object));
  const Address info = subscriber.get(&InfoSubscriberLayout::s_info);
  Hints hints;
  if (info.is_null()) return hints;
  MPIDBG_ASSIGN(pairs, read_info_pairs(objects, info));
  const std::map<std::string, std::string> by_key(pairs.begin(), pairs.end());
  for (const auto &[key, value] : pairs) {
    if (!key.starts_with(asked_prefix)) {
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
  return {};
}

}  // namespace mpidbg::model::openmpi
