#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

Status ArgumentArray::load(std::uint64_t index) {
  values_.clear();
  if (index >= type_.count(kind_)) {
    return Error{ErrorCode::corrupt, "a datatype has fewer arguments than it should", type_.handle.address()};
  }
  MPIDBG_TRY(source_.read_arguments(type_, kind_, index, values_));
  if (values_.empty()) {
    return Error{ErrorCode::unavailable, "arguments of a datatype cannot be read", type_.handle.address()};
  }
  first_ = index;
  return {};
}

}  // namespace mpidbg::model
