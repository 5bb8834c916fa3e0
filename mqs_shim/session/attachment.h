#pragma once
// A plugin set up for one process, in both families of its functions, until the scope ends.

#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

class Attachment {
 public:
  // Nothing is asked yet. Plugin and target must outlive it.
  Attachment(const Plugin &plugin, Target &target, const SessionOptions &options);
  ~Attachment();
  Attachment(const Attachment &) = delete;
  Attachment &operator=(const Attachment &) = delete;

  // Lets the plugin look up symbols and types, and inspect the process for the first time. Errors: the plugin's
  // refusal as a sentence that names the program.
  Status set_up();

  // Sets up what handle queries need, unless that is done. Why it cannot be done, or an empty text. Tried again at each
  // read: before MPI_Init there are no handles.
  std::string set_up_handles();

  // Tells the plugin where objects can be that no table lists: in all memory that may hold some.
  void lend_memory_ranges();
  // The same: at these addresses alone, so that searches take no time.
  void lend_words(const std::vector<Address> &words);

  // The process may have moved: ranges are told again, also the same ones.
  void forget_lent() { lent_.reset(); }

  // Whether there is anything that handle queries can be asked.
  bool has_handles() const { return extended() || talk.plugin.dialect().historical_handles; }

  bool extended() const { return talk.plugin.dialect().extended; }

  mqs_image_ image;
  mqs_process_ process;
  Conversation talk;

 private:
  void lend(const std::vector<AddressRange> &memory);
  Status refusal(int code, const char *message) const;
  bool is_known_by_recorder();

  const std::string image_name_;
  std::optional<AddressRange> some_memory_;  // of the process when all was lent: to ask anew takes as long as a look
  std::optional<std::vector<AddressRange>> lent_;  // so that a plugin keeps what it found in them
  // What is to be undone, in reverse.
  bool image_is_set_up_ = false;
  bool process_is_set_up_ = false;
  bool handle_image_is_set_up_ = false;
};

}  // namespace mqs_shim
