#pragma once
// Checks names of nodes, and parses the notations that users and launchers have for sets of nodes.

#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// Returns true for names of at most 255 characters that consist of letters, digits, '.', '-', '_' and ':'. The first
// character must be a letter, a digit or ':'. Such a name can be a word of a command line, or part of one, without
// being interpreted by a shell or option parser.
bool is_node_name(std::string_view name);

// Expands "n[1-4,7],login1" or "n1,n2" to the names, each once and in the given order. Numbers keep their leading
// zeros. At most `most_nodes` names are accepted. An error is a sentence about the text.
Result<std::vector<std::string>> expand_nodes(std::string_view text);

// Returns the nodes of a host file: the first word of each line, without a ':' and the text after it (hydra's number of
// processes). Lines that begin with '#' are comments.
Result<std::vector<std::string>> nodes_in_file(const std::string &path);

// Returns for example "n1, n2, n3 and 5 more".
std::string list_of_nodes(const std::vector<std::string> &nodes);

constexpr std::size_t most_nodes = 65536;

}  // namespace corefile
