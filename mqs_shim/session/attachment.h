#pragma once
// Attachment sets up a plugin for one process, until the end of its scope. It sets up both the mqs_* functions and the
// mpidbg_* handle queries.

#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Owns the state that the plugin keeps for the process. The destructor undoes the steps of the set-up in reverse order.
class Attachment {
 public:
  // The constructor calls no function of the plugin yet. Plugin and target must outlive this object.
  Attachment(const Plugin &plugin, Target &target, const SessionOptions &options);
  ~Attachment();
  Attachment(const Attachment &) = delete;
  Attachment &operator=(const Attachment &) = delete;

  // Makes the plugin look up symbols and types, and inspect the process for the first time. An error is the plugin's
  // reason for refusing, as a sentence that names the program.
  Status set_up();

  // Sets up the handle queries unless that was done before. Returns an empty text, or the reason why it is impossible.
  // Each read tries again, because no handles exist before MPI_Init.
  std::string set_up_handles();

  // Makes the plugin search for objects that are in no table of the library, in all memory that may contain MPI
  // objects.
  void lend_memory_ranges();
  // Makes the plugin search for objects that are in no table of the library, but only at these addresses, so that the
  // search takes no time.
  void lend_words(const std::vector<Address> &words);

  // Must be called after the process ran, so that memory ranges are determined anew, and passed to the plugin again
  // even if they are unchanged.
  void forget_lent() {
    memory_.reset();
    lent_.reset();
  }

  // Returns true if the plugin answers handle queries of any kind.
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
  std::optional<std::vector<AddressRange>> memory_;  // private memory; not set if the process ran since it was read
  // One of the ranges that lend_memory_ranges() determined, if it was called. It is kept because determining the ranges
  // again would take as long as reading the process once.
  std::optional<AddressRange> some_memory_;
  std::optional<std::vector<AddressRange>> lent_;  // ranges that were lent last; a plugin keeps the objects found there
  // The steps that the destructor has to undo.
  bool image_is_set_up_ = false;
  bool process_is_set_up_ = false;
  bool handle_image_is_set_up_ = false;
};

}  // namespace mqs_shim
