#pragma once
// Implements the interfaces of model/library/mpi_library.h for programs that use the standard ABI. Each class forwards
// calls to the class for MPICH's own ABI, and converts between the handles of the program and those of the library.

#include "mpidbg/model/library/communicator_records.h"
#include "mpidbg/model/library/datatype_details.h"
#include "mpidbg/model/library/forwarded_queues.h"
#include "mpidbg/model/library/handle_lists.h"
#include "mpidbg/model/library/object_records.h"
#include "mpidbg/model/library/program_values.h"
#include "mpidbg/model/mpich/standard_abi/program_handles.h"

namespace mpidbg::model::mpich {

class StandardHandleLists final : public HandleLists {
 public:
  // Both arguments must outlive this object.
  StandardHandleLists(HandleLists &own, ProgramHandles &handles) : own_(own), handles_(handles) {}

  Result<std::vector<Handle>> live(HandleKind kind) override;
  std::string problem(HandleKind kind) override { return own_.problem(kind); }
  std::string why_unseen(HandleKind kind) override { return own_.why_unseen(kind); }
  std::vector<PredefinedHandle> predefined(HandleKind kind) override;
  Result<Handle> from_fortran(HandleKind kind, std::int64_t index) override;
  Result<Handle> from_cxx(HandleKind kind, Address object) override;
  void set_memory_ranges(const std::vector<AddressRange> &ranges) override { own_.set_memory_ranges(ranges); }

 private:
  HandleLists &own_;
  ProgramHandles &handles_;
};

#define MPIDBG_DECLARE_TRANSLATED(noun, nouns, Record) Result<Record> noun(Handle handle) override;

class StandardObjects final : public CommunicatorRecords, public ObjectRecords {
 public:
  // All arguments must outlive this object.
  StandardObjects(CommunicatorRecords &communicators, ObjectRecords &objects, ProgramHandles &handles)
      : communicators_(communicators), objects_(objects), handles_(handles) {}

  std::string why_missing(HandleKind kind) const override { return objects_.why_missing(kind); }
  Result<Communicator> communicator(Handle handle) override;
  Result<Communicator> outline(Handle handle) override;
  Result<GroupMembers> group_members(Handle handle) override;
  MPIDBG_OBJECT_KINDS(MPIDBG_DECLARE_TRANSLATED)
  Visibility point_to_point_requests() const override { return objects_.point_to_point_requests(); }
  Visibility message_contents() const override { return objects_.message_contents(); }
  Result<std::vector<HandleReference>> users_of(HandleReference object) override;
  std::string users_problem(HandleKind kind) override { return objects_.users_problem(kind); }
  Result<std::vector<Keyval>> keyvals() override;

 private:
  template <class Object, class Records>
  Result<Object> read(HandleKind kind, Handle handle, Records &records, Result<Object> (Records::*reader)(Handle));

  CommunicatorRecords &communicators_;
  ObjectRecords &objects_;
  ProgramHandles &handles_;
};
#undef MPIDBG_DECLARE_TRANSLATED

class StandardDatatypes final : public DatatypeDetails {
 public:
  // Both arguments must outlive this object.
  StandardDatatypes(DatatypeDetails &own, ProgramHandles &handles) : own_(own), handles_(handles) {}

  Result<TypeMap> type_map(Handle datatype, std::uint64_t first, std::uint64_t count, bool measured) override;
  Result<std::vector<TypeMapElement>> type_map_elements(Handle datatype, std::uint64_t first, std::uint64_t count,
                                                        std::vector<BasicType> &basics) override;
  Result<std::vector<std::int64_t>> arguments(Handle datatype, ArgumentKind kind, std::uint64_t first,
                                              std::uint64_t count) override;
  Result<DatatypeTree> tree(Handle datatype, std::size_t limit) override;

 private:
  DatatypeDetails &own_;
  ProgramHandles &handles_;
};

class StandardValues final : public ProgramValues {
 public:
  // Both arguments must outlive this object.
  StandardValues(ProgramValues &own, ProgramHandles &handles) : own_(own), handles_(handles) {}

  Result<MessageStatus> status(Address address) override { return own_.status(address); }
  Result<std::int64_t> status_count(Address status, Handle datatype) override;
  Result<std::int64_t> status_elements(Address status, Handle datatype) override;
  Result<MpiInteger> integer(IntegerKind kind, Address address) override { return own_.integer(kind, address); }

 private:
  ProgramValues &own_;
  ProgramHandles &handles_;
};

class StandardQueues final : public ForwardedQueues {
 public:
  // Both arguments must outlive this object.
  StandardQueues(Queues &own, ProgramHandles &handles) : ForwardedQueues(own), handles_(handles) {}

  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;
  Result<std::vector<Channel>> channels(const Communicator &communicator) override;
  Result<Probe> probe(std::span<const Address> words) override;

 private:
  Result<Communicator> of_library(const Communicator &communicator);

  ProgramHandles &handles_;
};

}  // namespace mpidbg::model::mpich
