#pragma once
// Writes the values of variables in the recorder's snapshots in words.

#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// Returns the reason for a snapshot: "at MPI_Init", "at MPI_Pcontrol(2)", "before signal 11".
std::string reason_text(const mpidbg_snapshot_info_t &snapshot);

// Returns a text such as "13:02:11.250 UTC"; empty for an impossible time.
std::string clock_text(std::int64_t realtime);

// Adds where a value comes from: "(snapshot 3, 2.1 s ago)" for a value from a snapshot, and nothing for a value from
// memory.
void add_origin(Cells &cells, const VariableLists &lists, const std::optional<mpidbg_t_origin_t> &origin);

// Returns a sentence if no snapshot was taken for twice the recorder's interval; otherwise empty.
std::string overdue_text(const VariableLists &lists);

// Writes one block of the given role for each run of snapshots with the same value. The block has the times and reasons
// of the first and last snapshot of the run. `value_text` returns the text for a value.
void write_history(BlockOutput &output, const VariableLists &lists, const std::vector<PastValueRecord> &history,
                   Role role, const std::function<std::string(const PastValueRecord &)> &value_text);

}  // namespace mqs_shim
