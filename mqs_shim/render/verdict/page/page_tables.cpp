#include "mqs_shim/render/verdict/page/page_tables.h"

#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/render/escape.h"

namespace mqs_shim {

namespace {

constexpr char left_out[] = "(left out)";

constexpr std::size_t most_frames = 100, most_runs = 4096;

}  // namespace

PageTables::PageTables(const why::Waits &waits, const PageLimits &limits, ColumnNames &columns)
    : waits_(waits), limits_(limits), columns_(columns) {
  for (CompactJson *table : {&texts_, &sites_, &paths_, &groups_, &communicators_}) table->open();
  text_number({});
  sites_.open();
  sites_.close();
  for (const why::GlobalCommunicator &communicator : waits.communicators().all()) {
    add_communicator(waits.evidence()[communicator.process].communicators[communicator.index], communicator.members,
                     communicator.remote_members);
  }
}

std::string PageTables::text() const {
  const std::pair<const char *, const CompactJson *> tables[] = {{"texts", &texts_},
                                                                 {"sites", &sites_},
                                                                 {"paths", &paths_},
                                                                 {"groups", &groups_},
                                                                 {"communicators", &communicators_}};
  std::string json;
  for (const auto &[name, table] : tables)
    json.append(",\n\"").append(name).append("\":").append(table->text()).append("]");
  return json;
}

std::int64_t PageTables::text_number(std::string_view text) {
  return words_number(printable(text));
}

std::int64_t PageTables::words_number(std::string words) {
  if (words.size() > limits_.bytes_of_text) {
    std::size_t length = limits_.bytes_of_text;
    while (length > 0 && (static_cast<unsigned char>(words[length]) & 0xc0) == 0x80) --length;
    words = words.substr(0, length) + "...";
  }
  const auto known = text_numbers_.find(words);
  if (known != text_numbers_.end()) return known->second;
  if (texts_.size() + words.size() > limits_.bytes_of_texts && words != left_out) return words_number(left_out);
  texts_.string(words);
  const auto number = static_cast<std::int64_t>(text_numbers_.size());
  text_numbers_.emplace(std::move(words), number);
  return number;
}

std::int64_t PageTables::site_number(const why::Site &site) {
  if (site == why::Site()) return 0;
  const auto [known, is_new] = site_numbers_.try_emplace(site, site_numbers_.size() + 1);
  if (is_new) {
    const auto function = text_number(site.function), file = text_number(site.file), module = text_number(site.module);
    PageRow row(sites_, columns_, "site");
    row["function"].number(function);
    row["file"].number(file);
    row["line"].number(std::int64_t{site.line});
    row["module"].number(module);
    site.offset == 0 ? row["offset"].null() : row["offset"].string(mpidbg::hex(site.offset));
  }
  return static_cast<std::int64_t>(known->second);
}

std::int64_t PageTables::path_number(const why::Thread &thread) {
  std::vector<std::int64_t> path;
  for (const why::Site &site : thread.path) {
    if (path.size() < most_frames) path.push_back(site_number(site));
  }
  if (path.empty() && thread.site != why::Site()) path.push_back(site_number(thread.site));
  const auto [known, is_new] = path_numbers_.try_emplace(path, path_numbers_.size());
  if (is_new) {
    paths_.open();
    for (const std::int64_t site : path) paths_.number(site);
    paths_.close();
  }
  return static_cast<std::int64_t>(known->second);
}

std::int64_t PageTables::group_number(const why::Members &members) {
  const auto [known, is_new] = group_numbers_.try_emplace(members, group_numbers_.size());
  if (is_new) {
    groups_.open();
    std::size_t runs = 0;
    for (const why::MemberRun &run : members.runs()) {
      if (++runs > most_runs) break;
      PageRow row(groups_, columns_, "run");
      row["job"].number(run.first.job);
      row["first"].number(run.first.rank);
      row["count"].number(run.count);
      row["stride"].number(run.stride);
    }
    groups_.close();
  }
  return static_cast<std::int64_t>(known->second);
}

void PageTables::add_communicator(const why::Communicator &communicator, const why::Members &members,
                                  const why::Members &remote) {
  const auto name = text_number(communicator.name);
  const auto local_number = group_number(members), remote_number = group_number(remote);
  PageRow row(communicators_, columns_, "global");
  row["name"].number(name);
  row["context"].number(communicator.context_id);
  row["members"].number(local_number);
  row["remote"].number(remote_number);
  row["internal"].number(communicator.internal ? 1 : 0);
  ++communicator_count_;
}

std::int64_t PageTables::communicator_number(std::uint32_t process, std::int32_t index) {
  const why::Evidence &evidence = waits_.evidence()[process];
  if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return -1;
  const auto id = waits_.communicators().id(process, index);
  if (id != why::CommunicatorIndex::unknown) return id;
  const why::Communicator &communicator = evidence.communicators[static_cast<std::size_t>(index)];
  const auto key = std::tuple(communicator.name, communicator.context_id, communicator.internal);
  const auto [known, is_new] = unknown_.try_emplace(key, communicator_count_);
  if (is_new) add_communicator(communicator, {}, {});
  return known->second;
}

}  // namespace mqs_shim
