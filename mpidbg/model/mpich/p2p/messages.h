#pragma once
// Reads messages that MPI_Mprobe has matched. In MPICH an MPI_Message is a request of a special kind.

#include <optional>
#include <unordered_set>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/message.h"

namespace mpidbg::model::mpich {

struct Handles;

class Messages final : public HandleReader {
 public:
  // Both arguments must outlive this object.
  Messages(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  // Reads a matched message. Source, tag and size are missing if the device cannot be seen. Errors: not_found if the
  // handle does not belong to a matched message.
  Result<Message> read(Handle handle);

  // Returns sends (MPIR_Requests) on communicators with a single process: those whose messages MPI_Mprobe has taken out
  // of the unexpected messages. Such a send is pending until the message is received. The set is valid until clear().
  // Errors: those of reading.
  Result<const std::unordered_set<Address> *> matched_sends();

  void clear() override { matched_sends_.reset(); }
  std::string problem() override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::communicator}; }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  using View = layout::View<RequestLayout>;

  // Returns true if the request is a matched message. Errors: those of reading.
  Result<bool> is_message(const View &view) const;
  // Returns the address of the send's request if the message is on a communicator with a single process; otherwise
  // null.
  Result<Address> own_send(const View &view) const;
  // Fills in a message whose sender is this process.
  Status read_own(Address send, Message &message);

  const Attachment &process_;
  Handles &handles_;
  std::optional<std::unordered_set<Address>> matched_sends_;
};

}  // namespace mpidbg::model::mpich
