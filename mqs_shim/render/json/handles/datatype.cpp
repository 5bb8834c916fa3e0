// This file writes one datatype as JSON ($defs/datatype in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/datatype_terms.h"

namespace mqs_shim {

namespace {

std::int64_t count(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

void write_contents(JsonWriter &json, const DatatypeRecord &record) {
  json.key("total_integers").number(count(record.total_integers));
  json.key("total_addresses").number(count(record.total_addresses));
  json.key("total_datatypes").number(count(record.total_datatypes));
  json.key("integers").numbers(record.integers);
  json.key("addresses").begin_array();
  for (const std::int64_t address : record.addresses) json.number(address);
  json.end_array();
  json.key("datatypes");
  write_handles(json, record.datatypes);
  json.key("nodes").begin_array();
  for (const DatatypeNodeRecord &node : record.nodes) {
    json.begin_object();
    json.key("depth").number(node.depth);
    json.key("handle").address(node.handle);
    json.key("name").string_or_null(node.name);
    json.key("combiner").string(combiner_term(node.combiner));
    json.key("times").number(count(node.times));
    json.key("call").string_or_null(node.call);
    json.key("seen_before").boolean(node.seen_before);
    json.end_object();
  }
  json.end_array();
  json.key("nodes_complete").boolean(!record.has(MPIDBG_DATATYPE_INFO_TREE_TRUNCATED));
}

void write_typemap(JsonWriter &json, const DatatypeRecord &record) {
  if (!record.has(MPIDBG_DATATYPE_INFO_TYPEMAP)) return json.null();
  json.begin_object();
  json.key("total_entries").number(count(record.total_entries));
  json.key("total_elements").number(count(record.total_elements));
  json.key("basics").begin_array();
  for (const BasicTypeRecord &basic : record.basics) {
    json.begin_object();
    json.key("handle").address(basic.handle);
    json.key("name").string(basic.name);
    json.key("size").number(count(basic.size));
    json.key("elements").number(count(basic.elements));
    json.end_object();
  }
  json.end_array();
  json.key("entries").begin_array();
  for (const mpidbg_typemap_entry_t &entry : record.typemap) {
    json.begin_object();
    switch (entry.kind) {
      case MPIDBG_TYPEMAP_RUN:
        json.key("run").string(record.basics[static_cast<std::size_t>(entry.basic)].name);
        json.key("basic").number(entry.basic);
        json.key("displacement").number(entry.displacement);
        json.key("count").number(count(entry.count));
        json.key("stride").number(entry.stride);
        break;
      case MPIDBG_TYPEMAP_LOOP:
        json.key("loop").number(count(entry.count));
        json.key("stride").number(entry.stride);
        break;
      case MPIDBG_TYPEMAP_END:
        json.key("end").boolean(true);
        break;
    }
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_coverage(JsonWriter &json, const DatatypeRecord &record) {
  if (!record.has(MPIDBG_DATATYPE_INFO_COVERAGE)) return json.null();
  json.begin_object();
  json.key("bytes_used").number(count(record.bytes_used));
  json.key("bytes_outside").number(count(record.bytes_outside));
  json.key("hole_bytes").number(count(record.hole_bytes));
  json.key("total_holes").number(count(record.total_holes));
  json.key("holes").begin_array();
  for (const mpidbg_byte_range_t &hole : record.holes) {
    json.begin_object();
    json.key("displacement").number(hole.displacement);
    json.key("length").number(count(hole.length));
    json.end_object();
  }
  json.end_array();
  json.key("overlap").boolean(record.has(MPIDBG_DATATYPE_INFO_OVERLAP));
  json.end_object();
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &, const DatatypeRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("committed").boolean(record.has(MPIDBG_DATATYPE_INFO_COMMITTED));
  json.key("internal").boolean(record.has(MPIDBG_DATATYPE_INFO_INTERNAL));
  json.key("freed_by_application");
  if (record.has(MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN)) {
    json.boolean(record.has(MPIDBG_DATATYPE_INFO_FREED_HANDLE));
  } else {
    json.null();
  }
  json.key("freed_by_library").boolean(record.has(MPIDBG_DATATYPE_INFO_FREED_OBJECT));
  json.key("reference_count").number(record.reference_count);
  json.key("size").number(count(record.size));
  json.key("lb").number(record.lb);
  json.key("ub").number(record.ub);
  json.key("extent").number(record.extent);
  const auto of_data = [&](const char *key, std::int64_t value) {
    json.key(key);
    record.has(MPIDBG_DATATYPE_INFO_TRUE_BOUNDS) ? json.number(value) : json.null();
  };
  of_data("true_lb", record.true_lb);
  of_data("true_ub", record.true_ub);
  of_data("true_extent", record.true_extent);
  json.key("combiner").string(combiner_term(record.combiner));
  json.key("constructor").string_or_null(record.constructor);
  json.key("mpi1_constructor").string_or_null(record.mpi1_constructor);
  write_contents(json, record);
  json.key("typemap");
  write_typemap(json, record);
  json.key("typemap_problem").string_or_null(record.typemap_problem);
  json.key("coverage");
  write_coverage(json, record);
  json.key("coverage_problem").string_or_null(record.coverage_problem);
  json.key("users");
  write_references(json, record.users);
  json.end_object();
}

}  // namespace mqs_shim
