#pragma once
// Finds the live objects of classes that no table of the library lists, by searching memory for pointers to the class.
//
// Every OPAL object starts with a pointer to its class, and its reference count follows. A freed object loses the
// pointer, since malloc keeps its own data there. So an aligned word that is the class's address with a plausible
// reference count behind it is a live object.

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

  // Where to look. Empty: the readable memory around objects that are known to be on the heap.
  void set_ranges(std::vector<AddressRange> ranges);

  // Forgets what was found.
  void clear() { found_.clear(); }

  // The objects whose class is exactly that of the exported symbol `class_symbol` ("ompi_datatype_t_class"), by
  // address. Classes that are asked for together are searched for together: the first call finds them all. Errors:
  // not_supported without the symbol; corrupt if the class has another name; unavailable if the host cancels.
  Result<std::vector<Address>> find(const char *class_symbol);

  // The same for a class by its address.
  Result<std::vector<Address>> find(Address object_class);

  // Why objects may have been missed; empty if the search knew the memory ranges.
  std::string problem() const;

 private:
  struct Neighbours;
  using Found = std::map<Address, std::vector<Address>>;  // by class

  Status check_class(Address object_class, const std::string &class_symbol) const;
  Status search(const std::vector<Address> &classes);
  std::vector<Neighbours> neighbours(std::vector<Address> classes) const;
  std::size_t low_half_offset() const;  // of a pointer's four bytes that differ from class to class
  Status look_through_memory(std::span<const Neighbours> wanted, Found &found) const;
  void look_at(std::span<const std::byte> piece, Address begin, std::span<const Neighbours> wanted, Found &found) const;
  Result<std::vector<AddressRange>> places() const;

  const Attachment &process_;
  std::vector<AddressRange> ranges_;
  Found found_;  // of the classes that were searched for
};

}  // namespace mpidbg::model::openmpi
