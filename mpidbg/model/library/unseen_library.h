#pragma once
// An MPI library whose objects are not known: each answer is the reason why it cannot be given. What derives from it
// gives those that it has.

#include <string>
#include <utility>

#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model {

class UnseenLibrary : public MpiLibrary {
 public:
  explicit UnseenLibrary(std::string reason) : reason_(std::move(reason)) {}

  std::string point_to_point_layer() const override { return {}; }
  bool sees_memory() const override { return false; }
  bool sees_handles() const override { return false; }
  ProcessName own_name() const override { return {}; }
  std::uint32_t job_number(std::uint32_t job) const override { return job; }
  int world_rank_of(const ProcessName &) const override { return -1; }

  Result<std::vector<Address>> handles(HandleKind) override { return unseen(); }
  std::string handle_problem(HandleKind) const override { return reason_; }
  Result<Communicator> communicator(Address) override { return unseen(); }
  Result<Group> group(Address) override { return unseen(); }
  Result<Request> request(Address) override { return unseen(); }
  Result<Errhandler> errhandler(Address) override { return unseen(); }
  Result<Datatype> datatype(Address) override { return unseen(); }
  Result<File> file(Address) override { return unseen(); }
  Result<Info> info(Address) override { return unseen(); }
  Result<Op> op(Address) override { return unseen(); }
  Result<Window> window(Address) override { return unseen(); }
  Result<Message> message(Address) override { return unseen(); }
  Result<std::vector<Keyval>> keyvals() override { return unseen(); }
  Result<ToolInformation *> tool_information() override { return unseen(); }
  Result<TypeMap> type_map(Address, std::uint64_t, std::uint64_t, bool) override { return unseen(); }
  Result<std::vector<TypeMapElement>> type_map_elements(Address, std::uint64_t, std::uint64_t,
                                                        std::vector<BasicType> &) override {
    return unseen();
  }
  Result<std::vector<std::int64_t>> datatype_arguments(Address, ArgumentKind, std::uint64_t, std::uint64_t) override {
    return unseen();
  }
  Result<std::vector<DatatypeNode>> datatype_tree(Address, std::size_t) override { return unseen(); }
  Result<MessageStatus> status(Address) override { return unseen(); }
  Result<std::int64_t> status_count(Address, Address) override { return unseen(); }
  Result<std::int64_t> status_elements(Address, Address) override { return unseen(); }
  Result<std::vector<HandleReference>> users_of(HandleReference) override { return unseen(); }
  std::string users_problem(HandleKind) const override { return reason_; }
  void set_memory_ranges(std::vector<MemoryRange>) override {}
  Result<Address> from_fortran(HandleKind, std::int64_t) override { return unseen(); }
  Result<Address> from_cxx(HandleKind, Address) override { return unseen(); }
  std::vector<PredefinedHandle> predefined(HandleKind) const override { return {}; }
  Result<MpiInteger> integer(IntegerKind, Address) const override { return unseen(); }
  std::string queue_problem(Queue) const override { return reason_; }
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *, Queue) override { return unseen(); }

 protected:
  Error unseen() const { return {ErrorCode::not_supported, reason_}; }
  const std::string &reason() const { return reason_; }

 private:
  const std::string reason_;
};

}  // namespace mpidbg::model
