// Captures of many ranks, made of that of one, for tests and benchmarks of large jobs:
//
//   synthetic_captures CAPTURE PROFILE ring|star|chain RANKS DIRECTORY
//
// CAPTURE is of a rank of samples/hung_recv, which waits for a message of one other rank; of Open MPI with ob1, whose
// layouts PROFILE has. Each rank of the made-up job is that process with another rank, another pid, a communicator of
// RANKS processes and another rank to wait for:
//
//   ring    each for the next one: none can go on
//   star    rank 0 for rank 1, all others for rank 0
//   chain   each for the next one, and the last one for rank 0: a ring; but rank 1 is not made: it is missing

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "corefile/capture/capture_file.h"

namespace {

using corefile::Address;
using Run = corefile::MemoryCopy::Run;

[[noreturn]] void fail(const std::string &why) {
  std::fprintf(stderr, "synthetic_captures: %s\n", why.c_str());
  std::exit(1);
}

class Layouts {
 public:
  explicit Layouts(const char *profile) : json_(nlohmann::json::parse(std::ifstream(profile))) {}
  std::uint64_t offset(const char *type, const char *field) const {
    return json_.at("structs").at(type).at("fields").at(field).at("offset").get<std::uint64_t>();
  }
  std::uint64_t size(const char *type) const { return json_.at("structs").at(type).at("size").get<std::uint64_t>(); }

 private:
  nlohmann::json json_;
};

// The memory of one rank, both looks.
class Memory {
 public:
  Memory(const corefile::CaptureFile &file, std::vector<Run> *earlier) : earlier_(earlier) {
    for (const auto &segment : file.segments)
      runs_.push_back({segment.address, {segment.bytes.begin(), segment.bytes.end()}});
  }

  template <class T>
  T get(std::uint64_t address) const {
    T value{};
    for (const Run &run : runs_)
      if (const std::byte *const at = place(run, address, sizeof value)) std::memcpy(&value, at, sizeof value);
    return value;
  }
  template <class T>
  void put(std::uint64_t address, T value) {
    bool found = false;
    for (std::vector<Run> *runs : {&runs_, earlier_}) {
      if (runs == nullptr) continue;
      for (Run &run : *runs) {
        if (const std::byte *const at = place(run, address, sizeof value)) {
          std::memcpy(const_cast<std::byte *>(at), &value, sizeof value);
          found = true;
        }
      }
    }
    if (!found) fail("the capture lacks memory that has to be changed");
  }
  void add(std::uint64_t address, std::vector<std::byte> bytes) {
    runs_.push_back({Address(address), std::move(bytes)});
  }
  std::vector<Run> take() {
    std::sort(runs_.begin(), runs_.end(), [](const Run &a, const Run &b) { return a.address < b.address; });
    return std::move(runs_);
  }

 private:
  static const std::byte *place(const Run &run, std::uint64_t address, std::size_t size) {
    const std::uint64_t first = run.address.value();
    const bool is_in = address >= first && address + size <= first + run.bytes.size();
    return is_in ? run.bytes.data() + (address - first) : nullptr;
  }

