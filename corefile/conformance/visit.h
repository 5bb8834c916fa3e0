#pragma once
// A debugger's visit to one process: the order of calls of the queues' interface, with the rules that each call can
// break.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "corefile/conformance/trial.h"

namespace mqs_shim {

// Holds the answers of a plugin about a process, one line each: communicators, queues and operations. A buffer is given
// as the object of the made-up process that contains it; other addresses of the process are left out. Lines that begin
// with refusal_mark are refusals: an error code, or missing information.
using Transcript = std::vector<std::string>;
constexpr char refusal_mark = '!';

// Describes how `actual` differs from `expected`; empty if it does not. If facts are hidden from the plugin, it may
// refuse, answer "unknown" (-1, no name), and stop after a refusal, but its other answers must be true.
std::string difference(const Transcript &expected, const Transcript &actual, bool hidden = false);

// A line in words.
std::string shown(const std::string &line);
// The line of the members of a communicator. In a transcript it comes after the line of the communicator, if the plugin
// can list them.
std::string members_line(std::span<const int> ranks);
bool is_members_line(const std::string &line);
// Checks the ranks in MPI_COMM_WORLD in the line of an operation or of the process itself, and describes what is wrong.
// Returns an empty text if the ranks are right or the line is of another kind. -1 is right, as it means "unknown".
// `members` are the members of the communicator that was listed before, and `own_rank` is the rank of the process in
// it.
std::string wrong_rank(const std::string &line, const std::string &own_rank, std::span<const int> members);

// The ranks and tags in a line of an operation, -1 for any tag.
std::vector<std::int64_t> ranks_and_tags(const std::string &line);

struct ListedCommunicator {
  std::string name, own_rank;
};
// In the line of a communicator; nothing in other lines.
std::optional<ListedCommunicator> communicator_in(const std::string &line);

class Visit {
 public:
  Visit(Trial &trial, Target &target, PluginDialect dialect);
  Visit(Trial &trial, Target &target) : Visit(trial, target, trial.plugin().dialect()) {}

  // Image and process; true if the plugin sees queues.
  bool set_up();
  // Everything that a debugger lists at one stop.
  Transcript list();
  // The same in steps: true while there is more.
  bool begin();
  bool step();
  const Transcript &transcript() const { return transcript_; }

  void drop_memory() { process_.memory.drop(); }
  // The same once more without an update before it.
  Transcript list_again();
  // Likewise; each iterator is set up a second time after its first element was taken.
  Transcript list_hesitating();
  // The first communicator and its first operations, and no more.
  void begin_and_abandon();
  // The calls after the end of each list; after list().
  void go_past_the_end();
  void get_twice();
  void set_up_again();
  void tear_down();

  mqs_image *image() { return &image_; }
  mqs_process *process() { return &process_; }

 private:
  bool accepted(const char *function, int code);
  void check_message(const char *function, int code, const char *message);
  // Null for a message that the plugin did not set.
  const char *set_message(int code, const char *message, const char *untouched);
  void check_communicator(const mqs_communicator &communicator);
  // For values that are those of freed memory.
  void check_freed(std::initializer_list<std::uint64_t> values);
  // A negative number is what can break the rule of signs.
  void check_sign(const char *what, mqs_tword_t value);
  void check_operation(const mqs_pending_operation &operation);
  void list_members(const mqs_communicator &communicator);
  bool set_up_iterator();
  int set_up_operations(int queue);
  bool list_queue(int queue);
  Transcript list_the_rest(bool more);
  void refuse(const std::string &text) { transcript_.push_back(refusal_mark + text); }

  Trial &trial_;
  const PluginFunctions &call_;
  mqs_image_ image_;
  mqs_process_ process_;
  Transcript transcript_;
  std::vector<mqs_taddr_t> ids_;
  bool image_is_set_up_ = false;
  bool process_is_set_up_ = false;
  bool at_next_ = false;  // step() has to go to the next communicator first
  bool hesitates_ = false;
  std::uint64_t base_ = 0;  // of the objects of a process that is made up
};

}  // namespace mqs_shim
