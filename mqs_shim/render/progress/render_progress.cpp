#include "mqs_shim/render/progress/render_progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/render/blocks/text_output.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/progress/progress_classes.h"
#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/enumeration.h"
#include "mqs_shim/render/verdict/words/job_names.h"
#include "mqs_shim/render/verdict/words/verdict_titles.h"
#include "mqs_shim/render/verdict/words/why_terms.h"

namespace mqs_shim {

namespace {

using why::Change;
using why::Pace;

constexpr std::size_t most_rows_of_pace = 20;

struct PaceWords {
  std::string_view title;
  std::string_view one, several;  // words after one rank, and after several ranks
};

PaceWords words_of(Pace pace) {
  switch (pace) {
    case Pace::still:
      return {"STILL", " is in the same call, and nothing has moved", " are in the same calls, and nothing has moved"};
    case Pace::unclear:
      return {"NOT CLEAR", " is in a call that looks the same; whether it was left in between cannot be seen",
              " are in calls that look the same; whether they were left in between cannot be seen"};
    case Pace::slow:
      return {"SLOW", " is in the same call, in which something has moved",
              " are in the same calls, in which something has moved"};
    case Pace::live:
      return {"LIVE", " has gone on", " have gone on"};
    case Pace::computes:
      return {"COMPUTING", " was outside of MPI at both looks, and has used processor time",
              " were outside of MPI at both looks, and have used processor time"};
    case Pace::outside:
      return {"OUTSIDE", " was outside of MPI or testing at both looks, and nothing of MPI has moved",
              " were outside of MPI or testing at both looks, and nothing of MPI has moved"};
    case Pace::stopped:
      return {"STOPPED", " was stopped by a signal or a debugger in one of the looks",
              " were stopped by a signal or a debugger in one of the looks"};
    case Pace::ended:
      return {"ENDED", " has left MPI or exited", " have left MPI or exited"};
    case Pace::replaced:
      return {"REPLACED", " is another process now", " are other processes now"};
    case Pace::unseen:
      return {"NOT SEEN", " cannot be compared", " cannot be compared"};
    case Pace::left:
      return {"MISSING", " is not among the targets of the second look",
              " are not among the targets of the second look"};
    case Pace::joined:
      return {"NEW", " was not among the targets of the first look", " were not among the targets of the first look"};
  }
  return {};
}

Severity severity_of(Pace pace) {
  switch (pace) {
    case Pace::still:
    case Pace::unclear:
    case Pace::unseen:
    case Pace::left:
    case Pace::stopped:
    case Pace::replaced:
      return Severity::warning;
    default:
      return Severity::none;
  }
}

std::string_view moved_words(Change change) {
  switch (change) {
    case Change::operations:
      return "messages";
    case Change::schedules:
      return "rounds of nonblocking collectives";
    case Change::communicators:
      return "communicators";
    case Change::windows:
      return "epochs or locks of windows";
    case Change::counters:
      return "counters";
    case Change::state:
    case Change::calls:
      break;
  }
  return {};
}

// Returns what has changed on a rank, such as "messages and counters".
std::string moved_text(const std::vector<Change> &changes) {
  std::vector<std::string> texts;
  for (const Change change : changes)
    if (const std::string_view words = moved_words(change); !words.empty()) texts.emplace_back(words);
  return enumeration(texts, "and");
}

std::string seconds_text(double seconds) {
  const std::int64_t tenths = std::llround(seconds * 10);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

// Returns the processor time of the ranks of a class, such as "19.6 to 19.8 s of processor time".
std::string processor_text(const ProgressClass &one) {
  const std::string least = seconds_text(static_cast<double>(one.least_milliseconds) / 1000);
  const std::string most = seconds_text(static_cast<double>(one.most_milliseconds) / 1000);
  return (least == most ? least : least + " to " + most) + " s of processor time";
}

// Shortens "is in MPI_Recv at step (ring.c:31)" to "in MPI_Recv at step (ring.c:31)", which is shown beside the place
// at the other look.
std::string_view without_verb(std::string_view activity) {
  return activity.starts_with("is ") ? activity.substr(3) : activity;
}

class ProgressText {
 public:
  ProgressText(const why::TwoLooks &looks, const why::Inquiry &inquiry, const ProgressOptions &options,
               BlockOutput &output)
      : looks_(looks),
        inquiry_(inquiry),
        options_(options),
        output_(output),
        first_waits_(looks.first(), {}),
        second_waits_(looks.second(), {}),
        first_names_(first_waits_),
        second_names_(second_waits_) {}

  void write() {
    output_.write(object_block(heading()));
    write_verdict();
    const std::vector<ProgressClass> classes = progress_classes(looks_, options_.each);
    for (auto begin = classes.begin(); begin != classes.end();) {
      const auto end = std::find_if(begin, classes.end(), [&](const auto &one) { return one.pace != begin->pace; });
      write_pace({begin, end});
      begin = end;
    }
  }

 private:
  std::string heading() const {
    const std::size_t count = looks_.ranks().size();
    std::string text = "two looks at " + std::to_string(count) + (count == 1 ? " rank" : " ranks");
    if (options_.seconds) text += ", " + seconds_text(*options_.seconds) + " s apart";
    return text;
  }

  void write_verdict() {
    for (const VerdictTitle &title : verdict_titles(inquiry_, options_.verdict_seconds, options_.launcher)) {
      Block block = object_block(title.text);
      block.severity = title.proof.empty() ? Severity::none : Severity::error;
      if (!title.proof.empty()) block.cells.add(title.proof);
      output_.write(block);
    }
  }

  std::string ranks_text(const std::vector<std::uint32_t> &ranks) const {
    std::vector<std::uint32_t> in_second, in_first;
    for (const std::uint32_t rank : ranks) {
      const why::RankProgress &progress = looks_.ranks()[rank];
      if (progress.second) {
        in_second.push_back(*progress.second);
      } else if (progress.first) {
        in_first.push_back(*progress.first);
      }
    }
    std::vector<std::string> texts;
    if (!in_second.empty()) texts.push_back(second_names_.ranks_of(in_second));
    if (!in_first.empty()) texts.push_back(first_names_.ranks_of(in_first));
    if (texts.empty()) {
      std::vector<why::ProcessId> ids;
      ids.reserve(ranks.size());
      for (const std::uint32_t rank : ranks) ids.push_back(looks_.ranks()[rank].id);
      texts.push_back(second_names_.ranks(ids));
    }
    return enumeration(texts, "and");
  }

  void write_pace(std::span<const ProgressClass> classes) {
    std::vector<std::uint32_t> all;
    for (const ProgressClass &one : classes) all.insert(all.end(), one.ranks.begin(), one.ranks.end());
    const PaceWords words = words_of(classes.front().pace);
    Block block = object_block(std::string(words.title) + ": " + ranks_text(all) +
                               std::string(all.size() == 1 ? words.one : words.several));
    block.severity = severity_of(classes.front().pace);
    const OpenBlock open(output_, block);
    std::array<Column, 2> columns{};
    const std::size_t shown = options_.each ? classes.size() : std::min(classes.size(), most_rows_of_pace);
    std::vector<std::string> who;
    for (const ProgressClass &one : classes.first(shown)) {
      who.push_back(ranks_text(one.ranks));
      columns[0].width = std::max(columns[0].width, who.back().size());
    }
    {
      Block table{.role = Role::table};
      table.columns = columns;
      const OpenBlock open_table(output_, table);
      for (std::size_t row = 0; row < shown; ++row)
        output_.write(Block{.role = Role::row}.cell(who[row]).cell(course(classes[row])));
    }
    if (shown < classes.size())
      write_property(output_, "and " + std::to_string(classes.size() - shown) +
                                  (classes.size() == shown + 1 ? " more line" : " more lines") + ": --each shows all");
  }

  static std::string course(const ProgressClass &one) {
    return places(one) + (one.pace == Pace::computes ? "; " + processor_text(one) : std::string());
  }

  static std::string places(const ProgressClass &one) {
    const auto now = [&](const std::string &text) { return one.ranks.size() == 1 ? text : of_several(text); };
    const std::string moved = one.pace == Pace::slow ? moved_text(one.changes) : std::string();
    if (!moved.empty()) return now(one.second) + "; moved: " + moved;
    if (one.first.empty() || one.second.empty() || one.first == one.second)
      return now(one.second.empty() ? one.first : one.second);
    return "first " + std::string(without_verb(one.first)) + ", then " + std::string(without_verb(one.second));
  }

  const why::TwoLooks &looks_;
  const why::Inquiry &inquiry_;
  const ProgressOptions &options_;
  BlockOutput &output_;
  const why::Waits first_waits_, second_waits_;
  const JobNames first_names_, second_names_;
};

void write_json(const why::TwoLooks &looks, const why::Inquiry &inquiry, const ProgressOptions &options, Sink &sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.key("schema").string("mpidbg-diff-2");
  json.key("milliseconds_between_looks").natural_or_null(options.seconds ? std::llround(*options.seconds * 1000) : -1);
  json.key("verdict").begin_object();
  json.key("outcome").string(outcome_term(inquiry.verdict().outcome));
  json.key("titles").begin_array();
  for (const VerdictTitle &title : verdict_titles(inquiry, options.verdict_seconds, options.launcher))
    json.string(title.text);
  json.end_array();
  json.end_object();
  json.key("classes").begin_array(true);
  for (const ProgressClass &one : progress_classes(looks, options.each)) {
    json.begin_object();
    json.key("pace").string(pace_term(one.pace));
    json.key("first").string_or_null(one.first);
    json.key("second").string_or_null(one.second);
    json.key("changed").begin_array();
    for (const Change change : one.changes) json.string(change_term(change));
    json.end_array();
    json.key("ranks").begin_array();
    for (const std::uint32_t index : one.ranks) {
      const why::RankProgress &rank = looks.ranks()[index];
      const why::Evidence *const evidence = rank.second  ? &looks.second()[*rank.second]
                                            : rank.first ? &looks.first()[*rank.first]
                                                         : nullptr;
      json.begin_object();
      json.key("job").string_or_null(evidence == nullptr ? std::string() : evidence->job_name);
      json.key("rank").natural_or_null(rank.id.rank);
      json.key("host").string_or_null(evidence == nullptr ? std::string() : evidence->host);
      json.key("pid").natural_or_null(evidence == nullptr || evidence->pid == 0 ? -1 : evidence->pid);
      json.key("processor_milliseconds").natural_or_null(rank.first && rank.second ? rank.processor_milliseconds : -1);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  sink.append('\n');
}

}  // namespace

void render_progress(const why::TwoLooks &looks, const why::Inquiry &inquiry, Format format,
                     const ProgressOptions &options, Sink &sink) {
  if (format == Format::json) return write_json(looks, inquiry, options, sink);
  TextOutput output(sink, options.color);
  ProgressText(looks, inquiry, options, output).write();
}

}  // namespace mqs_shim