  std::vector<Run> runs_;
  std::vector<Run> *earlier_;
};

void set(corefile::Environment &environment, const char *name, std::uint32_t value) {
  if (const auto found = environment.find(name); found != environment.end()) found->second = std::to_string(value);
}

// Where no process has anything: the arrays that a larger communicator needs.
constexpr std::uint64_t new_memory = 0x10000000;
constexpr std::uint64_t most_communicators = 4;  // with the processes of MPI_COMM_WORLD, beside it

// The rank of `capture` becomes `rank` of `ranks` that waits for `peer`.
std::vector<std::byte> make_rank(const std::string &capture, const Layouts &layouts, std::uint32_t rank,
                                 std::uint32_t ranks, std::uint32_t peer) {
  auto read = corefile::read_capture(capture);
  if (!read) fail(read.error().message);
  corefile::CaptureFacts &facts = read->facts;
  Memory memory(*read, facts.earlier ? &facts.earlier->memory : nullptr);
  const auto offset = [&](const char *type, const char *field) { return layouts.offset(type, field); };
  const auto symbol = facts.symbols.find("ompi_mpi_communicators");  // whose first slot is MPI_COMM_WORLD
  if (symbol == facts.symbols.end() || !symbol->second.data.answer) fail("the capture is not of Open MPI");
  const std::uint64_t table = symbol->second.data.answer->value();
  const auto slots = memory.get<std::uint64_t>(table + offset("opal_pointer_array_t", "addr"));
  const auto world = memory.get<std::uint64_t>(slots);
  const auto group = memory.get<std::uint64_t>(world + offset("ompi_communicator_t", "c_local_group"));
  const auto old_procs = memory.get<std::uint64_t>(group + offset("ompi_group_t", "grp_proc_pointers"));
  const auto pml = memory.get<std::uint64_t>(world + offset("ompi_communicator_t", "c_pml_comm"));
  const auto old_peers = memory.get<std::uint64_t>(pml + offset("mca_pml_comm_t", "procs"));
  const auto old_ranks = memory.get<std::uint32_t>(group + offset("ompi_group_t", "grp_proc_count"));

  // The queue that is not empty says for whom the process waits, and the first element is the request.
  const std::uint64_t list = offset("mca_pml_ob1_comm_proc_t", "specific_receives");
  std::uint64_t waited = 0;
  for (std::uint32_t i = 0; i < old_ranks; ++i) {
    const auto one = memory.get<std::uint64_t>(old_peers + 8 * i);
    if (one != 0 && memory.get<std::uint64_t>(one + list + offset("opal_list_t", "opal_list_length")) == 1)
      waited = one;
  }
  if (waited == 0) fail("the capture is not of a rank of samples/hung_recv");
  const auto request = memory.get<std::uint64_t>(waited + list + offset("opal_list_t", "opal_list_sentinel") +
                                                 offset("opal_list_item_t", "opal_list_next"));

  const std::uint64_t proc_size = layouts.size("ompi_proc_t"), name = offset("opal_proc_t", "proc_name");
  const auto template_proc = memory.get<std::uint64_t>(old_procs);
  const std::uint64_t all_bytes = ranks * ((2 + most_communicators) * 8 + proc_size);
  std::vector<std::byte> bytes(all_bytes);
  const std::uint64_t procs = new_memory, peers = procs + 8 * ranks, structs = peers + 8 * ranks;
  std::uint64_t others = structs + ranks * proc_size;
  const auto store = [&](std::uint64_t address, const auto &value) {
    std::memcpy(bytes.data() + (address - new_memory), &value, sizeof value);
  };
  std::vector<std::byte> one_proc(proc_size);
  for (std::uint64_t at = 0; at < proc_size; ++at) one_proc[at] = memory.get<std::byte>(template_proc + at);
  for (std::uint32_t i = 0; i < ranks; ++i) {
    const std::uint64_t proc = structs + i * proc_size;
    std::memcpy(bytes.data() + (proc - new_memory), one_proc.data(), proc_size);
    store(proc + name + 4, i);  // behind the number of the job
    store(procs + 8 * i, proc);
    store(peers + 8 * i, i == peer ? waited : std::uint64_t{0});
  }
  memory.add(new_memory, std::move(bytes));
  facts.readable.insert(facts.readable.begin(), {Address(new_memory), Address(new_memory + all_bytes)});
  memory.put(group + offset("ompi_group_t", "grp_proc_count"), ranks);
  memory.put(group + offset("ompi_group_t", "grp_my_rank"), rank);
  memory.put(group + offset("ompi_group_t", "grp_proc_pointers"), procs);
  // MPI_COMM_WORLD, and what has its group.
  const auto count = memory.get<std::uint32_t>(table + offset("opal_pointer_array_t", "size"));
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    const auto one = memory.get<std::uint64_t>(slots + 8 * slot);
    if (one == 0 || memory.get<std::uint64_t>(one + offset("ompi_communicator_t", "c_local_group")) != group) continue;
    const auto of_layer = memory.get<std::uint64_t>(one + offset("ompi_communicator_t", "c_pml_comm"));
    memory.put(one + offset("ompi_communicator_t", "c_my_rank"), rank);
    const auto before = memory.get<std::uint64_t>(of_layer + offset("mca_pml_comm_t", "procs"));
    if (one != world && others + 8 * ranks > new_memory + all_bytes) fail("the capture has too many communicators");
    memory.put(of_layer + offset("mca_pml_comm_t", "procs"), one == world ? peers : others);
    for (std::uint32_t i = 0; one != world && i < std::min(ranks, old_ranks); ++i)
      memory.put(others + 8 * i, memory.get<std::uint64_t>(before + 8 * i));
    others += one == world ? 0 : 8 * ranks;
    memory.put(of_layer + offset("mca_pml_comm_t", "num_procs"), std::uint64_t{ranks});
  }
  // As between processes that have exchanged nothing: the first message has number 1.
  memory.put(waited + offset("mca_pml_ob1_comm_proc_t", "expected_sequence"), std::uint16_t{1});
  memory.put(waited + offset("mca_pml_ob1_comm_proc_t", "send_sequence"), std::uint32_t{0});
  memory.put(waited + offset("mca_pml_ob1_comm_proc_t", "ompi_proc"), structs + peer * proc_size);
  memory.put(request + offset("mca_pml_base_request_t", "req_peer"), peer);

  for (corefile::Environment *environment : {&facts.initial_environment, &facts.current_environment}) {
    for (const char *const variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_LOCAL_RANK"})
      set(*environment, variable, rank);
    for (const char *const variable : {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_UNIVERSE_SIZE"})
      set(*environment, variable, ranks);
  }
  const pid_t pid = facts.pid;
  facts.pid = static_cast<pid_t>(1000 + rank);
  for (corefile::LookFacts *look : {&facts.look, facts.earlier ? &facts.earlier->facts : nullptr}) {
    if (look == nullptr) continue;
    for (corefile::ThreadStatus &thread : look->threads) thread.tid = thread.tid == pid ? facts.pid : thread.tid;
    for (corefile::ThreadStack &stack : look->stacks) stack.tid = stack.tid == pid ? facts.pid : stack.tid;
  }
  facts.origin.source = "pid " + std::to_string(facts.pid) + ", made up of that of " + capture;
  return corefile::capture_bytes(facts, *read->machine, read->auxiliary, memory.take());
}

}  // namespace

int main(int argc, char **argv) {
  const std::string shape = argc == 6 ? argv[3] : "";
  const auto ranks = static_cast<std::uint32_t>(argc == 6 ? std::atoi(argv[4]) : 0);
  if ((shape != "ring" && shape != "star" && shape != "chain") || ranks < 2 || ranks > 100'000) {
    std::fprintf(stderr, "usage: synthetic_captures CAPTURE PROFILE ring|star|chain RANKS DIRECTORY\n");
    return 2;
  }
  const Layouts layouts(argv[2]);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (shape == "chain" && rank == 1) continue;
    const std::uint32_t peer = shape == "star" ? (rank == 0 ? 1 : 0) : (rank + 1) % ranks;
    const std::vector<std::byte> bytes = make_rank(argv[1], layouts, rank, ranks, peer);
    std::ofstream file(std::string(argv[5]) + "/rank" + std::to_string(rank) + ".capture", std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) fail("cannot write to " + std::string(argv[5]));
  }
  return 0;
}
