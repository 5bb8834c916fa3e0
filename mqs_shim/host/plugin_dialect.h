#pragma once
// What the host has to know of the plugin that it serves.

namespace mqs_shim {

struct PluginDialect {
  // Answers handle queries and complete records of operations (queue_details_interface.h); otherwise plain MQD 1.0.
  bool extended = false;
  // mqs_target_type_sizes has seven members in the plugin, otherwise five.
  bool seven_type_sizes = false;
  // mpidbg_ext_version(); 0 if it has none. See MPIDBG_EXT_VERSION: members that came later are not in its results.
  int extension_version = 0;
  // Answers handle queries of the interface of 2007 alone: its structs end before the appended members, there is no
  // mpidbg_free, and predefined handles are in a global variable.
  bool historical_handles = false;
};

}  // namespace mqs_shim
