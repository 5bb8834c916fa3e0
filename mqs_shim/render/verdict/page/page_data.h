#pragma once
// Encodes the evidence of a job as compact JSON for the script of a page (page.js).
//
// The result is an object of tables. "columns" names the members of each kind of row. Rows are arrays, whose last
// members may be missing. Data that many ranks have in common is written once (page_tables.h): texts, places, paths and
// lists of members are indices in "texts" (0: empty), "sites" (0: not known), "paths" and "groups". Texts are printable
// (escape.h). '<', '>' and '&' become \u00nn, so that the JSON can be the contents of an HTML element.
//
// The size is limited by PageLimits. If it is exceeded, operations, channels and communicators are left out, beginning
// with the ranks that have the most. Each row contains the number of its omitted items.

#include <cstddef>
#include <string>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/verdict/page/wait_graph.h"

namespace mqs_shim {

// Limits the size of the page.
struct PageLimits {
  // Limit for threads, communicators, operations, schedules and channels of all ranks.
  std::size_t bytes_of_lists = 6'400'000;
  std::size_t bytes_of_texts = 1'500'000;  // limit for all texts; texts beyond it become "(left out)"
  // Limit for a single text.
  std::size_t bytes_of_text = 1000;
};

// Returns the evidence as JSON. All arguments must belong to the same inquiry.
std::string page_data(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph,
                      const PageLimits &limits = {});

}  // namespace mqs_shim
