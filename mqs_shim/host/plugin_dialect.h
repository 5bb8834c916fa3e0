#pragma once
// Describes the properties of a plugin that mqs_shim has to know in order to call it.

namespace mqs_shim {

// Says which interfaces of debug plugins a plugin implements, and with which struct sizes.
struct PluginDialect {
  // True if the plugin answers handle queries and returns complete records of operations (queue_details_interface.h);
  // false for a plain plugin of MQD 1.0.
  bool extended = false;
  // True if mqs_target_type_sizes has seven members in the plugin; false if it has five.
  bool seven_type_sizes = false;
  // The value of mpidbg_ext_version(), which is the version of mpidbg's extensions; 0 if the plugin does not have that
  // function. Members that were added in later versions are missing from the plugin's results (see MPIDBG_EXT_VERSION).
  int extension_version = 0;
  // True if the plugin answers only the handle queries of the interface of 2007. In that case its structs lack the
  // members that were appended later, it has no mpidbg_free, and its predefined handles are in a global variable.
  bool historical_handles = false;
};

}  // namespace mqs_shim
