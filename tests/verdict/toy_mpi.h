#pragma once
// A toy MPI that runs random programs of a few ranks, so that a verdict can be compared with what really happens.
//
// Threads run programs of eager, synchronous and nonblocking sends, receives from one rank or any, MPI_Waitall and
// MPI_Waitany, barriers and broadcasts, blocking or not, and user code; messages and answers are delayed at will. At
// any time a picture of one rank can be taken, as evidence.

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why::toy {

struct Instruction {
  enum Kind { work, send, ssend, issend, recv, irecv, waitall, waitany, barrier, bcast, ibarrier, probe } kind = work;
  int peer = 0, tag = 0;  // peer -1: any source; of bcast the root
};

using Program = std::vector<Instruction>;

// What pictures show.
struct View {
  bool counters = true;             // numbers of messages; else counters of the layer alone
  bool collectives_visible = true;  // their inner messages; else only that a rank is in them
  bool collectives_numbered = false;
};

class Machine {
 public:
  Machine(std::vector<std::vector<Program>> programs);  // of each rank, of each of its threads

  int size() const { return static_cast<int>(ranks_.size()); }
  // What can happen next: threads that go on, messages and answers that arrive, schedules that advance.
  std::size_t actions() const;
  void act(std::size_t action);

  Evidence picture(int rank, const View &view) const;
  bool is_quiet(int rank) const;  // nothing is under way to it

  // Where a thread or schedule is blocked, and whether it is there still. A thread that waits is told by its
  // instruction.
  struct Place {
    int rank = 0, index = 0;
    bool schedule = false;
    std::size_t at = 0;
  };
  std::vector<Place> blocked(int rank) const;  // in the order of the threads and schedules of the picture
  bool is_still_at(const Place &place) const;
  std::string state() const;  // equal for equal states

 private:
  struct Message {
    int source = 0, tag = 0;
    bool waits = false;           // its sender, for a match
    int number = 0, request = 0;  // of the sender
  };
  struct Request {
    enum Kind { send, receive, schedule, probe } kind = send;
    int peer = 0, tag = 0;
    int number = 0;  // of a send
    bool complete = false;
    int schedule_index = -1;
  };
  struct ScheduleState {
    int round = 0, rounds = 0, number = 0, request = -1;
    int receive = -1;  // request of the round
  };
  struct ThreadState {
    Program program;
    std::size_t next = 0;
    int worked = 0;
    bool waits = false, all = true, done = false;
    std::vector<int> waiting;      // requests
    std::vector<int> outstanding;  // those of Irecv, Issend, Ibarrier that were not waited for
    int round = -1;                // in a barrier
    std::string collective;
    int root = -1;
  };
  struct RankState {
    std::vector<ThreadState> threads;
    std::vector<Request> requests;
    std::vector<Message> arrived;
    std::vector<int> posted;  // requests
    std::vector<ScheduleState> schedules;
    std::vector<int> sent, taken;
    int collectives = 0, progress = 0;
    bool finalizing = false, finalized = false;
  };
  struct Answer {
    int rank = 0, request = 0;
  };
  struct Action {
    enum Kind { step, deliver, answer, advance } kind = step;
    int one = 0, other = 0;
  };

  std::vector<Action> possible() const;
  void step(int rank, ThreadState &thread);
  int post_send(int rank, int peer, int tag, bool waits);
  int post_receive(int rank, int source, int tag);
  void match(int rank);
  void wake(int rank);
  void begin_round(int rank, ScheduleState &schedule);
  void go_to_round(int rank, ThreadState &thread);
  bool may_advance(int rank, const ScheduleState &schedule) const;
  bool is_complete(int rank, const ThreadState &thread) const;
  int rounds() const;

  std::vector<RankState> ranks_;
  std::vector<std::vector<std::vector<Message>>> network_;  // from, to
  std::vector<Answer> answers_;
};

std::vector<std::vector<Program>> random_programs(std::mt19937 &random);

}  // namespace mqs_shim::why::toy
