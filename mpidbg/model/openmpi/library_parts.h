#pragma once
// Implements the interfaces of model/library/mpi_library.h for Open MPI. Open MPI's handles are pointers to objects;
// only this code converts handles to the addresses that the readers take.

#include <string>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/mpit/tool_variables.h"

namespace mpidbg::model::openmpi {

class OpenMpiIdentity final : public Identity {
 public:
  // `version` may be empty. `readers` and `variables` must outlive this object.
  OpenMpiIdentity(Handles &readers, ToolVariables &variables, std::string version, std::string layout_source)
      : readers_(readers),
        variables_(variables),
        version_(std::move(version)),
        layout_source_(std::move(layout_source)) {}

  std::string name() const override { return version_.empty() ? "Open MPI" : "Open MPI " + version_; }
  std::string layout_source() const override { return layout_source_; }
  MpiState state() const override {
    return read_state(readers_.process.image, readers_.process.memory, readers_.process.symbols);
  }
  ThreadLevel thread_level() const override;
  bool callbacks_over() const override {
    return read_callbacks_over(readers_.process.memory, readers_.process.symbols);
  }
  unsigned handle_width(HandleKind kind) const override {
    return kind == HandleKind::status ? 0 : readers_.process.memory.pointer_size();
  }
  Status refresh() override;
  int world_rank() const override { return readers_.world.rank(); }
  int world_size() const override { return readers_.world.size(); }
  ProcessName own_name() const override { return readers_.world.own_name(); }
  // Returns the lower half of the job's name: the number of the job among the jobs of one mpirun.
  std::uint32_t job_number(std::uint32_t job) const override { return job & 0xffff; }
  int world_rank_of(const ProcessName &process) const override { return readers_.world.rank_of(process); }

 private:
  Handles &readers_;
  ToolVariables &variables_;
  const std::string version_;
  const std::string layout_source_;
};

class OpenMpiHandles final : public HandleLists {
 public:
  // `identity` names the library in errors. `readers` and `identity` must outlive this object.
  OpenMpiHandles(Handles &readers, const Identity &identity) : readers_(readers), identity_(identity) {}

  Result<std::vector<Handle>> live(HandleKind kind) override;
  std::string problem(HandleKind kind) override;
  std::string why_unseen(HandleKind kind) override;
  std::vector<PredefinedHandle> predefined(HandleKind kind) override;
  Result<Handle> from_fortran(HandleKind kind, std::int64_t index) override;
  Result<Handle> from_cxx(HandleKind kind, Address object) override;
  void set_memory_ranges(const std::vector<AddressRange> &ranges) override { readers_.search.set_ranges(ranges); }

 private:
  // Returns the reader of a kind of handles. Errors: not_supported if the library does not have the kind.
  Result<HandleReader *> reader_of(HandleKind kind) const;

  Handles &readers_;
  const Identity &identity_;
};

#define MPIDBG_READ_AT_ADDRESS(noun, nouns, Record) \
  Result<Record> noun(Handle handle) override {     \
    return readers_.nouns.read(handle.address());   \
  }

class OpenMpiObjects final : public CommunicatorRecords, public ObjectRecords {
 public:
  // `readers` must outlive this object. The same holds for the constructor arguments of the other classes below.
  explicit OpenMpiObjects(Handles &readers) : readers_(readers) {}

  std::string why_missing(HandleKind) const override { return {}; }
  Result<Communicator> communicator(Handle handle) override { return readers_.communicators.read(handle.address()); }
  Result<Communicator> outline(Handle handle) override { return readers_.communicators.outline(handle.address()); }
  Result<GroupMembers> group_members(Handle handle) override { return readers_.groups.live_members(handle.address()); }
  MPIDBG_OBJECT_KINDS(MPIDBG_READ_AT_ADDRESS)
  Visibility point_to_point_requests() const override { return readers_.layer->requests_seen(); }
  Visibility message_contents() const override { return readers_.layer->messages_seen(); }
  Result<std::vector<HandleReference>> users_of(HandleReference object) override { return readers_.users.of(object); }
  std::string users_problem(HandleKind kind) override { return readers_.users.why_unseen(kind); }
  Result<std::vector<Keyval>> keyvals() override;

 private:
  Handles &readers_;
};
#undef MPIDBG_READ_AT_ADDRESS

class OpenMpiDatatypes final : public DatatypeDetails {
 public:
  explicit OpenMpiDatatypes(Datatypes &datatypes) : datatypes_(datatypes) {}

  Result<TypeMap> type_map(Handle datatype, std::uint64_t first, std::uint64_t count, bool measured) override {
    return datatypes_.type_map(datatype.address(), first, count, measured);
  }
  Result<std::vector<TypeMapElement>> type_map_elements(Handle datatype, std::uint64_t first, std::uint64_t count,
                                                        std::vector<BasicType> &basics) override {
    return datatypes_.elements(datatype.address(), first, count, basics);
  }
  Result<std::vector<std::int64_t>> arguments(Handle datatype, ArgumentKind kind, std::uint64_t first,
                                              std::uint64_t count) override {
    return datatypes_.arguments(datatype.address(), kind, first, count);
  }
  Result<DatatypeTree> tree(Handle datatype, std::size_t limit) override {
    return datatypes_.tree(datatype.address(), limit);
  }

 private:
  Datatypes &datatypes_;
};

class OpenMpiValues final : public ProgramValues {
 public:
  OpenMpiValues(Handles &readers, DatatypeDetails &details) : readers_(readers), details_(details) {}

  Result<MessageStatus> status(Address address) override;
  Result<std::int64_t> status_count(Address status, Handle datatype) override;
  Result<std::int64_t> status_elements(Address status, Handle datatype) override;
  Result<MpiInteger> integer(IntegerKind kind, Address address) override;

 private:
  Handles &readers_;
  DatatypeDetails &details_;
};

// Delivers the queues of the point-to-point layer, and those of partitioned communication, which is built on that
// layer.
class OpenMpiQueues final : public Queues {
 public:
  explicit OpenMpiQueues(Handles &readers) : readers_(readers), layer_(*readers.layer) {}

  std::string layer() const override { return layer_.name(); }
  Visibility visibility(Queue queue) const override { return layer_.queue(queue); }
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;
  Result<std::vector<Channel>> channels(const Communicator &communicator) override {
    return layer_.channels(communicator);
  }
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override {
    return layer_.contexts_without_communicator(of_messages);
  }
  bool lacks_arguments() const override { return layer_.lacks_arguments(); }
  Result<Probe> probe(std::span<const Address> words) override { return layer_.probe(words); }
  Result<Progress> progress() override { return layer_.progress(); }

 private:
  Handles &readers_;
  PointToPointLayer &layer_;
};

}  // namespace mpidbg::model::openmpi
