#pragma once
// What variables, categories, enumerations, types of events and sources the recorder has noted: the record's catalogue.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

class Catalogue {
 public:
  struct Item {
    mpidbg_record_item head{};  // in the host's byte order
    std::vector<std::int64_t> numbers;
    std::string name, description;
    std::vector<std::string> texts;  // the further ones
  };

  // What can be read of it: from the first item on that cannot be, the rest is missing, which problem() says. Errors:
  // those of reading memory.
  static Result<Catalogue> read(const recorded::Record &record);

  // The item as it was when the snapshot was taken; null if there was none, or it was inactive.
  const Item *find(mpidbg_record_item_kind kind, int index, std::uint64_t snapshot) const;
  // The items of a kind, by index, as they were then.
  std::vector<const Item *> all(mpidbg_record_item_kind kind, std::uint64_t snapshot) const;

  // True if any snapshot has an entry for it.
  bool contains(mpidbg_record_item_kind kind, int index) const { return items_.contains({kind, index}); }

  const std::string &problem() const { return problem_; }

 private:
  using Key = std::pair<int, int>;  // kind and index
  // Each later one replaces those before it from its snapshot on.
  std::map<Key, std::vector<Item>> items_;
  std::string problem_;
};

}  // namespace mpidbg::model::mpit
