#pragma once
// Converts an operation of the model to the structs of the interfaces.

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::entry {

// Queues have the same numbers in the model and in the interface.
static_assert(static_cast<int>(model::Queue::sends) == MPIDBG_QUEUE_SENDS &&
              static_cast<int>(model::Queue::receives) == MPIDBG_QUEUE_RECEIVES &&
              static_cast<int>(model::Queue::unexpected) == MPIDBG_QUEUE_UNEXPECTED &&
              static_cast<int>(model::Queue::inactive) == MPIDBG_QUEUE_INACTIVE &&
              static_cast<int>(model::Queue::unclaimed) == MPIDBG_QUEUE_UNCLAIMED);

void pack(const model::Operation &operation, mqs_pending_operation &packed);

// Fills in as much of the struct as struct_size allows. The caller has set struct_size, and it is not changed.
void pack(const model::Operation &operation, mpidbg_operation_info_t &packed);

// Sets `count` to the number of partitions (0 for operations without partitions), and `ready` to the number of ready
// partitions (-1 if it is unknown).
void pack(const std::optional<model::Partitions> &partitions, int &count, int &ready);

// Copies a string to an array of `size` characters. It is cut off if necessary, and always ends with a NUL.
void copy_text(char *destination, std::size_t size, const std::string &text);

}  // namespace mpidbg::entry
