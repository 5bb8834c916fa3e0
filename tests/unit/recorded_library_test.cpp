// A library whose memory shows some parts: which of the others come from its recorder's record.

#include "mpidbg/model/recorded/recorded_library.h"

#include <doctest/doctest.h>

#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_record.h"

using namespace mpidbg;
using fakes::FakeHost;
using fakes::FakeMemory;
using fakes::FakeRecord;
using model::recorded::with_record;

namespace {

constexpr std::uint64_t made_comm = 0x84000002, made_request = 0xac000001;

class SeenIdentity final : public model::Identity {
 public:
  std::string name() const override { return "Seen MPI 1.0"; }
  std::string layout_source() const override { return "debug information"; }
  model::MpiState state() const override { return model::MpiState::initialized; }
  unsigned handle_width(model::HandleKind) const override { return 4; }
  Status refresh() override {
    ++refreshed;
    return {};
  }
  int world_rank() const override { return 5; }
  int world_size() const override { return 9; }

  int refreshed = 0;
};

class SeenHandles final : public model::HandleLists {
 public:
  Result<std::vector<Handle>> live(model::HandleKind) override { return std::vector<Handle>{Handle(made_comm, 4)}; }
  std::string problem(model::HandleKind) override { return {}; }
  std::string why_unseen(model::HandleKind) override { return {}; }
  std::vector<model::PredefinedHandle> predefined(model::HandleKind) override { return {}; }
  Result<Handle> from_fortran(model::HandleKind, std::int64_t) override { return Handle(); }
  Result<Handle> from_cxx(model::HandleKind, Address) override { return Handle(); }
};

class SeenCommunicators final : public model::CommunicatorRecords {
 public:
  Result<model::Communicator> communicator(Handle handle) override {
    model::Communicator found;
    found.handle = handle;
    found.name = "from memory";
    return found;
  }
};

class SeenQueues final : public model::Queues {
 public:
  std::string layer() const override { return "seen"; }
  model::Visibility visibility(model::Queue) const override { return model::Visibility::complete(); }
  Result<std::unique_ptr<model::OperationCursor>> operations(const model::Communicator *, model::Queue) override {
    return Error{ErrorCode::unavailable, "asked of memory"};
  }
};

class PartlySeen final : public model::MpiLibrary {
 public:
  model::Identity &identity() override { return seen_identity; }
  model::HandleLists *handles() override { return shows_handles ? &seen_handles_ : nullptr; }
  model::CommunicatorRecords *communicators() override { return shows_communicators ? &seen_communicators_ : nullptr; }
  model::Queues *queues() override { return shows_queues ? &seen_queues_ : nullptr; }
  std::string why_missing(model::Part part) const override {
    return part == model::Part::queues ? "memory does not show queues" : "memory does not show it";
  }

  bool shows_handles = true, shows_communicators = true, shows_queues = false;
  SeenIdentity seen_identity;

 private:
  SeenHandles seen_handles_;
  SeenCommunicators seen_communicators_;
  SeenQueues seen_queues_;
};

// A process whose record, if it was written, has one pending send.
struct Process {
  Process() : memory(8, ByteOrder::little), host(memory), record(memory, 4) {
    debugger::set_basic_callbacks(FakeHost::basic_callbacks());
    mpidbg_record_request request{};
    request.request = made_request;
    request.owner = made_comm;
    request.datatype = 0x4c000405;
    request.count = 3;
    request.peer = 2;
    request.tag = 5;
    request.created_by = record.call("Isend",
                                     "buf:Address count:Count datatype:Datatype dest:Rank tag:Tag comm:Comm "
                                     "request:-NewRequest");
    request.flags = MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE;
    record.requests = {request};
  }
  void write_record() {
    const Address pointer = memory.allocate(8);
    memory.write_pointer(pointer, record.write());
    host.symbols["mpidbg_record"] = pointer;
  }
  Result<std::unique_ptr<model::MpiLibrary>> join(Result<std::unique_ptr<model::MpiLibrary>> in_memory) {
    return with_record(std::move(in_memory), recorder, target);
  }

  FakeMemory memory;
  FakeHost host;
  FakeRecord record;
  debugger::Image image{host.image(), FakeHost::image_callbacks()};
  debugger::Memory target = *debugger::Memory::open(host.process(), FakeHost::process_callbacks(), 8);
  model::recorded::Recorder recorder{image, target};
};

std::vector<model::Operation> sends(model::MpiLibrary &library, const model::Communicator &communicator) {
  auto cursor = library.queues()->operations(&communicator, model::Queue::sends);
  REQUIRE(cursor);
  std::vector<model::Operation> found;
  for (model::Operation operation; (*cursor)->next(operation).value_or(false);) found.push_back(operation);
  return found;
}

}  // namespace

