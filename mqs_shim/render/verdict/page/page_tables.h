#pragma once
// Writes data that many rows of a page share, and numbers it: texts, places, paths, lists of members, and the
// communicators of the job. Each item is written once.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/render/verdict/page/compact_json.h"
#include "mqs_shim/render/verdict/page/page_data.h"
#include "mqs_shim/render/verdict/page/page_row.h"

namespace mqs_shim {

// Holds the tables. Each *_number() function returns the number of an entry in its table, and adds the entry if the
// table does not have it.
class PageTables {
 public:
  // Communicators that all ranks agree about have the numbers of CommunicatorIndex. `columns` receives the names of the
  // columns of these tables. All arguments must outlive this object.
  PageTables(const why::Waits &waits, const PageLimits &limits, ColumnNames &columns);

  std::int64_t text_number(std::string_view text);
  // Does the same as text_number() for a text that is printable already.
  std::int64_t words_number(std::string words);
  std::int64_t site_number(const why::Site &site);
  std::int64_t path_number(const why::Thread &thread);
  // Returns the number of a communicator of the job, or -1 if it is not known. A communicator that is not known to be
  // the same one on all ranks gets its own number.
  std::int64_t communicator_number(std::uint32_t process, std::int32_t index);

  // Returns the tables so far as members of a JSON object, each with a comma in front.
  std::string text() const;

 private:
  std::int64_t group_number(const why::Members &members);
  void add_communicator(const why::Communicator &communicator, const why::Members &members, const why::Members &remote);

  const why::Waits &waits_;
  const PageLimits limits_;
  ColumnNames &columns_;
  CompactJson texts_, sites_, paths_, groups_, communicators_;  // without their closing brackets
  std::unordered_map<std::string, std::int64_t> text_numbers_;
  std::map<why::Site, std::size_t> site_numbers_;
  std::map<std::vector<std::int64_t>, std::size_t> path_numbers_;
  std::unordered_map<why::Members, std::size_t, why::MembersHash> group_numbers_;
  std::map<std::tuple<std::string, std::int64_t, bool>, std::int64_t> unknown_;
  std::int64_t communicator_count_ = 0;
};

}  // namespace mqs_shim
