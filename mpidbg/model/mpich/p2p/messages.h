#pragma once
// Messages of MPICH that MPI_Mprobe has matched: an MPI_Message is a request of a kind of its own.

#include <optional>
#include <unordered_set>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/message.h"

namespace mpidbg::model::mpich {

struct Handles;

class Messages final : public HandleReader {
 public:
  // Both outlive it.
  Messages(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  // Where the device cannot be seen without source, tag and size.
  Result<Message> read(Handle handle);

  // MPIR_Requests of sends on communicators of one process whose messages MPI_Mprobe has taken out of the unexpected
  // ones. The sends are pending until the message is received. Lives until clear(). Errors: those of reading.
  Result<const std::unordered_set<Address> *> matched_sends();

  void clear() override { matched_sends_.reset(); }
  std::string problem() override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::communicator}; }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  using View = layout::View<RequestLayout>;

  // Whether the request is a matched message. Errors: those of reading.
  Result<bool> is_message(const View &view) const;
  // The request of the send, if the message is on a communicator of one process; else null.
  Result<Address> own_send(const View &view) const;
  Status read_own(Address send, Message &message);

  const Attachment &process_;
  Handles &handles_;
  std::optional<std::unordered_set<Address>> matched_sends_;
};

}  // namespace mpidbg::model::mpich
