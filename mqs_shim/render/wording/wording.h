#pragma once
// Turns records into words, as blocks: the answer to each noun, and the parts that several answers have in common. No
// other folder words records.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/selection.h"

namespace mqs_shim {

// Returns the first block of the answer about a process, such as "rank 0 of 2  pid 4151  Open MPI 4.1.4  ob1 layouts:
// ...". `state` is an additional note.
Block process_block(const ProcessReport &report, const RenderOptions &options, std::string_view state = {});

// Writes the facts that every answer about a process contains: warnings, and the reason if there is nothing to show.
// Returns true if there is more to show.
bool write_process_limits(BlockOutput &output, const ProcessReport &report, const RenderOptions &options);

// Returns the first block of the answer about a communicator, such as "my dup  context 3  rank 0 of 2".
Block communicator_block(const CommunicatorRecord &communicator, bool with_handle);

// Appends a text of the report to the last cell, and marks the names of its process and core file, as they are
// different on each rank.
void append_about_target(Cells &cells, const ProcessReport &report, std::string_view text);
// Returns a problem block with the text `beginning`, followed by a text of the report: "warning: core.4151 is
// truncated".
Block problem_about_target(const ProcessReport &report, std::string_view beginning, std::string_view text);

// Adds the process's own rank in an object such as a communicator: "rank 0 of 4", or "4 ranks" if merged processes have
// different ranks.
void add_own_rank(Cells &cells, const std::string &rank, const std::string &size);
// Adds a text such as "Fortran 4".
void add_fortran_handle(Cells &cells, int handle);

// Returns the world ranks in short form, and processes of other jobs with their job: "0-1, 0-3 of job 2".
std::string member_list(const ProcessReport &report, const std::vector<ProcessName> &members);

// Adds a text such as "world ranks 0-3", or "world ranks that differ" if merged ranks have different members.
void add_member_list(Cells &cells, const ProcessReport &report, const std::vector<ProcessName> &members);

// Returns a text such as "of job 2".
std::string job_text(const ProcessReport &report, std::uint32_t job);

// Writes "missing: ranks 2-3 of the job were not among the targets"; writes nothing if none are missing.
void write_missing_ranks(BlockOutput &output, const std::vector<int> &missing_ranks);

// Each function returns a renderer that words answers: to the noun in its name, or to the noun that is passed. The
// output must outlive the renderer.
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
