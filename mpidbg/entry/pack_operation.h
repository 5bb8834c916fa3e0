#pragma once
// One operation of the model in the records of the interfaces.

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::entry {

void pack(const model::Operation &operation, mqs_pending_operation &packed);

// Leaves struct_size alone and writes no more than that.
void pack(const model::Operation &operation, mpidbg_operation_info_t &packed);

// `count`: 0 for other operations; `ready`: -1 where it is not known.
void pack(const std::optional<model::Partitions> &partitions, int &count, int &ready);

// Copies as much of a text as fits, always with a NUL.
void copy_text(char *destination, std::size_t size, const std::string &text);

}  // namespace mpidbg::entry
