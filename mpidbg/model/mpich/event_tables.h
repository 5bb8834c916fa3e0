#pragma once
// Reads the types and sources of MPI_T events from MPICH's memory. Static variables point to a hash table of each
// (uthash), whose elements are linked in the order of their registration. Only a build with symbols and the option
// --enable-mpit-events has them. Source: src/mpi_t/events_impl.c.

#include <optional>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpit/event.h"

namespace mpidbg::model::mpich {

class EventTables {
 public:
  // `process` must outlive this object.
  explicit EventTables(const Attachment &process) : process_(process) {}

  // Discards the contents at a new stop.
  void clear() { types_.reset(), sources_.reset(); }

  // These functions return all types and sources, each at the place of its index. Errors: not_supported if it is
  // unknown where the tables are; layout; corrupt if they are damaged, or incomplete because the library is changing
  // them.
  Result<const std::vector<EventType> *> types();
  Result<const std::vector<EventSource> *> sources();

 private:
  template <class Layout, class Record, class Read>
  Result<std::vector<Record>> read(const char *variable, const Layout &layout, Read &&read_one) const;
  Result<EventType> read_type(const layout::View<EventTypeLayout> &view) const;
  Result<EventSource> read_source(const layout::View<EventSourceLayout> &view) const;
  // Returns a text of an entry; empty if the pointer is null. A name must not be empty.
  Result<std::string> text(Address pointer, const char *what) const;
  Result<std::string> name(Address pointer, const char *what) const;

  const Attachment &process_;
  std::optional<std::vector<EventType>> types_;
  std::optional<std::vector<EventSource>> sources_;
};

}  // namespace mpidbg::model::mpich
