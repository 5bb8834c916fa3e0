#pragma once
// Makes the calls of a debugger that inspects one process, in the order that the queues' interface prescribes, and
// checks the rules that each call can break.

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

// Returns a line of a transcript in words.
std::string shown(const std::string &line);
// Returns the line for the members of a communicator. It follows the line of the communicator if the plugin can list
// members.
std::string members_line(std::span<const int> ranks);
bool is_members_line(const std::string &line);
// Checks the ranks in MPI_COMM_WORLD in the line of an operation or of the process itself, and describes what is wrong.
// Returns an empty text if the ranks are right or the line is of another kind. -1 counts as right, because it means
// "unknown". `members` are the members of the communicator that was listed before, and `own_rank` is the rank of the
// process in it.
std::string wrong_rank(const std::string &line, const std::string &own_rank, std::span<const int> members);

// Returns the ranks and tags in the line of an operation, with -1 for any tag.
std::vector<std::int64_t> ranks_and_tags(const std::string &line);

// Name of a communicator, and the rank of the process in it as text.
struct ListedCommunicator {
  std::string name, own_rank;
};
// Parses the line of a communicator; returns nothing for other lines.
std::optional<ListedCommunicator> communicator_in(const std::string &line);
// Owns the plugin's image and process for one visit; tear_down() finalizes both.
class Visit {
 public:
  Visit(Trial &trial, Target &target, PluginDialect dialect);
  Visit(Trial &trial, Target &target) : Visit(trial, target, trial.plugin().dialect()) {}

  // Sets up image and process. Returns true if the plugin sees queues.
  bool set_up();
  // Lists everything that a debugger lists at one stop.
  Transcript list();
  // Do the same as list() in steps: begin(), then step() again and again. Both return true while there is more to list.
  bool begin();
  bool step();
  const Transcript &transcript() const { return transcript_; }

  // Drops cached memory, as a debugger does after the process has run.
  void drop_memory() { process_.memory.drop(); }
  // Lists everything again without updating the list of communicators first.
  Transcript list_again();
  // Does the same as list(), but sets each iterator up a second time after its first element.
  Transcript list_hesitating();
  // Lists only the first communicator and its first operations.
  void begin_and_abandon();
  // Calls the iterators after the end of their lists. Must be called after list().
  void go_past_the_end();
  // Gets the first communicator twice, without a step of the iterator in between.
  void get_twice();
  // Sets image and process up a second time.
  void set_up_again();
  // Finalizes process and image.
  void tear_down();

  mqs_image *image() { return &image_; }
  mqs_process *process() { return &process_; }

 private:
  bool accepted(const char *function, int code);
  void check_message(const char *function, int code, const char *message);
  // Returns `message`, or null if it still is `untouched` because the plugin has not set it.
  const char *set_message(int code, const char *message, const char *untouched);
  void check_communicator(const mqs_communicator &communicator);
  // Checks that no value consists of bytes of freed memory.
  void check_freed(std::initializer_list<std::uint64_t> values);
  // Checks that a negative number was not read without its sign.
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
  bool at_next_ = false;  // step() has to proceed to the next communicator first
  bool hesitates_ = false;
  std::uint64_t base_ = 0;  // start of the objects of a made-up process
};

}  // namespace mqs_shim
