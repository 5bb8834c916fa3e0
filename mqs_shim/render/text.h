#pragma once
// The parts of the text form that every noun uses.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/render.h"
#include "mqs_shim/render/selection.h"

namespace mqs_shim {

enum class Color { bold, red, yellow, cyan };

class TextWriter {
 public:
  TextWriter(Sink &sink, bool color) : sink_(sink), color_(color) {}

  Sink &sink() { return sink_; }
  void put(std::string_view text) { sink_.append(text); }
  void put(std::string_view text, Color color);
  void line(std::string_view text);
  void line(std::string_view indent, std::string_view text, Color color);

 private:
  Sink &sink_;
  bool color_;
};

// "rank 0 of 2  pid 4151  Open MPI 4.1.4  ob1   layouts: ..." and the lines that belong to it: errors and warnings.
// `state` is appended to the line. Whether there is more to show of the process.
bool write_process_header(TextWriter &writer, const ProcessReport &report, const RenderOptions &options,
                          std::string_view state);

// "my dup  context 3  rank 0 of 2"
void write_communicator_heading(TextWriter &writer, const CommunicatorRecord &communicator, bool verbose);

// World ranks, compressed, and processes of other jobs as "0-3 of job 2": "0-1, 0-3 of job 2".
std::string member_list(const ProcessReport &report, const std::vector<ProcessName> &members);

// "of job 2"
std::string job_text(const ProcessReport &report, std::uint32_t job);

std::unique_ptr<Renderer> make_queues_text(RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_comms_text(RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_groups_text(RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_handles_text(Noun noun, RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_variables_text(Noun noun, RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_events_text(Noun noun, RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_ranks_text(RenderOptions options, Sink &sink);
std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink);

// "no process of the job was given for ranks 2-3"; nothing if none is missing.
void write_missing_ranks(TextWriter &writer, const std::vector<int> &missing_ranks);

}  // namespace mqs_shim
