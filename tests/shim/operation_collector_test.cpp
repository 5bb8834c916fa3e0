#include "mqs_shim/session/operation_collector.h"

#include <doctest/doctest.h>

TEST_CASE("operations come out as they went in, whatever their number") {
  for (const int count : {0, 1, 8191, 8192, 8193, 20000}) {
    mqs_shim::OperationCollector collector;
    for (int i = 0; i < count; ++i) {
      mqs_shim::Operation operation;
      operation.tag = i;
      collector.add(operation);
    }
    CHECK(collector.size() == static_cast<std::size_t>(count));
    const auto operations = collector.take();
    REQUIRE(operations.size() == static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) REQUIRE(operations[static_cast<std::size_t>(i)].tag == i);
    CHECK(collector.size() == 0);
    CHECK(collector.take().empty());
  }
}
