#include "corefile/launch/node_names.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

using namespace corefile;

using Names = std::vector<std::string>;

TEST_CASE("sets of nodes are expanded") {
  CHECK(*expand_nodes("n1") == Names{"n1"});
  CHECK(*expand_nodes("n[1-3,7],login-1.site") == Names{"n1", "n2", "n3", "n7", "login-1.site"});
  CHECK(*expand_nodes("n[08-11]") == Names{"n08", "n09", "n10", "n11"});
  CHECK(*expand_nodes("r[1-2]n[1-2]") == Names{"r1n1", "r1n2", "r2n1", "r2n2"});
  CHECK(*expand_nodes("b,a,b") == Names{"b", "a"});
  CHECK(*expand_nodes("n[1-2].site,[3]") == Names{"n1.site", "n2.site", "3"});
  CHECK(*expand_nodes("n[5-5,009]") == Names{"n5", "n009"});
  CHECK(*expand_nodes("azAZ09.-_:,:1") == Names{"azAZ09.-_:", ":1"});
}

TEST_CASE("what is not a set of nodes is named") {
  for (const char *const text : {"",       "n[1-3",  "n[3-1]",  "n[x]", "n1,,n2", "-oProxyCommand=x",
                                 "n 1",    "n$(id)", "n[1-2]]", "n[]",  "n[1-]",  "n[-1]",
                                 ".n",     "_n",     "n/",      "n`",   "n{",     "n@",
                                 "n[[1]]", "n]1,n2"}) {
    const auto nodes = expand_nodes(text);
    CAPTURE(text);
    REQUIRE(!nodes);
    CHECK(nodes.error().message.find("not a set of nodes: '" + std::string(text)) == 0);
  }
}

TEST_CASE("names of nodes have at most 255 characters") {
  for (const std::size_t size : {1, 254, 255}) CHECK(expand_nodes(std::string(size, 'a'))->size() == 1);
  const std::string longer(256, 'a');
  CHECK(expand_nodes(longer).error().message.ends_with("'" + longer + "' is not the name of a node"));
}

TEST_CASE("there are at most 65,536 nodes, however they are written") {
  CHECK(expand_nodes("n[1-65536]")->size() == 65536);
  for (const char *const text : {"n[1-65537]", "n[0-4294967295]", "n[0-999][0-999]"}) {
    CAPTURE(text);
    const auto nodes = expand_nodes(text);
    REQUIRE(!nodes);
    CHECK(nodes.error().message.ends_with("more nodes than the limit of 65536"));
  }
  // Equal ones are counted, too: they take as long.
  std::string equal = "n[1";
  for (int i = 0; i < 300; ++i) equal += ",1";
  equal += "]";
  CHECK(!expand_nodes(equal + equal.substr(1)));
}

TEST_CASE("host files of mpirun and of hydra") {
  char directory[] = "/tmp/launch-test-XXXXXX";
  REQUIRE(::mkdtemp(directory) != nullptr);
  const std::string path = std::string(directory) + "/hosts";
  std::ofstream(path) << "# nodes\nn1 slots=4\n  n2:8\n\nn3 # the last\nn1\n";
  CHECK(*nodes_in_file(path) == Names{"n1", "n2", "n3"});
  std::ofstream(path) << "# none\n";
  CHECK(nodes_in_file(path).error().message == path + " names no node");
  std::filesystem::remove_all(directory);
  CHECK(nodes_in_file(path).error().code == ErrorCode::not_found);
}

TEST_CASE("lists of nodes name the first ones") {
  CHECK(list_of_nodes({"a"}) == "a");
  CHECK(list_of_nodes({"a", "b", "c"}) == "a, b and c");
  CHECK(list_of_nodes({}).empty());
  CHECK(list_of_nodes({"a", "b"}) == "a and b");
  CHECK(list_of_nodes({"1", "2", "3", "4", "5", "6", "7", "8"}) == "1, 2, 3, 4, 5, 6, 7 and 8");
  CHECK(list_of_nodes({"1", "2", "3", "4", "5", "6", "7", "8", "9"}) == "1, 2, 3, 4, 5, 6, 7, 8 and 1 more");
  CHECK(list_of_nodes({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}) == "1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
}
