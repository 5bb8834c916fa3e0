#pragma once
// Reads communicators with their topologies and error handlers.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/left_out.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Communicators final : public HandleReader {
 public:
  Communicators(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  // Reads the library's table of communicators. All other functions give answers for that moment.
  Status refresh();
  // all() and has() answer from the table that refresh() has read. Addresses are in the order of the table.
  const std::vector<Address> &all() const { return live_; }
  bool has(Address handle) const { return live_set_.contains(handle); }

  // Reads all members of a communicator. Errors: not_found if it is not in the table.
  Result<Communicator> read(Address handle);
  // Reads only the members of a communicator that lists and queues show, as CommunicatorRecords::outline() does.
  Result<Communicator> outline(Address handle);

  void clear() override;
  // Describes the first contradiction in the table or in a communicator that was read. Without a contradiction,
  // describes the first part that could not be read; empty if there is none.
  std::string problem() override;
  Result<std::vector<Address>> live() override { return live_; }
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbols.communicators_fortran; }
  std::vector<PredefinedHandle> predefined() const override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::group, HandleKind::errhandler}; }
  Status collect_references(References &references) override;

 private:
  using CommunicatorView = View<layout::openmpi::CommunicatorLayout>;

  // Reads the ompi_communicator_t at a handle. Errors: not_found if the handle is not in the table; those of reading
  // the object.
  Result<CommunicatorView> view_of(Address handle);
  // Reads the members that do not depend on other objects, and looks for contradictions in them.
  Result<Communicator> outline(const CommunicatorView &view);
  // Compares the communicator with its slots in the table, and its members with each other. The first contradiction
  // becomes part of problem().
  void look_for_contradictions(const CommunicatorView &view);
  // Looks for communicators whose slot refers to another communicator. Such communicators exist only if the table is
  // damaged.
  void look_for_hidden();
  // Returns the name of the field that holds the communicator's index in the table.
  std::string index_name() const;
  // Keeps `what` as the problem unless an earlier contradiction is kept.
  void note(const CommunicatorView &view, const std::string &what);
  // Fills in the members that outline() leaves out, except for `freed`. If attributes or hints cannot be read, they are
  // omitted, and problem() reports this. Errors: those of reading the other members.
  Status read_details(const CommunicatorView &view, Communicator &communicator);
  // Fills `internal_` with the library's own communicators, once until clear(). Objects that cannot be read are
  // skipped.
  void look_for_internal();
  // Fills `files_over_` with the number of files of each communicator, once until clear().
  void look_at_files();
  // Returns true if the program has freed its handle. Returns nullopt if the reference count does not show this: for
  // predefined and internal communicators, and if not all requests can be seen.
  std::optional<bool> freed(const Communicator &communicator);

  Handles &handles_;
  std::vector<Address> live_;
  std::unordered_set<Address> live_set_;
  std::string problem_;
  LeftOut left_out_;
  // For each communicator, its slots in the table.
  std::unordered_map<Address, std::vector<std::uint64_t>> slots_;
  struct OwnRank {
    Address communicator{}, group{};
    std::int32_t rank = 0;
  };
  // The rank of this process in each communicator, as the communicator states it. Later, when groups are read, these
  // ranks are compared with those in the groups.
  std::vector<OwnRank> own_ranks_;
  std::unordered_set<Address> internal_;
  bool looked_for_internal_ = false;
  bool looked_at_files_ = false;
  // For each communicator, the number of files that were opened with it.
  std::unordered_map<Address, std::int64_t> files_over_;
};

}  // namespace mpidbg::model::openmpi
