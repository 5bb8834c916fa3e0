#pragma once
// Datatypes of Open MPI.

#include <string>
#include <unordered_map>

#include "mpidbg/model/datatype.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// What a queue line says of a datatype: its name and the bytes of one element.
struct DatatypeSummary {
  std::string name;  // empty if neither the library nor the program named it
  std::uint64_t size = 0;
};

class Datatypes final : public HandleReader {
 public:
  Datatypes(const Attachment &process, Handles &handles)
      : HandleReader(process), handles_(handles), objects_(process.objects) {}

  void clear() override { known_.clear(); }
  std::string problem() override { return "datatypes are not read"; }
  Result<std::vector<Address>> live() override { return Error{ErrorCode::not_supported, problem()}; }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_datatype_f_to_c_table"); }

  Result<Datatype> read(Address handle);

  // Kept until clear(): messages share a handful of types.
  Result<const DatatypeSummary *> summary(Address handle);

 private:
  Handles &handles_;
  Objects &objects_;
  std::unordered_map<Address, DatatypeSummary> known_;
};

}  // namespace mpidbg::model::openmpi
