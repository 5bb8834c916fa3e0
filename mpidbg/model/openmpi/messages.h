#pragma once
// Messages of Open MPI.

#include "mpidbg/model/message.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Messages final : public HandleReader {
 public:
  Messages(const Attachment &process, Handles &handles) : HandleReader(process), handles_(handles) {}

  Result<Message> read(Address handle);

  std::string problem() override { return "messages are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_message_f_to_c_table"); }

 private:
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
