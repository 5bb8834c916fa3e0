#pragma once
// Reads the catalogue of a record: the variables, categories, enumerations, event types and event sources of MPI_T that
// the recorder has seen.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

// Holds the entries of the catalogue, which is read once and does not change.
class Catalogue {
 public:
  // Holds one entry of the catalogue.
  struct Item {
    // The fixed part of the entry, converted to the host's byte order.
    mpidbg_record_item head{};
    std::vector<std::int64_t> numbers;
    std::string name, description;
    // The texts after name and description.
    std::vector<std::string> texts;
  };

  // Reads the catalogue up to the first item that cannot be read. problem() reports what is missing. Errors: those of
  // reading memory.
  static Result<Catalogue> read(const recorded::Record &record);

  // Returns the item as it was when the snapshot was taken; null if it did not exist or was inactive.
  const Item *find(mpidbg_record_item_kind kind, int index, std::uint64_t snapshot) const;
  // Returns the items of a kind that existed when the snapshot was taken, ordered by index.
  std::vector<const Item *> all(mpidbg_record_item_kind kind, std::uint64_t snapshot) const;

  // Returns true if the catalogue has an entry for the item, at any time.
  bool contains(mpidbg_record_item_kind kind, int index) const { return items_.contains({kind, index}); }

  // Explains in a sentence which items are missing; empty if the catalogue is complete.
  const std::string &problem() const { return problem_; }

 private:
  // Identifies an item by its kind and index.
  using Key = std::pair<int, int>;
  // The entries of each item in the order in which they were written. Each entry contains the number of a snapshot. For
  // this snapshot and all later ones, it replaces the earlier entries.
  std::map<Key, std::vector<Item>> items_;
  std::string problem_;
};

}  // namespace mpidbg::model::mpit
