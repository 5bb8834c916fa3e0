#pragma once
// Messages of MPICH that MPI_Mprobe has matched: an MPI_Message is a request of a kind of its own.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/message.h"

namespace mpidbg::model::mpich {

class Messages final : public HandleReader {
 public:
  // Both outlive it.
  Messages(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  // The library's part of it: the point-to-point layer has source, tag and size.
  Result<Message> read(Handle handle);

  std::string problem() override;
  std::vector<HandleKind> refers_to() const override { return {HandleKind::communicator}; }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }

 private:
  using View = layout::View<RequestLayout>;

  // Whether the request is a matched message. Errors: those of reading.
  Result<bool> is_message(const View &view) const;

  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