TEST_CASE("a library that shows handles and no queues takes the queues, and only those, from the record") {
  Process process;
  process.write_record();
  auto seen = std::make_unique<PartlySeen>();
  SeenIdentity &identity = seen->seen_identity;
  auto joined = process.join(std::unique_ptr<model::MpiLibrary>(std::move(seen)));
  REQUIRE(joined);
  model::MpiLibrary &library = **joined;

  CHECK(library.identity().name() == "Seen MPI 1.0");
  CHECK(library.identity().world_rank() == 5);
  CHECK(library.layout_source() == "debug information; queues: the recorder");
  CHECK(*library.handles()->live(model::HandleKind::communicator) == std::vector<Handle>{Handle(made_comm, 4)});
  const auto communicator = library.communicators()->communicator(Handle(made_comm, 4));
  REQUIRE(communicator);
  CHECK(communicator->name == "from memory");
  REQUIRE(library.queues() != nullptr);
  const auto found = sends(library, *communicator);
  REQUIRE(found.size() == 1);
  CHECK(found[0].tag == 5);
  CHECK(library.queues()->visibility(model::Queue::unexpected).problem() ==
        "memory does not show queues; its recorder does not know");
  CHECK(library.objects() == nullptr);
  CHECK(library.why_missing(model::Part::objects) == "memory does not show it; its recorder does not know");

  // One refresh is one of both: the record is read again, too.
  process.record.requests[0].tag = 6;
  process.record.write();
  CHECK(sends(library, *communicator)[0].tag == 5);
  REQUIRE(library.refresh());
  CHECK(identity.refreshed == 1);
  CHECK(sends(library, *communicator)[0].tag == 6);
}

TEST_CASE("a library that shows its variables alone takes handles, communicators and queues from the record") {
  Process process;
  process.record.header.thread_level = 2;
  process.write_record();
  auto seen = std::make_unique<PartlySeen>();
  seen->shows_handles = seen->shows_communicators = false;
  auto joined = process.join(std::unique_ptr<model::MpiLibrary>(std::move(seen)));
  REQUIRE(joined);
  model::MpiLibrary &library = **joined;
  CHECK(library.identity().name() == "MPICH 4.0.2");
  CHECK(library.layout_source() == "debug information; objects: the recorder");
  CHECK(library.identity().thread_level() == model::ThreadLevel::serialized);
  for (const auto &[recorded, level] : {std::pair(0, model::ThreadLevel::single),
                                        {3, model::ThreadLevel::multiple},
                                        {-1, model::ThreadLevel::unknown},
                                        {7, model::ThreadLevel::unknown}}) {
    process.record.header.thread_level = recorded;
    process.record.write();
    REQUIRE(library.refresh());
    CHECK(library.identity().thread_level() == level);
  }
  REQUIRE(library.communicators() != nullptr);
  const auto communicator = library.communicators()->communicator(Handle(made_comm, 4));
  REQUIRE(communicator);
  CHECK(communicator->name == "0x84000002");
  CHECK(sends(library, *communicator).size() == 1);
}

TEST_CASE("a library that shows handles, communicators and queues takes nothing from the record") {
  Process process;
  process.write_record();
  auto seen = std::make_unique<PartlySeen>();
  seen->shows_queues = true;
  model::MpiLibrary *const alone = seen.get();
  auto joined = process.join(std::unique_ptr<model::MpiLibrary>(std::move(seen)));
  REQUIRE(joined);
  CHECK(joined->get() == alone);
}

TEST_CASE("without a record a library stays as it is, and so does an error") {
  Process process;
  auto seen = std::make_unique<PartlySeen>();
  model::MpiLibrary *const alone = seen.get();
  auto joined = process.join(std::unique_ptr<model::MpiLibrary>(std::move(seen)));
  REQUIRE(joined);
  CHECK(joined->get() == alone);
  CHECK(alone->queues() == nullptr);
  const auto unknown = process.join(Error{ErrorCode::layout, "no layouts"});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "no layouts");
}

TEST_CASE("an error that a record cannot help stays, whatever the record has") {
  Process process;
  process.write_record();
  const auto joined = process.join(Error{ErrorCode::unavailable, "MPI_Init has not completed"});
  REQUIRE_FALSE(joined);
  CHECK(joined.error().message == "MPI_Init has not completed");
}

TEST_CASE("a record that cannot be read hides its queues, not what memory shows") {
  Process process;
  process.write_record();
  process.memory.write_pointer(process.host.symbols.at("mpidbg_record"), Address(0x10));
  auto joined = process.join(std::unique_ptr<model::MpiLibrary>(std::make_unique<PartlySeen>()));
  REQUIRE(joined);
  model::MpiLibrary &library = **joined;
  const auto communicator = library.communicators()->communicator(Handle(made_comm, 4));
  REQUIRE(communicator);
  CHECK(communicator->name == "from memory");
  REQUIRE(library.queues() != nullptr);
  CHECK_FALSE(library.queues()->operations(&*communicator, model::Queue::sends));
  CHECK_FALSE(library.queues()->visibility(model::Queue::sends).is_complete());
}
