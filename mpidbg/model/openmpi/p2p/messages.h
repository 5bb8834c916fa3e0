#pragma once
// Reads matched messages of Open MPI. A matched message is a small record in a pool. It refers to the request of the
// probe, and that request holds the message.

#include <unordered_set>

#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Messages final : public HandleReader {
 public:
  Messages(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  // Reads a message. Errors: not_found if the handle does not name a matched message.
  Result<Message> read(Address handle);

  void clear() override;
  std::string problem() override;
  Result<std::vector<Address>> live() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_message_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::communicator}; }
  Status collect_references(References &references) override;

 private:
  Status index();

  Handles &handles_;
  bool indexed_ = false;
  std::vector<Address> live_;
  std::unordered_set<Address> live_set_;
};

}  // namespace mpidbg::model::openmpi
