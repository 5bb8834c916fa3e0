#pragma once
// Names of nodes, and how users and launchers write sets of them.

#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// Letters, digits, '.', '-', '_' and ':', the first of them a letter, a digit or ':'; at most 255 characters. Such a
// name can be a word of a command line, or part of one, without any shell or option parser taking it for more.
bool is_node_name(std::string_view name);

// "n[1-4,7],login1" or "n1,n2": each name once, in the order given. Numbers keep their leading zeros. At most
// `most_nodes` names. The error is a sentence about the text.
Result<std::vector<std::string>> expand_nodes(std::string_view text);

// The nodes of a host file: the first word of each line, without what follows a ':' (hydra's number of processes);
// lines that begin with '#' are comments.
Result<std::vector<std::string>> nodes_in_file(const std::string &path);

// "n1, n2, n3 and 5 more".
std::string list_of_nodes(const std::vector<std::string> &nodes);

constexpr std::size_t most_nodes = 65536;

}  // namespace corefile
