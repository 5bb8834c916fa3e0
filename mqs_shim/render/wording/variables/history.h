#pragma once
// Values of variables over the snapshots, in words.

#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// Why a snapshot was taken: "at MPI_Init", "at MPI_Pcontrol(2)", "before signal 11".
std::string reason_text(const mpidbg_snapshot_info_t &snapshot);

// "13:02:11.250 UTC"; empty for a time that cannot be.
std::string clock_text(std::int64_t realtime);

// "(snapshot 3, 2.1 s ago)" for a value that a snapshot gave; nothing for one of memory.
void add_origin(Cells &cells, const VariableLists &lists, const std::optional<mpidbg_t_origin_t> &origin);

// A sentence if no snapshot was taken for twice the recorder's interval; else empty.
std::string overdue_text(const VariableLists &lists);

// A block for each run of snapshots with the same value, of the role, with the times and reasons of its first and last;
// `value_text` puts a value into words.
void write_history(BlockOutput &output, const VariableLists &lists, const std::vector<PastValueRecord> &history,
                   Role role, const std::function<std::string(const PastValueRecord &)> &value_text);

}  // namespace mqs_shim
