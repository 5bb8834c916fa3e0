#pragma once
// Finds live objects of classes whose objects are in no table of the library, by searching memory for pointers to the
// class.
//
// Each OPAL object starts with a pointer to its class, followed by its reference count. A freed object loses the
// pointer, because malloc stores its own data there. An aligned word with the address of the class, followed by a
// plausible reference count, is therefore a live object.

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

  // Sets the memory to search. An empty vector selects the readable memory around objects that are known to be on the
  // heap.
  void set_ranges(std::vector<AddressRange> ranges);

  // Discards the results at a new stop.
  void clear() { found_.clear(); }

  // Returns the objects whose class is exactly that of the exported symbol `class_symbol` (for example
  // "ompi_datatype_t_class"), ordered by address. The first call searches for all classes that are usually needed
  // together. Errors: not_supported without the symbol; corrupt if the class has another name; unavailable if the host
  // cancels.
  Result<std::vector<Address>> find(const char *class_symbol);

  // The same for a class given by its address.
  Result<std::vector<Address>> find(Address object_class);

  // Explains why objects may have been missed; empty if the memory ranges were known.
  std::string problem() const;

 private:
  struct Neighbours;
  using Found = std::map<Address, std::vector<Address>>;  // by class

  // Errors: corrupt if the class has another name than its symbol.
  Status check_class(Address object_class, const std::string &class_symbol) const;
  // Searches memory once for several classes and keeps the objects of each in `found_`. Errors: corrupt for an
  // implausible number of objects; unavailable if the host cancels the search.
  Status search(const std::vector<Address> &classes);
  // Groups classes with neighbouring addresses, which a block of memory can be compared with at once.
  std::vector<Neighbours> neighbours(std::vector<Address> classes) const;
  // The offset of the four bytes of a pointer that differ between classes.
  std::size_t low_half_offset() const;
  // Reads all places in pieces and looks at each.
  Status look_through_memory(std::span<const Neighbours> wanted, Found &found) const;
  // Appends to `found` the objects of the wanted classes in a piece of memory, which begins at address `begin`.
  void look_at(std::span<const std::byte> piece, Address begin, std::span<const Neighbours> wanted, Found &found) const;
  // Returns the memory to be searched: the ranges that the debugger listed, else the readable pages around the table of
  // communicators.
  Result<std::vector<AddressRange>> places() const;

  const Attachment &process_;
  std::vector<AddressRange> ranges_;
  // Results for the classes that were searched for.
  Found found_;
};

}  // namespace mpidbg::model::openmpi
