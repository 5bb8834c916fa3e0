#pragma once
// Records in words, as blocks: what the nouns share, and the nouns themselves. No other place words a record.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/selection.h"

namespace mqs_shim {

// "rank 0 of 2  pid 4151  Open MPI 4.1.4  ob1   layouts: ...". `state` is a note more.
Block process_block(const ProcessReport &report, const RenderOptions &options, std::string_view state = {});

// What belongs to the block of the process whatever was asked for: warnings, and why there is nothing to show. Whether
// there is more to show.
bool write_process_limits(BlockOutput &output, const ProcessReport &report, const RenderOptions &options);

// "my dup  context 3  rank 0 of 2"
Block communicator_block(const CommunicatorRecord &communicator, bool with_handle);

// Appends a text of the report to the last cell. The names of its process and core file are marked: they are the rank's
// own.
void append_about_target(Cells &cells, const ProcessReport &report, std::string_view text);
// Likewise, as a block: "warning: core.4151 is truncated".
Block problem_about_target(const ProcessReport &report, std::string_view beginning, std::string_view text);

// "rank 0 of 4", of one of the process's objects; "4 ranks" where ranks are merged that have another one.
void add_own_rank(Cells &cells, const std::string &rank, const std::string &size);
// "Fortran 4"
void add_fortran_handle(Cells &cells, int handle);

// World ranks, compressed, and processes of other jobs as "0-3 of job 2": "0-1, 0-3 of job 2".
std::string member_list(const ProcessReport &report, const std::vector<ProcessName> &members);

// "world ranks 0-3"; where ranks with different members are merged, "world ranks that differ".
void add_member_list(Cells &cells, const ProcessReport &report, const std::vector<ProcessName> &members);

// "of job 2"
std::string job_text(const ProcessReport &report, std::uint32_t job);

// "missing: ranks 2-3 of the job were not among the targets"; nothing if none is missing.
void write_missing_ranks(BlockOutput &output, const std::vector<int> &missing_ranks);

// Each noun as blocks; several nouns take which one. The output must outlive the renderer.
std::unique_ptr<Renderer> word_queues(RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_communicators(RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_groups(RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_handles(Noun noun, RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_variables(Noun noun, RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_categories(RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_events(Noun noun, RenderOptions options, BlockOutput &output);
std::unique_ptr<Renderer> word_ranks(const RenderOptions &options, BlockOutput &output);
std::unique_ptr<Renderer> word_stacks(const RenderOptions &options, BlockOutput &output);

}  // namespace mqs_shim
