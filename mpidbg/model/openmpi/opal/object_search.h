#pragma once
// Finds live objects that are in no table of the library. It searches memory for pointers to their class.
//
// Each OPAL object starts with a pointer to its class, followed by its reference count. When an object is freed, malloc
// overwrites the pointer with its own data. Therefore an aligned word with the address of the class is the start of a
// live object, if a plausible reference count follows it.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

class ObjectSearch {
 public:
  explicit ObjectSearch(const Attachment &process) : process_(process) {}

  // Sets the memory to search. If `ranges` is empty, the readable memory around objects known to be on the heap is
  // searched.
  void set_ranges(std::vector<AddressRange> ranges);

  // Discards the results. Must be called at a new stop.
  void clear() { found_.clear(); }

  // Returns the objects of one class, without derived classes, ordered by address. `class_symbol` is the exported
  // symbol of the class, for example "ompi_datatype_t_class". The first call searches at once for all classes that are
  // usually needed. Errors: not_supported without the symbol; corrupt if the class has another name; unavailable if the
  // host cancels the search.
  Result<std::vector<Address>> find(const char *class_symbol);

  // Returns the objects of a class that is given by its address.
  Result<std::vector<Address>> find(Address object_class);

  // Explains that objects may have been missed because the memory ranges are unknown; empty if they are known.
  std::string problem() const;

 private:
  struct Neighbours;
  using Found = std::map<Address, std::vector<Address>>;  // the objects that were found, by class

  // Checks that the class has the name that its symbol implies. Errors: corrupt.
  Status check_class(Address object_class, const std::string &class_symbol) const;
  // Searches memory once for several classes and stores the objects of each in `found_`. Errors: corrupt for an
  // implausible number of objects; unavailable if the host cancels the search.
  Status search(const std::vector<Address> &classes);
  // Groups classes with neighbouring addresses, so that a block of memory can be searched for all classes of a group at
  // once.
  std::vector<Neighbours> neighbours(std::vector<Address> classes) const;
  // Returns the place of the four bytes that differ between classes, as an offset in a pointer.
  std::size_t low_half_offset() const;
  // Reads all memory to be searched, piece by piece, and adds the objects in it to `found`.
  Status look_through_memory(std::span<const Neighbours> wanted, Found &found) const;
  // Appends to `found` the objects of the wanted classes in a piece of memory, which begins at address `begin`.
  void look_at(std::span<const std::byte> piece, Address begin, std::span<const Neighbours> wanted, Found &found) const;
  // Returns the memory to be searched: the ranges that the debugger listed or, if there are none, the readable pages
  // around the table of communicators.
  Result<std::vector<AddressRange>> places() const;

  const Attachment &process_;
  std::vector<AddressRange> ranges_;
  // The results for the classes that have been searched for.
  Found found_;
};

}  // namespace mpidbg::model::openmpi
