#pragma once
#include <string>

inline std::string plugin_path(const std::string &name) {
  return std::string(PLUGIN_DIRECTORY) + "/" + name + ".so";
}
