// Operations of memory that the record completes: which of its requests and calls belongs to which of them.

#include "mpidbg/model/recorded/completed_queues.h"

#include <doctest/doctest.h>

#include <iterator>

#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_record.h"

using namespace mpidbg;
using model::Operation;
using model::Queue;

namespace {

constexpr std::uint64_t comm = 0x84000002, mpich_int = 0x4c000405, request = 0xac000001;
constexpr Address buffer(0x6000);

class Given final : public model::OperationCursor {
 public:
  Given(std::vector<Operation> operations, std::optional<Error> problem)
      : operations_(std::move(operations)), problem_(std::move(problem)) {}
  Result<bool> next(Operation &operation) override {
    if (at_ == operations_.size() && problem_) return *problem_;
    if (at_ == operations_.size()) return false;
    operation = operations_[at_++];
    return true;
  }

 private:
  std::vector<Operation> operations_;
  std::optional<Error> problem_;
  std::size_t at_ = 0;
};

class SeenQueues final : public model::Queues {
 public:
  std::string layer() const override { return "seen"; }
  model::Visibility visibility(Queue) const override { return model::Visibility::complete(); }
  Result<std::unique_ptr<model::OperationCursor>> operations(const model::Communicator *, Queue) override {
    return std::unique_ptr<model::OperationCursor>(std::make_unique<Given>(operations_in_memory, problem));
  }

  std::vector<Operation> operations_in_memory;
  std::optional<Error> problem;  // at the end of the queue
};

// A process with a thread in MPI_Recv or MPI_Send of 4 MPI_INT.
struct Process {
  Process() : memory(8, ByteOrder::little), host(memory), record(memory, 4) {
    debugger::set_basic_callbacks(fakes::FakeHost::basic_callbacks());
  }
  void call(const char *name, const char *parameters, int peer, int tag) {
    mpidbg_record_thread thread{};
    thread.tid = 99;
    thread.state = MPIDBG_RECORD_THREAD_ALIVE;
    thread.call = thread.last_call = record.call(name, parameters);
    const std::uint64_t words[] = {
        buffer.value(), 4, mpich_int, static_cast<std::uint32_t>(peer), static_cast<std::uint32_t>(tag), comm};
    std::copy(std::begin(words), std::end(words), thread.arguments);
    record.threads.push_back(thread);
  }
  void receive_from(int peer, int tag) {
    call("Recv", "buf:Address count:Count datatype:Datatype source:Rank tag:Tag comm:Comm status:-Status", peer, tag);
  }
  std::vector<Operation> queue(Queue which, std::vector<Operation> in_memory) {
    const Address pointer = memory.allocate(8);
    memory.write_pointer(pointer, record.write());
    host.symbols["mpidbg_record"] = pointer;
    const debugger::Image image{host.image(), fakes::FakeHost::image_callbacks()};
    const debugger::Memory target = *debugger::Memory::open(host.process(), fakes::FakeHost::process_callbacks(), 8);
    model::recorded::Recorder recorder(image, target);
    SeenQueues seen;
    seen.operations_in_memory = std::move(in_memory);
    seen.problem = problem_in_memory;
    model::recorded::CompletedQueues completed(seen, recorder);
    model::Communicator communicator;
    communicator.handle = Handle(comm, 4);
    const auto cursor = completed.operations(&communicator, which);
    REQUIRE(cursor);
    std::vector<Operation> found;
    Operation operation;
    auto next = (*cursor)->next(operation);
    for (; next && *next; next = (*cursor)->next(operation)) found.push_back(operation);
    problem = next ? "" : next.error().message;
    return found;
  }
  std::string call_of(const Operation &operation) {
    const auto found = queue(operation.is_send ? Queue::sends : Queue::receives, {operation});
    REQUIRE(found.size() == 1);
    return found[0].blocking_call;
  }

  fakes::FakeMemory memory;
  fakes::FakeHost host;
  fakes::FakeRecord record;
  std::optional<Error> problem_in_memory;
  std::string problem;  // of the last queue
};

Operation receive(int peer, int tag) {
  Operation operation;
  operation.comm_rank = peer;
  operation.tag = tag;
  operation.any_source = peer == -2;
  operation.any_tag = tag == -1;
  operation.buffer = buffer;
  return operation;
}

}  // namespace

