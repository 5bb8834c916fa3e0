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

  // Reads the table of communicators. All other answers refer to that moment.
  Status refresh();
  // Both refer to the table as refresh() has read it. The addresses are in the order of the table.
  const std::vector<Address> &all() const { return live_; }
  bool has(Address handle) const { return live_set_.contains(handle); }

  // Reads a communicator completely. Errors: not_found if it is not in the table.
  Result<Communicator> read(Address handle);
  // See CommunicatorRecords::outline().
  Result<Communicator> outline(Address handle);

  void clear() override;
  // Describes contradictions in the table and in the communicators that were read so far.
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
  // it.
  Result<CommunicatorView> view_of(Address handle);
  // Reads the part of a communicator that does not depend on other objects, and looks for contradictions in it.
  Result<Communicator> outline(const CommunicatorView &view);
  // Compares the communicator with its slots in the table and its members with each other. The first contradiction
  // becomes part of problem().
  void look_for_contradictions(const CommunicatorView &view);
  // Looks for communicators whose slot refers to another communicator, which only a damaged table has.
  void look_for_hidden();
  // The name of the field that holds the index.
  std::string index_name() const;
  // Keeps the first contradiction that is found in a communicator.
  void note(const CommunicatorView &view, const std::string &what);
  // Fills the members that outline() leaves out, except for `freed`. Attributes and hints that cannot be read are left
  // out and become part of problem(). Errors: those of reading the other parts.
  Status read_details(const CommunicatorView &view, Communicator &communicator);
  // Fills `internal_` with the library's own communicators, once until clear(). Objects that cannot be read are passed
  // over.
  void look_for_internal();
  // Counts in `files_over_` the files of each communicator, once until clear().
  void look_at_files();
  // Returns whether the program has freed its handle; nullopt if that cannot be concluded from the reference count,
  // because the communicator is predefined or internal, or not all requests can be seen.
  std::optional<bool> freed(const Communicator &communicator);

  Handles &handles_;
  std::vector<Address> live_;
  std::unordered_set<Address> live_set_;
  std::string problem_;
  LeftOut left_out_;
  // Slots in the table.
  std::unordered_map<Address, std::vector<std::uint64_t>> slots_;
  struct OwnRank {
    Address communicator{}, group{};
    std::int32_t rank = 0;
  };
  // Compared with the ranks in the groups, which are read later.
  std::vector<OwnRank> own_ranks_;
  std::unordered_set<Address> internal_;
  bool looked_for_internal_ = false;
  bool looked_at_files_ = false;
  // How many files were opened with a communicator.
  std::unordered_map<Address, std::int64_t> files_over_;
};

}  // namespace mpidbg::model::openmpi
