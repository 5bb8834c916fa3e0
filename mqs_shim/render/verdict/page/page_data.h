#pragma once
// The evidence of a job as compact JSON for the script of a page (page.js).
//
// An object of tables. "columns" names the members of each kind of row; rows are arrays, whose last members may be
// missing. What ten thousand ranks have in common is written once (page_tables.h): texts, places, paths of places and
// lists of members are numbers of entries in "texts" (0: empty), "sites" (0: not known), "paths" and "groups". Texts
// are printable (escape.h). '<', '>' and '&' are written as \u00nn: the JSON can be the content of an element of HTML.
//
// Bounded: what is beyond PageLimits is left out, of the ranks with the most operations, channels and communicators
// first, and each row says how many of its own are.

#include <cstddef>
#include <string>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/verdict/page/wait_graph.h"

namespace mqs_shim {

struct PageLimits {
  std::size_t bytes_of_lists = 6'400'000;  // threads, communicators, operations, schedules and channels of all ranks
  std::size_t bytes_of_texts = 1'500'000;  // beyond them, a text is "(left out)"
  std::size_t bytes_of_text = 1000;
};

std::string page_data(const why::Waits &waits, const why::Verdict &verdict, const WaitGraph &graph,
                      const PageLimits &limits = {});

}  // namespace mqs_shim
