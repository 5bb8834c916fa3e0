#pragma once
// The catalogue of a record: the variables, categories, enumerations, types of events and sources that the recorder has
// seen.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

// A catalogue is read once and does not change.
class Catalogue {
 public:
  // One entry of the record.
  struct Item {
    // Converted to the host's byte order.
    mpidbg_record_item head{};
    std::vector<std::int64_t> numbers;
    std::string name, description;
    // Texts after the first two.
    std::vector<std::string> texts;
  };

  // Reads the catalogue up to the first item that cannot be read. problem() reports what is missing. Errors: those of
  // reading memory.
  static Result<Catalogue> read(const recorded::Record &record);

  // Returns the item as it was when the snapshot was taken; null if it did not exist or was inactive.
  const Item *find(mpidbg_record_item_kind kind, int index, std::uint64_t snapshot) const;
  // Returns the items of a kind at that time, by index.
  std::vector<const Item *> all(mpidbg_record_item_kind kind, std::uint64_t snapshot) const;

  // Returns true if the catalogue has an entry for it at any time.
  bool contains(mpidbg_record_item_kind kind, int index) const { return items_.contains({kind, index}); }

  // A sentence; empty if the catalogue is complete.
  const std::string &problem() const { return problem_; }

 private:
  // The kind and the index.
  using Key = std::pair<int, int>;
  // Each entry replaces earlier ones from its snapshot on.
  std::map<Key, std::vector<Item>> items_;
  std::string problem_;
};

}  // namespace mpidbg::model::mpit
