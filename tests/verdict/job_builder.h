#pragma once
// Jobs made by hand for tests of the verdict: each rank has MPI_COMM_WORLD as communicator 0 and one thread that runs,
// on a layer that counts messages.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

inline constexpr int any_source = -1;

class JobBuilder {
 public:
  explicit JobBuilder(int size);

  Evidence &rank(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const std::vector<Evidence> &ranks() const { return ranks_; }
  std::vector<Evidence> &ranks() { return ranks_; }
  Thread &thread(int rank, int index = 0) { return this->rank(rank).threads[static_cast<std::size_t>(index)]; }
  void add_thread(int rank);

  // A communicator of these ranks, or an intercommunicator, on those of them that are in `on` (empty: all). Its index,
  // which has to be the same on all of them.
  int communicator(std::int64_t context_id, const std::vector<int> &ranks, const std::vector<int> &remote = {},
                   const std::vector<int> &on = {});

  // Operations, pending; each returns its index on its rank. A message has been sent and taken in by the receiver's
  // layer, a rendezvous one also waits at its sender: then the index is that of the send.
  int receive(int rank, int source, int tag, int communicator = 0);
  int probe(int rank, int source, int tag);
  int message(int from, int to, int tag, int communicator = 0);
  int synchronous(int from, int to, int tag, int communicator = 0);
  void under_way(int from, int to, int communicator = 0);  // sent and not taken
  Operation &operation(int rank, int index) { return this->rank(rank).operations[static_cast<std::size_t>(index)]; }

  // What a thread waits for: these conditions, all or any.
  void wait(int rank, const std::string &call, std::vector<Condition> conditions, bool all = true, int thread = 0);
  static Condition on(int operation) { return {ConditionKind::operation, operation, {}}; }
  static Condition on_schedule(int schedule) { return {ConditionKind::schedule, schedule, {}}; }
  static Condition grequest() { return {ConditionKind::program, -1, {}}; }
  static Condition outside() { return {ConditionKind::external, -1, {}}; }
  Members members(const std::vector<int> &ranks) const;

  // Blocking calls.
  void recv(int rank, int source, int tag, int communicator = 0);
  void ssend(int from, int to, int tag, int communicator = 0);
  // Whose inner messages are not seen.
  void collective(int rank, const std::string &name, int communicator = 0, std::optional<int> root = {},
                  std::optional<int> sequence = {});
  // Whose inner messages are seen: it waits for one from `source`.
  void collective_receive(int rank, const std::string &name, int source, int communicator = 0);
  int schedule(int rank, const std::string &name, std::vector<std::int32_t> operations, int communicator = 0);
  void finalize(int rank);

  // A window over all ranks, in memory that they share, and the library's communicator for it. Its index on each rank.
  int window(const std::string &name, std::int64_t context_id);
  Window &window(int rank, int index) { return this->rank(rank).windows[static_cast<std::size_t>(index)]; }
  // A lock that a rank holds, or waits for in MPI_Win_lock.
  void lock(int rank, int window, int target, bool exclusive);
  void want_lock(int rank, int window, int target, bool exclusive);
  // Epochs: MPI_Win_start and MPI_Win_post that are over, and ranks that wait in MPI_Win_start and MPI_Win_wait.
  void start(int rank, int window, const std::vector<int> &group, int posts);
  void post(int rank, int window, const std::vector<int> &group, int completes);
  void wait_for_posts(int rank, int window);
  void wait_for_completes(int rank, int window);
  void at_one_instant();

  void without_counters();  // of messages; the layer has others that show whether anything moves

 private:
  Channel &channel(int rank, int peer, int communicator);
  int add(int rank, Operation operation);

  std::vector<Evidence> ranks_;
};

// "deadlock/counters 0 1 2 behind 3; waits_for_running 4 for 5; exit 3": processes of agents (a schedule as 1s),
// findings in their order.
std::string verdict_of(const JobBuilder &job);
// With an earlier look at the same ranks.
std::string verdict_of(const JobBuilder &first, const JobBuilder &second);
std::string text_of(const Waits &waits, const Verdict &verdict);

}  // namespace mqs_shim::why