TEST_CASE("an operation of memory is that of a call only with its buffer, peer and tag") {
  struct Case {
    const char *name;
    int peer, tag;  // of the operation; the call is of peer 1 and tag 5
    std::uint64_t at;
    bool is_of_call;
  };
  const Case cases[] = {{"the same", 1, 5, 0x6000, true},         {"another buffer", 1, 5, 0x6001, false},
                        {"another peer", 0, 5, 0x6000, false},    {"another tag", 1, 6, 0x6000, false},
                        {"an unknown peer", -1, 5, 0x6000, true}, {"any source", -2, 5, 0x6000, false},
                        {"any tag", 1, -1, 0x6000, false}};
  for (const Case &one : cases) {
    CAPTURE(one.name);
    Process process;
    process.receive_from(1, 5);
    Operation operation = receive(one.peer, one.tag);
    operation.buffer = Address(one.at);
    CHECK(process.call_of(operation) == (one.is_of_call ? "MPI_Recv" : ""));
  }
}

TEST_CASE("a receive that has matched is that of the call with its buffer: its peer and tag are the message's") {
  for (const bool matched : {false, true}) {
    CAPTURE(matched);
    Process process;
    process.receive_from(-2, -1);
    Operation operation = receive(1, 5);
    operation.matched = matched;
    CHECK(process.call_of(operation) == (matched ? "MPI_Recv" : ""));
  }
}

TEST_CASE("an operation of memory is not that of a probe, of a persistent request, or of the other direction") {
  Process process;
  process.receive_from(1, 5);
  Operation persistent = receive(1, 5);
  persistent.persistent = true;
  CHECK(process.call_of(persistent).empty());
  Operation send = receive(1, 5);
  send.is_send = true;
  CHECK(process.call_of(send).empty());

  // A probe has no buffer, and is an operation of its own behind those of memory.
  Process probing;
  probing.call("Probe", "source:Rank tag:Tag comm:Comm status:-Status", 0, 0);
  const std::uint64_t words[] = {1, 5, comm};
  std::copy(std::begin(words), std::end(words), probing.record.threads[0].arguments);
  Operation without_buffer = receive(1, 5);
  without_buffer.buffer = Address();
  const auto found = probing.queue(Queue::receives, {without_buffer});
  REQUIRE(found.size() == 2);
  CHECK(found[0].blocking_call.empty());
  CHECK(found[1].is_probe);
  CHECK(found[1].blocking_call == "MPI_Probe");
  CHECK(found[1].tag == 5);

  // Operations that memory has and that cannot be read do not hide it.
  probing.problem_in_memory = Error{ErrorCode::corrupt, "one is damaged"};
  CHECK(probing.queue(Queue::receives, {without_buffer}).size() == 2);
  CHECK(probing.problem == "one is damaged");
}

TEST_CASE("the record completes what memory does not show, and changes nothing of the rest") {
  Process process;
  process.receive_from(1, 5);
  const auto completed = process.queue(Queue::receives, {receive(1, 5)});
  REQUIRE(completed.size() == 1);
  CHECK(completed[0].datatype == Handle(mpich_int));
  CHECK(completed[0].count == 4u);
  Operation own = receive(1, 5);
  own.datatype = Handle(0x4c00080b, 4);
  own.count = 2;
  own.blocking_call = "MPI_Sendrecv";
  const auto kept = process.queue(Queue::receives, {own});
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].datatype == own.datatype);
  CHECK(kept[0].count == 2u);
  CHECK(kept[0].blocking_call == "MPI_Sendrecv");
}

TEST_CASE("an operation of a request is completed by the record of that request, not by a call") {
  Process process;
  process.receive_from(1, 5);
  mpidbg_record_request made{};
  made.request = request;
  made.owner = comm;
  made.datatype = mpich_int;
  made.count = 3;
  made.peer = 0;
  made.tag = 7;
  made.created_by = process.record.call(
      "Irecv", "buf:Address count:Count datatype:Datatype source:Rank tag:Tag comm:Comm request:-NewRequest");
  made.flags = MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE;
  process.record.requests = {made};
  Operation with_request = receive(1, 5);
  with_request.request = Handle(request);
  const auto found = process.queue(Queue::receives, {with_request});
  REQUIRE(found.size() == 1);
  CHECK(found[0].count == 3u);
  CHECK(found[0].blocking_call.empty());
}
