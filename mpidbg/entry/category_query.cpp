// These are the entry points mpidbg_category_* and mpidbg_enum_*, for categories and enumerations of MPI_T.

#include <algorithm>

#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

int get_members(mqs_process *process, int cat_index, int len, int indices[],
                std::vector<int> model::Category::*members) noexcept {
  if (len < 0) return invalid_argument(process, "a length is negative");
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(category, tool.category(cat_index));
    const std::vector<int> &found = category.*members;
    if (indices != nullptr) std::copy_n(found.begin(), std::min(found.size(), static_cast<std::size_t>(len)), indices);
    return {};
  });
}

}  // namespace

extern "C" {

int mpidbg_category_get_num(mqs_process *process, int *num_cat) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(count, tool.category_count());
    return_value(num_cat, count);
    return {};
  });
}

int mpidbg_category_get_info(mqs_process *process, int cat_index, char *name, int *name_len, char *desc, int *desc_len,
                             int *num_cvars, int *num_pvars, int *num_categories) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(category, tool.category(cat_index));
    return_text(category.name, name, name_len);
    return_text(category.description, desc, desc_len);
    return_value(num_cvars, category.control_variables.size());
    return_value(num_pvars, category.performance_variables.size());
    return_value(num_categories, category.categories.size());
    return {};
  });
}

int mpidbg_category_get_num_events(mqs_process *process, int cat_index, int *num_events) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(category, tool.category(cat_index));
    return_value(num_events, category.events.size());
    return {};
  });
}

int mpidbg_category_get_index(mqs_process *process, const char *name, int *cat_index) {
  if (name == nullptr) return invalid_argument(process, "a name is missing");
  return run_tool_query(process, Refusal::invalid_name, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(index, tool.category_index(name));
    return_value(cat_index, index);
    return {};
  });
}

int mpidbg_category_get_cvars(mqs_process *process, int cat_index, int len, int indices[]) {
  return get_members(process, cat_index, len, indices, &model::Category::control_variables);
}

int mpidbg_category_get_pvars(mqs_process *process, int cat_index, int len, int indices[]) {
  return get_members(process, cat_index, len, indices, &model::Category::performance_variables);
}

int mpidbg_category_get_events(mqs_process *process, int cat_index, int len, int indices[]) {
  return get_members(process, cat_index, len, indices, &model::Category::events);
}

int mpidbg_category_get_categories(mqs_process *process, int cat_index, int len, int indices[]) {
  return get_members(process, cat_index, len, indices, &model::Category::categories);
}

int mpidbg_category_changed(mqs_process *process, int *update_number) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(number, tool.category_update_number());
    return_value(update_number, number);
    return {};
  });
}

int mpidbg_enum_get_info(mqs_process *process, mpidbg_enum_t enumtype, int *num, char *name, int *name_len) {
  return run_tool_query(process, Refusal::invalid_handle, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(enumerator, tool.enumerator(Address(enumtype)));
    return_value(num, enumerator.items.size());
    return_text(enumerator.name, name, name_len);
    return {};
  });
}

int mpidbg_enum_get_item(mqs_process *process, mpidbg_enum_t enumtype, int index, int *value, char *name,
                         int *name_len) {
  bool beyond = false;
  const int code = run_tool_query(process, Refusal::invalid_handle, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(enumerator, tool.enumerator(Address(enumtype)));
    beyond = index < 0 || static_cast<std::size_t>(index) >= enumerator.items.size();
    if (beyond) return Error{ErrorCode::out_of_range, enumerator.name + " has no item " + std::to_string(index)};
    const model::Enumerator::Item &item = enumerator.items[static_cast<std::size_t>(index)];
    return_value(value, item.value);
    return_text(item.name, name, name_len);
    return {};
  });
  return beyond ? static_cast<int>(MPIDBG_T_ERR_INVALID_INDEX) : code;
}

}  // extern "C"
